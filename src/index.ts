export { createMobileWallet, registerMobileWallet } from './wallet/register.js';

// Signatures as texts, and the errors of all calls.

export { encodeBase58 } from './util/base58.js';
export { MobileWalletError } from './util/errors.js';
export { findMobileWalletError, findSendError } from './util/find-error.js';

// What an error means for what was to be sent, and for the user.

export { type ErrorTexts, getErrorText } from './payments/error-text.js';
export { isDeclined } from './payments/is-declined.js';
export { sortSend } from './payments/sort-send.js';

// The registered wallet, and its options.

export type { Channel } from './connection/channel.js';
export type { Debug } from './dapp/debug-log.js';
export type { Dial } from './dapp/open/dial.js';
export type { Launch, LaunchApp } from './dapp/open/launch.js';
export type { OnProgress, ProgressState } from './dapp/open/progress.js';
export type {
  AppChoice,
  DialogChoice,
  LoopbackPermission,
  ScanReason,
  SessionUi,
  ShowQrCode,
  Want,
} from './dapp/open/session-ui.js';
export type { DialogTexts } from './dialogs/texts.js';
export type { Remote } from './protocol/remote-option.js';
export type { UnregisteredReason } from './wallet/environment.js';
export type {
  MobileWalletFeatures,
  MobileWalletTransactFeature,
  TransactOptions,
} from './wallet/features.js';
export type {
  Dialogs,
  KnownWalletApp,
  MobileWalletOptions,
  OpenIn,
  WalletApp,
  WalletApps,
} from './wallet/options.js';
export type { Registration } from './wallet/register.js';
export type { AuthorizationStore } from './wallet/store.js';
export type { MobileStandardWallet } from './wallet/wallet.js';

// The wallet that a callback of the feature `mobile-wallet-standard:transact` receives.

export type { AuthorizeParams, MobileWallet, SignAndSendParams } from './dapp/mobile-wallet.js';
export type * from './protocol/types.js';

// What an error says.

export type {
  MobileWalletErrorCode,
  MobileWalletErrorContext,
  SendErrorCode,
  TransactionState,
} from './util/errors.js';

// Wallet Standard's own types: those that the compiler has to name in the declarations of a dapp that exports
// the wallet, or a part of it.

export type {
  SolanaSignAndSendAllTransactionsMethod,
  SolanaSignAndSendAllTransactionsMode,
  SolanaSignAndSendAllTransactionsOptions,
  SolanaSignAndSendTransactionInput,
  SolanaSignAndSendTransactionMethod,
  SolanaSignAndSendTransactionOptions,
  SolanaSignAndSendTransactionOutput,
  SolanaSignInInput,
  SolanaSignInMethod,
  SolanaSignInOutput,
  SolanaSignInVersion,
  SolanaSignMessageInput,
  SolanaSignMessageMethod,
  SolanaSignMessageOutput,
  SolanaSignMessageVersion,
  SolanaSignOffchainMessageInputV1,
  SolanaSignOffchainMessageMethod,
  SolanaSignOffchainMessageOutput,
  SolanaSignTransactionInput,
  SolanaSignTransactionMethod,
  SolanaSignTransactionOptions,
  SolanaSignTransactionOutput,
  SolanaTransactionCommitment,
  SolanaTransactionVersion,
} from '@solana/wallet-standard-features';
export type { IdentifierArray, ReadonlyUint8Array, WalletAccount } from '@wallet-standard/base';
export type {
  StandardConnectInput,
  StandardConnectMethod,
  StandardConnectOutput,
  StandardDisconnectMethod,
  StandardEventsChangeProperties,
  StandardEventsListeners,
  StandardEventsOnMethod,
} from '@wallet-standard/features';
