import type {
  SolanaSignAndSendAllTransactionsFeature,
  SolanaSignAndSendAllTransactionsMethod,
  SolanaSignAndSendTransactionFeature,
  SolanaSignAndSendTransactionMethod,
  SolanaSignInFeature,
  SolanaSignInMethod,
  SolanaSignMessageFeature,
  SolanaSignMessageMethod,
  SolanaSignOffchainMessageFeature,
  SolanaSignOffchainMessageMethod,
  SolanaSignTransactionFeature,
  SolanaSignTransactionMethod,
} from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardConnectMethod,
  StandardDisconnectFeature,
  StandardDisconnectMethod,
  StandardEventsFeature,
  StandardEventsOnMethod,
} from '@wallet-standard/features';
import type { MobileWallet } from '../dapp/mobile-wallet.js';
import { copyObject } from '../protocol/arguments.js';
import { assertBytes } from '../util/is-bytes.js';
import type { TransactionSupport } from './grant/shown.js';

/** The name of this package's own feature. */
export const TRANSACT = 'mobile-wallet-standard:transact';

/** Options of `transact`. */
export type TransactOptions = Readonly<{
  /** An account of this wallet. Requests are refused if the wallet no longer grants it. */
  account?: Pick<WalletAccount, 'address'> | undefined;
  /**
   * One of the wallet's chains; by default the account's first, or the chain that the wallet is connected to.
   */
  chain?: string | undefined;
  /** Ends the callback's wallet. The call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}>;

/** This package's own feature: several steps in one app switch, and a way to revoke all authorizations. */
export type MobileWalletTransactFeature = Readonly<{
  /** The feature's methods. */
  [TRANSACT]: Readonly<{
    /** The version of the feature. */
    version: '1.0.0';
    /**
     * Runs a callback in one session, which shares the wallet's authorization: `authorize()` in it asks the
     * user only if there is none, and afterwards the wallet is connected. So a dapp can connect, build a
     * transaction for the account that was granted, and have it signed, and the wallet app opens only once.
     * Call it in response to a tap.
     *
     * @returns what the callback returned
     * @throws what the callback threw; the signal's reason; `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`, and
     * the errors of opening a session
     */
    transact<T>(callback: (wallet: MobileWallet) => T | Promise<T>, options?: TransactOptions): Promise<T>;
    /**
     * Deauthorizes every token in a session with the wallet, then disconnects. Call it in response to a tap,
     * because it may open the wallet app. If it rejects, the tokens that are still valid are kept, so that it
     * can be called again; but with `ACCOUNT_NOT_AUTHORIZED` all is forgotten here, and the wallet app on
     * this device that issued them could not be reached.
     */
    revoke(): Promise<void>;
  }>;
}>;

/**
 * The features of the wallet: those of Wallet Standard, as its packages declare them, and this package's own.
 * `solana:signTransaction` is missing if the wallet app cannot sign without sending.
 */
export type MobileWalletFeatures = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignAndSendTransactionFeature &
  SolanaSignAndSendAllTransactionsFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignOffchainMessageFeature &
  Partial<SolanaSignTransactionFeature> &
  MobileWalletTransactFeature;

/** The methods of all features, each of which has a name of its own. */
export type FeatureMethods = Readonly<{
  connect: StandardConnectMethod;
  disconnect: StandardDisconnectMethod;
  on: StandardEventsOnMethod;
  signAndSendTransaction: SolanaSignAndSendTransactionMethod;
  signAndSendAllTransactions: SolanaSignAndSendAllTransactionsMethod;
  signIn: SolanaSignInMethod;
  signMessage: SolanaSignMessageMethod;
  signOffchainMessage: SolanaSignOffchainMessageMethod;
  signTransaction: SolanaSignTransactionMethod;
  transact: MobileWalletTransactFeature[typeof TRANSACT]['transact'];
  revoke: MobileWalletTransactFeature[typeof TRANSACT]['revoke'];
}>;

/** Creates the features. A wallet that is send-only lacks `solana:signTransaction`. */
export function createFeatures(
  methods: FeatureMethods,
  { versions, isSendOnly }: TransactionSupport,
): MobileWalletFeatures {
  const version = '1.0.0';
  const { signAndSendTransaction, signAndSendAllTransactions, signTransaction } = methods;
  const signing = { version, supportedTransactionVersions: Object.freeze([...versions]) } as const;
  return Object.freeze({
    'standard:connect': Object.freeze({ version, connect: methods.connect }),
    'standard:disconnect': Object.freeze({ version, disconnect: methods.disconnect }),
    'standard:events': Object.freeze({ version, on: methods.on }),
    'solana:signAndSendTransaction': Object.freeze({ ...signing, signAndSendTransaction }),
    'solana:signAndSendAllTransactions': Object.freeze({ ...signing, signAndSendAllTransactions }),
    'solana:signIn': Object.freeze({ version: '1.1.0', signIn: methods.signIn }),
    'solana:signMessage': Object.freeze({ version, signMessage: methods.signMessage }),
    'solana:signOffchainMessage': Object.freeze({
      version,
      supportedMessageVersions: Object.freeze([1] as const),
      signOffchainMessage: methods.signOffchainMessage,
    }),
    ...(!isSendOnly && { 'solana:signTransaction': Object.freeze({ ...signing, signTransaction }) }),
    [TRANSACT]: Object.freeze({ version, transact: methods.transact, revoke: methods.revoke }),
  });
}

/**
 * What a caller passes for one transaction or message, as it was at the call. The session's code checks it.
 */
export type CopiedInput = Readonly<{
  address: string | undefined;
  chain: string | undefined;
  payload: Uint8Array;
  options: unknown;
}>;

type Input = Readonly<{
  account?: Pick<WalletAccount, 'address'>;
  chain?: string;
  transaction?: unknown;
  message?: unknown;
  options?: unknown;
}>;

/**
 * Copies inputs, because the caller may change them while the code that checks the rest of them is loaded.
 * Refuses at once what has nothing to sign, since wallet pickers try inputs of another kind first, and then
 * nothing may be loaded or shown.
 *
 * @throws `INVALID_ARGUMENT`
 */
export function copyInputs(
  inputs: readonly (Input | undefined)[],
  kind: 'transaction' | 'message' = 'transaction',
): readonly CopiedInput[] {
  // Spread the array, because `map` would skip the holes of a sparse one.
  return [...inputs].map((input) => {
    const { account, chain, [kind]: payload, options } = input ?? {};
    assertBytes(payload, kind);
    return {
      address: account?.address,
      chain,
      payload: new Uint8Array(payload),
      options: copyObject(options),
    };
  });
}
