export type { Debug } from './dapp/debug-log.js';
export type { OnProgress, ProgressState } from './dapp/establish-session.js';
export type { LoopbackPermission, ScanReason, SessionUi, ShowCode, Want } from './dapp/session-ui.js';
export type { DialogTexts } from './dialogs/texts.js';
export {
  MobileWalletError,
  type MobileWalletErrorCode,
  type MobileWalletErrorContext,
} from './errors.js';
export type { Remote } from './protocol/remote-option.js';
export type { UnregisteredReason } from './wallet/environment.js';
export type {
  MobileWalletFeatures,
  MobileWalletTransactFeature,
  TransactOptions,
} from './wallet/features.js';
export type { Dialogs, MobileWalletOptions } from './wallet/options.js';
export { createMobileWallet, type Registration, registerMobileWallet } from './wallet/register.js';
export type { AuthorizationStore } from './wallet/store.js';
export type { MobileStandardWallet } from './wallet/wallet.js';

// Below the others, because the order of modules decides how well the first load compresses (18 bytes).

export { encodeBase58 } from './base58-encode.js';
export { findMobileWalletError, isMobileWalletError } from './find-error.js';
