import type { Wallet } from '@wallet-standard/base';
import type { MobileWalletError } from '../errors.js';
import { getUnregisteredReason, type UnregisteredReason } from './environment.js';
import { getSettings, type MobileWalletOptions, type Settings } from './options.js';
import { createWallet, type MobileStandardWallet } from './wallet.js';

/** What became of a registration. */
export type Registration = Readonly<
  | { registered: true; wallet: MobileStandardWallet }
  | { registered: false; reason: UnregisteredReason }
  | { registered: false; reason: 'unknown-chain'; error: MobileWalletError<'INVALID_ARGUMENT'> }
>;

/** Shared by every copy of this package on the page, so that there is one wallet. */
const REGISTRATION = Symbol.for('mobile-wallet-standard:registration');

/**
 * Makes the wallet app on this phone a Wallet Standard wallet of this page. Call it once, before the app
 * renders: some wallet pickers look only then. After a success, later calls give the same result. Where another
 * library has registered a wallet of the same name, this one steps back; one that registers later is shown beside it.
 *
 * @returns `{ registered: true, wallet }`, or `{ registered: false, reason }` where no wallet app can be reached; for a name in
 * `chains` that this package does not know the reason is `unknown-chain`, and `error` names it
 * @throws `INVALID_ARGUMENT` for other wrong options; where it runs never makes it throw
 */
export function registerMobileWallet(options: MobileWalletOptions): Registration {
  let settings: Settings;
  try {
    settings = getSettings(options);
  } catch (thrown) {
    const error = thrown as MobileWalletError<'INVALID_ARGUMENT'>;
    if (!error?.context?.argument.startsWith('chains[')) throw error;
    // Such a name often comes from the environment of a build, and what throws at load takes the whole page down.
    globalThis.reportError?.(error);
    return { registered: false, reason: 'unknown-chain', error };
  }
  const page = globalThis as { [REGISTRATION]?: Registration };
  if (page[REGISTRATION]) return page[REGISTRATION];
  const reason = getUnregisteredReason(settings);
  if (reason !== undefined) return { registered: false, reason };
  if (isNameTaken(settings.name)) return { registered: false, reason: 'name-taken' };
  const wallet = createPreparedWallet(settings);
  announce(wallet);
  page[REGISTRATION] = Object.freeze({ registered: true, wallet });
  return page[REGISTRATION];
}

/** Makes a wallet that prepares in idle time, where there is a page that somebody may tap on. */
function createPreparedWallet(settings: Settings): MobileStandardWallet {
  const { wallet, preload } = createWallet(settings);
  // A browser opens another app only within seconds of a tap, which is no time to wait for code.
  if (typeof document !== 'undefined') (globalThis.requestIdleCallback ?? setTimeout)(preload);
  return wallet;
}

/** What apps give to those who register wallets, and the other way round (Wallet Standard, `registerWallet`). */
type WalletsApi = Readonly<{ register(...wallets: readonly Wallet[]): () => void }>;

/** Registers with the apps that are ready, and with those that will be. */
function announce(wallet: Wallet): void {
  const register = (api: WalletsApi): void => void api.register(wallet);
  window.addEventListener('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<WalletsApi>).detail),
  );
  dispatch('wallet-standard:register-wallet', register);
}

function dispatch(type: string, detail: unknown): void {
  window.dispatchEvent(new CustomEvent(type, { detail }));
}

/**
 * Tells whether another library has registered a wallet of this name: some wallet pickers would show two, others lose
 * one. Every registered wallet answers an app that says it is ready, so we say so as one.
 */
function isNameTaken(name: string): boolean {
  let isTaken = false;
  const register = (...wallets: readonly Wallet[]): (() => void) => {
    isTaken ||= wallets.some((wallet) => wallet.name === name);
    return () => {};
  };
  dispatch('wallet-standard:app-ready', Object.freeze({ register }));
  return isTaken;
}

/**
 * Makes the same wallet without registering it, for a dapp that hands it to its own wallet list. Wallets of one page with
 * the same store, identity and chains share what the wallet app has granted.
 *
 * @throws `INVALID_ARGUMENT` for wrong options
 */
export function createMobileWallet(options: MobileWalletOptions): MobileStandardWallet {
  return createPreparedWallet(getSettings(options));
}
