import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletWithFeatures } from '@wallet-standard/base';
import type { MobileWalletFeatures } from 'mobile-wallet-standard';
import { mobileWallet } from './wallet';

/** The network that this dapp uses. */
export const CHAIN = 'solana:devnet';

const NEEDED = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'solana:signAndSendTransaction',
] as const;

/** Any wallet that can connect and pay: on this phone, of a wallet app's own browser, or an extension. */
export type AnyWallet = WalletWithFeatures<
  Pick<MobileWalletFeatures, (typeof NEEDED)[number]> & Partial<MobileWalletFeatures>
>;

const isUsable = (wallet: Wallet): wallet is AnyWallet =>
  wallet.chains.includes(CHAIN) && NEEDED.every((name) => name in wallet.features);

let wallets: readonly AnyWallet[] = [];
let chosen: string | undefined;
const listeners = new Set<() => void>();

function update(): void {
  wallets = getWallets().get().filter(isUsable);
  for (const listener of listeners) listener();
}

// Wallets may come at any time, such as when an extension has loaded.
getWallets().on('register', update);
getWallets().on('unregister', update);
update();

/** Lists the wallets of this page; none on a server. */
export const listWallets = () => wallets;

/**
 * Returns the wallet that the user has chosen, or else the wallet app of this phone, or else the first one.
 */
export function getWallet(): AnyWallet | undefined {
  const find = (name: string | undefined) => wallets.find((wallet) => wallet.name === name);
  return find(chosen) ?? find(mobileWallet?.name) ?? wallets[0];
}

export function chooseWallet(name: string): void {
  chosen = name;
  update();
}

/** Calls a listener when there are other wallets, or another one is chosen. Returns how to stop that. */
export function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the account that is connected; `undefined` if the wallet shares none for this network. */
export const getAccount = (wallet: AnyWallet) => wallet.accounts.find(({ chains }) => chains.includes(CHAIN));
