import type { Wallet } from '@wallet-standard/base';
import type { MobileWalletError } from '../util/errors.js';
import { getUnregisteredReason, type UnregisteredReason } from './environment.js';
import { type MobileWalletOptions, parseSettings, type Settings } from './options.js';
import { createWallet, type MobileStandardWallet } from './wallet.js';

/** The result of a registration. */
export type Registration = Readonly<
  | {
      /** The wallet is registered. */
      registered: true;
      /** The registered wallet. */
      wallet: MobileStandardWallet;
    }
  | {
      /** The wallet is not registered. */
      registered: false;
      /** Why not. */
      reason: UnregisteredReason;
    }
  | {
      /** The wallet is not registered. */
      registered: false;
      /** The option `chains` names a chain that this version does not know. */
      reason: 'unknown-chain';
      /** The error that names the chain. */
      error: MobileWalletError<'INVALID_ARGUMENT'>;
    }
>;

/** The page's registration, which all copies of this package on the page share. */
const REGISTRATION = Symbol.for('mobile-wallet-standard:registration');

/**
 * Registers the wallet app on this phone as a Wallet Standard wallet of this page. Call it once, before the
 * app renders, because some wallet pickers look for wallets only then. After a success, later calls return
 * the same result. If another library has already registered a wallet of the same name, this one is not
 * registered; if another library does so later, wallet pickers show both.
 *
 * @returns `{ registered: true, wallet }`, or `{ registered: false, reason }` where no wallet app can be
 * reached. If `chains` has a name that this package does not know, the reason is `unknown-chain`, and `error`
 * names it
 * @throws `INVALID_ARGUMENT` for other wrong options; never because of where it runs, nor for an icon or an
 * `identity.name`, which are reported and replaced
 */
export function registerMobileWallet(options: MobileWalletOptions): Registration {
  let settings: Settings;
  try {
    settings = parseSettings(options);
  } catch (thrown) {
    const error = thrown as MobileWalletError<'INVALID_ARGUMENT'>;
    if (!error?.context?.argument.startsWith('chains[')) throw error;
    // The name often comes from a build's environment, and an error while a page loads would break all of it.
    globalThis.reportError?.(error);
    return { registered: false, reason: 'unknown-chain', error };
  }
  const page = globalThis as { [REGISTRATION]?: Registration };
  if (page[REGISTRATION]) return page[REGISTRATION];
  const reason = getUnregisteredReason(settings);
  if (reason !== undefined) return { registered: false, reason };
  if (isNameTaken(settings.name)) return { registered: false, reason: 'name-taken' };
  const wallet = createWallet(settings);
  announce(wallet);
  page[REGISTRATION] = Object.freeze({ registered: true, wallet });
  return page[REGISTRATION];
}

/**
 * What apps and wallets pass to each other in the events of registration (Wallet Standard, `registerWallet`).
 */
type WalletsApi = Readonly<{ register(...wallets: readonly Wallet[]): () => void }>;

/** Registers a wallet with the apps that are ready, and with those that become ready later. */
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
 * Whether another library has registered a wallet of this name. Of two such wallets some wallet pickers show
 * both, and others lose one. Every registered wallet responds to an app's `app-ready` event, so this
 * dispatches one.
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
 * Creates the same wallet without registering it, for a dapp that passes it to its own list of wallets.
 * Wallets of one page with the same store, identity and chains share their grant.
 *
 * @throws `INVALID_ARGUMENT` for wrong options
 */
export function createMobileWallet(options: MobileWalletOptions): MobileStandardWallet {
  return createWallet(parseSettings(options));
}
