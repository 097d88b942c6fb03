import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
  SolanaTransactionVersion,
} from '@solana/wallet-standard-features';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';

/** The features of the wallet. */
export type MobileWalletFeatures = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignAndSendTransactionFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature;

/** What the features do, without their names and versions. */
export type FeatureMethods = Readonly<{
  connect: StandardConnectFeature['standard:connect']['connect'];
  disconnect: StandardDisconnectFeature['standard:disconnect']['disconnect'];
  on: StandardEventsFeature['standard:events']['on'];
  signAndSendTransaction: SolanaSignAndSendTransactionFeature['solana:signAndSendTransaction']['signAndSendTransaction'];
  signIn: SolanaSignInFeature['solana:signIn']['signIn'];
  signMessage: SolanaSignMessageFeature['solana:signMessage']['signMessage'];
  signTransaction: SolanaSignTransactionFeature['solana:signTransaction']['signTransaction'];
}>;

/** Before a wallet has said which transactions it signs, these are what every one is taken to sign. */
export const DEFAULT_TRANSACTION_VERSIONS: readonly SolanaTransactionVersion[] = Object.freeze([
  'legacy',
  0,
] as const);

/** Puts the methods under their feature names. */
export function createFeatures(
  { connect, disconnect, on, signAndSendTransaction, signIn, signMessage, signTransaction }: FeatureMethods,
  supportedTransactionVersions: readonly SolanaTransactionVersion[],
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
    'solana:signIn': Object.freeze({ version, signIn }),
    'solana:signMessage': Object.freeze({ version, signMessage }),
    'solana:signTransaction': Object.freeze({ version, supportedTransactionVersions, signTransaction }),
  });
}
