import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';
import type { MobileWalletTransactFeature } from 'mobile-wallet-standard';
import { createPhoneSwitch } from './phone-switch.js';

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature &
  MobileWalletTransactFeature;

export type FeatureName = keyof Features;

/** Returns a wallet's feature by its Wallet Standard name; `undefined` if the wallet does not have it. */
export function getFeature<TName extends FeatureName>(
  wallet: Wallet,
  name: TName,
): Features[TName] | undefined {
  return wallet.features[name] as Features[TName] | undefined;
}

/** Does the same, but throws if the wallet does not have the feature. */
export function requireFeature<TName extends FeatureName>(wallet: Wallet, name: TName): Features[TName] {
  const feature = getFeature(wallet, name);
  if (!feature) throw new Error(`${wallet.name} does not have ${name}.`);
  return feature;
}

/**
 * Whether this page can use a wallet: it has a Solana chain, can connect, and reports changes of its
 * accounts.
 */
function isUsable(wallet: Wallet): boolean {
  return (
    wallet.chains.some((chain) => chain.startsWith('solana:')) &&
    getFeature(wallet, 'standard:connect') !== undefined &&
    getFeature(wallet, 'standard:events') !== undefined
  );
}

/**
 * Calls `listener` with the usable wallets of this page, now and whenever one registers or unregisters.
 * `others` follow those that are registered, and after them the row that changes the phone which this page
 * plays.
 */
export function watchWallets(
  others: readonly Wallet[],
  listener: (wallets: readonly Wallet[]) => void,
): void {
  const wallets = getWallets();
  const phoneSwitch = createPhoneSwitch();
  const last = phoneSwitch ? [phoneSwitch] : [];
  const report = () => listener([...wallets.get(), ...others, ...last].filter(isUsable));
  wallets.on('register', report);
  wallets.on('unregister', report);
  report();
}
