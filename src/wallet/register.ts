import type { Wallet } from '@wallet-standard/base';
import { prepareWhenIdle } from '../util/lazy.js';
import { isLoopbackHost } from '../util/surroundings.js';
import { getUnregisteredReason, type UnregisteredReason } from './environment.js';
import { type FirstSettings, type MobileWalletOptions, readOptions } from './options.js';
import { createWallet, type MobileStandardWallet } from './wallet.js';

/** The result of a registration. */
export type Registration = Readonly<
  | {
      /** The wallet is registered. */
      registered: true;
      /** The registered wallet. */
      wallet: MobileStandardWallet;
      /** There is none. */
      reason?: undefined;
    }
  | {
      /** The wallet is not registered. */
      registered: false;
      /** Why not. */
      reason: UnregisteredReason;
      /** There is none. */
      wallet?: undefined;
    }
>;

/** The page's registration, which all copies of this package on the page share. */
const REGISTRATION = Symbol.for('mobile-wallet-standard:registration');

/**
 * Registers the wallet app on this phone as a Wallet Standard wallet of this page. Call it once, before the
 * app renders, because some wallet pickers look for wallets only then. After a success, later calls return
 * the same result. If another library has already registered a wallet of the same name, this one is not
 * registered; if another library does so later, both stay, and some wallet pickers show both.
 *
 * Never throws: a wrong option is reported, and what needs it rejects (see `MobileWalletOptions`).
 *
 * @returns `{ registered: true, wallet }`, or `{ registered: false, reason }` where no wallet app can be
 * reached; the reason is `unknown-chain` if `chains` is empty, or names a chain that this package does not
 * know
 */
export function registerMobileWallet(options: MobileWalletOptions): Registration {
  const page = globalThis as { [REGISTRATION]?: Registration };
  if (page[REGISTRATION]) return page[REGISTRATION];
  const settings = readOptions(options);
  const hasNoChain = settings.chains.length === 0;
  const { local, passed } = settings;
  const openIn = passed.dialogs !== false && passed.openIn;
  const reason = hasNoChain
    ? 'unknown-chain'
    : (getUnregisteredReason({ local, remote: passed.remote, openIn }) ??
      (isNameTaken(settings.name) ? 'name-taken' : undefined));
  if (reason !== undefined) {
    reportEarly(settings, hasNoChain);
    return { registered: false, reason };
  }
  const wallet = createWallet(settings);
  announce(wallet);
  page[REGISTRATION] = Object.freeze({ registered: true, wallet });
  return page[REGISTRATION];
}

/**
 * Reports wrong options where no wallet is registered: on a page on this device, where a developer looks; and
 * anywhere if the options give no device a wallet (`hasNoWallet`), whose code for sessions would report them.
 */
function reportEarly(settings: FirstSettings, hasNoWallet = false): void {
  if (!hasNoWallet && !isLoopbackHost(globalThis.location?.hostname ?? '')) return;
  prepareWhenIdle(async () => (await import('./calls/operations.js')).checkOptions(settings));
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
 * Call it once for each: a wallet follows its store as long as the page lives. Wallets of one page with the
 * same store, identity and chains share the grant that the store keeps. Never throws: a wrong option is
 * reported, and what needs it rejects (see `MobileWalletOptions`). With wrong `chains`, every call does.
 */
export function createMobileWallet(options: MobileWalletOptions): MobileStandardWallet {
  return createWallet(readOptions(options));
}
