/**
 * Both ends of the session protocol, for those who write a wallet, a bot, a relay or a test tool. The types
 * say what each function takes; what comes over the wire is checked. A function that gets no bytes where it
 * needs them throws `INVALID_ARGUMENT`, or rejects with it.
 *
 * @module
 */

export {
  type Channel,
  createChannelPair,
  createInbox,
  createSessionClosedError,
  type Inbox,
} from './connection/channel.js';
export * from './connection/handshake.js';
export * from './connection/join.js';
export {
  type AnswerRequest,
  createRpcClient,
  type RpcClient,
  serveRpc,
} from './connection/rpc.js';
export * from './connection/secure-channel.js';
export type { CreateWebSocket, WebSocketLike } from './connection/web-socket.js';
export * from './connection/web-socket-channel.js';
export * from './protocol/association.js';
export { CHAINS, CLUSTERS, DEFAULT_CHAIN } from './protocol/chains.js';
export { getFrameSequence, sealFrame } from './protocol/frame.js';
export {
  createDappHello,
  type DappHello,
  decodeHelloReq,
  encodeHelloRsp,
  getSessionProperties,
  parseSessionProperties,
} from './protocol/hello.js';
export * from './protocol/json-rpc.js';
export * from './protocol/offchain-message.js';
export {
  createAssociationKeyPair,
  createSessionKeyPair,
  deriveSessionKeys,
  exportPoint,
  type SessionKeys,
} from './protocol/session-keys.js';
export { createSignInText, parseSignInText, type SignInFields } from './protocol/sign-in-text.js';
export { isTransactionBytes } from './protocol/transaction-bytes.js';
export * from './protocol/types.js';
export { delay } from './util/abort.js';
export { abortable } from './util/abortable.js';
export { decodeBase58, encodeBase58 } from './util/base58.js';
export {
  type Bytes,
  concatBytes,
  decodeBase64,
  decodeUtf8,
  encodeBase64,
  encodeBase64Url,
  encodeUtf8,
  equalBytes,
} from './util/bytes.js';
export {
  type CauseOptions,
  MobileWalletError,
  type MobileWalletErrorCode,
  type MobileWalletErrorContext,
  type SendErrorCode,
  type TransactionState,
} from './util/errors.js';
export { findMobileWalletError, findSendError } from './util/find-error.js';
export { isBytes } from './util/is-bytes.js';
export { isJsonObject, type JsonObject } from './util/json-object.js';
export { PLAYED_APPS, PLAYED_PHONE, type PlayedPhone, playPhone } from './util/surroundings.js';
