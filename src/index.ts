export type { Debug } from './dapp/debug-log.js';
export type { Remote, ScanReason } from './dapp/offer.js';
export type { OnProgress, ProgressState } from './dapp/progress.js';
export type { LoopbackPermission, SessionUi, ShowCode, Want } from './dapp/ui.js';
export type { DialogTexts } from './dialogs/texts.js';
export {
  isMobileWalletError,
  MobileWalletError,
  type MobileWalletErrorCode,
  type MobileWalletErrorContext,
} from './errors.js';
export type { UnregisteredReason } from './wallet/environment.js';
export type {
  MobileWalletFeatures,
  MobileWalletTransactFeature,
  TransactOptions,
} from './wallet/features.js';
export type { AuthorizationStore, Dialogs, MobileWalletOptions } from './wallet/options.js';
export { createMobileWallet, type Registration, registerMobileWallet } from './wallet/register.js';
export type { MobileStandardWallet } from './wallet/wallet.js';
