// What `…/session`, `…/kit`, `…/web3js` and `…/legacy` export, besides their own `transact`.

export { type SignedMessage, splitSignedMessage } from '../dapp/sign-in-message.js';
export {
  decodeOffchainMessage,
  encodeOffchainMessage,
  type OffchainMessage,
} from '../protocol/offchain-message.js';
export { encodeBase58 } from '../util/base58.js';
export { MobileWalletError } from '../util/errors.js';
export { findMobileWalletError, findSendError } from '../util/find-error.js';

// How a session is opened.

export type { Channel } from '../connection/channel.js';
export type { Debug } from '../dapp/debug-log.js';
export type { Dial } from '../dapp/open/dial.js';
export type { Launch } from '../dapp/open/launch.js';
export type { OnProgress, ProgressState } from '../dapp/open/progress.js';
export type { SessionConfig, WalletAssociationConfig } from '../dapp/open/session-config.js';
export type { ScanReason, ShowQrCode } from '../dapp/open/session-ui.js';
export type { Remote } from '../protocol/remote-option.js';

// The wallet of a session, what its methods take and return, and their errors.

export type { AuthorizeParams, MobileWallet, SignAndSendParams } from '../dapp/mobile-wallet.js';
export type * from '../protocol/types.js';
export type {
  MobileWalletErrorCode,
  MobileWalletErrorContext,
  SendErrorCode,
  TransactionState,
} from '../util/errors.js';
