import type {
  SolanaSignAndSendAllTransactionsFeature,
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
  SolanaTransactionVersion,
} from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';
import type { MobileWallet } from '../dapp/mobile-wallet.js';

/** The name of this package's own feature. */
export const TRANSACT = 'mobile-wallet-standard:transact';

/** What a callback's session is opened for; all of it is optional. */
export type TransactOptions = Readonly<{
  /** An account of this wallet: requests are refused where the wallet no longer grants it. */
  account?: Pick<WalletAccount, 'address'>;
  /** One of the wallet's chains; by default the account's first, or the one that the wallet is connected to. */
  chain?: string;
  /** Ends the callback's wallet; the call rejects with the signal's reason. */
  signal?: AbortSignal;
}>;

/** This package's own feature: several steps in one app switch, and a way to take back what was authorized. */
export type MobileWalletTransactFeature = Readonly<{
  [TRANSACT]: Readonly<{
    version: '1.0.0';
    /**
     * Runs a callback in one session, which shares the wallet's authorization: `authorize()` in it needs the person
     * only where there is none, and what it grants is connected from then on. So a dapp connects, builds a transaction
     * for the account it was given, and has it signed, while the wallet app is opened once. Call it in response to a tap.
     *
     * @returns what the callback returned
     * @throws what the callback threw; the signal's reason; `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`, and whatever
     * opening a session throws
     */
    transact<T>(callback: (wallet: MobileWallet) => T | Promise<T>, options?: TransactOptions): Promise<T>;
    /**
     * Takes back every authorization, in a session with the wallet (it is opened if need be, so call this in response
     * to a tap), then disconnects. When it rejects, what the wallet still takes is still known, so it can be tried again.
     */
    revoke(): Promise<void>;
  }>;
}>;

/** The features of the wallet. It has no `solana:signTransaction` while the wallet app says that it only signs what it sends. */
export type MobileWalletFeatures = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignAndSendTransactionFeature &
  SolanaSignAndSendAllTransactionsFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  Partial<SolanaSignTransactionFeature> &
  MobileWalletTransactFeature;

/** What the features do, without their names and versions. */
export type FeatureMethods = Readonly<{
  connect: StandardConnectFeature['standard:connect']['connect'];
  disconnect: StandardDisconnectFeature['standard:disconnect']['disconnect'];
  on: StandardEventsFeature['standard:events']['on'];
  signAndSendAllTransactions: SolanaSignAndSendAllTransactionsFeature['solana:signAndSendAllTransactions']['signAndSendAllTransactions'];
  signAndSendTransaction: SolanaSignAndSendTransactionFeature['solana:signAndSendTransaction']['signAndSendTransaction'];
  signIn: SolanaSignInFeature['solana:signIn']['signIn'];
  signMessage: SolanaSignMessageFeature['solana:signMessage']['signMessage'];
  signTransaction: SolanaSignTransactionFeature['solana:signTransaction']['signTransaction'];
  transact: MobileWalletTransactFeature[typeof TRANSACT]['transact'];
  revoke: MobileWalletTransactFeature[typeof TRANSACT]['revoke'];
}>;

/** Puts the methods under their feature names; a wallet that `isSendOnly` signs no transactions without sending them. */
export function createFeatures(
  {
    connect,
    disconnect,
    on,
    signAndSendAllTransactions,
    signAndSendTransaction,
    signIn,
    signMessage,
    signTransaction,
    transact,
    revoke,
  }: FeatureMethods,
  supportedTransactionVersions: readonly SolanaTransactionVersion[],
  isSendOnly: boolean,
): MobileWalletFeatures {
  const version = '1.0.0';
  return Object.freeze({
    'standard:connect': Object.freeze({ version, connect }),
    'standard:disconnect': Object.freeze({ version, disconnect }),
    'standard:events': Object.freeze({ version, on }),
    'solana:signAndSendTransaction': Object.freeze({
      version,
      supportedTransactionVersions,
      signAndSendTransaction,
    }),
    'solana:signAndSendAllTransactions': Object.freeze({
      version,
      supportedTransactionVersions,
      signAndSendAllTransactions,
    }),
    'solana:signIn': Object.freeze({ version, signIn }),
    'solana:signMessage': Object.freeze({ version, signMessage }),
    ...(!isSendOnly && {
      'solana:signTransaction': Object.freeze({ version, supportedTransactionVersions, signTransaction }),
    }),
    [TRANSACT]: Object.freeze({ version, transact, revoke }),
  });
}
