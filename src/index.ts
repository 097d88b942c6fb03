export type { Debug } from './dapp/debug-log.js';
export type { OnProgress, ProgressState } from './dapp/progress.js';
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
export type { MobileWalletOptions } from './wallet/options.js';
export { createMobileWallet, type Registration, registerMobileWallet } from './wallet/register.js';
export type { AuthorizationStore } from './wallet/store.js';
export type { MobileStandardWallet } from './wallet/wallet.js';
