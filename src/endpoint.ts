/**
 * Both ends of the session protocol, for those who write a wallet, a bot, a relay or a test tool. The types say what
 * each function takes; what comes over the wire is checked. A function that gets no bytes where it needs them throws `INVALID_ARGUMENT`, or
 * rejects with it.
 *
 * @module
 */
export { abortable, delay } from './abort.js';
export { decodeBase58 } from './base58.js';
export { encodeBase58 } from './base58-encode.js';
export {
  type Bytes,
  concatBytes,
  decodeBase64,
  decodeBase64Url,
  decodeUtf8,
  encodeBase64,
  encodeBase64Url,
  encodeUtf8,
  equalBytes,
} from './bytes.js';
export {
  type CauseOptions,
  createInvalidArgumentError,
  MobileWalletError,
  type MobileWalletErrorCode,
  type MobileWalletErrorContext,
  type SendErrorCode,
  type TransactionState,
} from './errors.js';
export { findMobileWalletError, findSendError, isMobileWalletError } from './find-error.js';
export { isBytes } from './is-bytes.js';
export * from './protocol/association.js';
export { CHAINS, CLUSTERS, DEFAULT_CHAIN } from './protocol/chains.js';
export { getFrameSequence, openFrame, sealFrame } from './protocol/frame.js';
export * from './protocol/hello.js';
export * from './protocol/json-rpc.js';
export { getCluster } from './protocol/methods.js';
export * from './protocol/offchain-message.js';
export { createSignInText, parseSignInText, type SignInFields } from './protocol/sign-in.js';
export * from './protocol/types.js';
export {
  type Channel,
  createChannelPair,
  createInbox,
  createSessionClosedError,
  type Inbox,
} from './session/channel.js';
export * from './session/handshake.js';
export * from './session/join.js';
export {
  type AnswerRequest,
  createRpcClient,
  type RpcClient,
  serveRpc,
} from './session/rpc.js';
export * from './session/secure-channel.js';
export type { CreateWebSocket, WebSocketLike } from './session/web-socket.js';
export * from './session/web-socket-channel.js';
export { PLAYED_PHONE, playPhone } from './surroundings.js';
