// What all flavours export.

export { encodeBase58 } from '../base58-encode.js';
export type { Debug } from '../dapp/debug-log.js';
export type { Dial } from '../dapp/dial.js';
export type { OnProgress, ProgressState } from '../dapp/establish-session.js';
export type { Launch } from '../dapp/launch.js';
export type { AuthorizeParams, MobileWallet, SignAndSendParams } from '../dapp/mobile-wallet.js';
export type { SessionConfig, WalletAssociationConfig } from '../dapp/open-session.js';
export type { ScanReason, ShowCode } from '../dapp/session-ui.js';
export { type SignedMessage, splitSignedMessage } from '../dapp/sign-in.js';
export type {
  MobileWalletErrorCode,
  MobileWalletErrorContext,
  SendErrorCode,
  TransactionState,
} from '../errors.js';
export { MobileWalletError } from '../errors.js';
export { findMobileWalletError, findSendError, isMobileWalletError } from '../find-error.js';
export {
  decodeOffchainMessage,
  encodeOffchainMessage,
  type OffchainMessage,
} from '../protocol/offchain-message.js';
export type { Remote } from '../protocol/remote-option.js';
export type {
  Account,
  AuthorizationResult,
  Capabilities,
  Chain,
  ChainIdentifier,
  Cluster,
  Commitment,
  Feature,
  Identity,
  SendOptions,
  SignInPayload,
  SignInResult,
  TransactionVersion,
} from '../protocol/types.js';
export type { Channel } from '../session/channel.js';
