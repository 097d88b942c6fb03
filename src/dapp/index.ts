export type { MobileWalletErrorCode, MobileWalletErrorContext } from '../errors.js';
export { isMobileWalletError, MobileWalletError } from '../errors.js';
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
export type { Debug } from './debug-log.js';
export type { Dial } from './dial.js';
export type { Launch } from './launch.js';
export type { AuthorizeParams, MobileWallet, SignAndSendParams } from './mobile-wallet.js';
export type { Remote, ScanReason } from './offer.js';
export type { OnProgress, ProgressState, SessionConfig, WalletAssociationConfig } from './session.js';
export { type SignedMessage, splitSignedMessage } from './sign-in.js';
export { transact } from './transact.js';
export type { ShowCode } from './ui.js';
