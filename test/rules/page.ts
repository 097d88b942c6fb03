import type { Wallet } from '@wallet-standard/base';
import { vi } from 'vitest';
import { PLAYED_PHONE } from '../../src/util/surroundings.js';
import { registerMobileWallet } from '../../src/wallet/register.js';
import { setUpConnected } from '../support/wallet.js';

const REGISTRATION = Symbol.for('mobile-wallet-standard:registration');
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';

/**
 * Opens a new page with all that a registration needs: a real event target as `window`, by default in a
 * browser on Android. Returns the events on it.
 */
export function openPage(userAgent = ANDROID) {
  const page = Object.assign(new EventTarget(), { isSecureContext: true });
  Object.assign(page, { top: page });
  const navigator = { userAgent, maxTouchPoints: 5 };
  const deprecatedUses: string[] = [];
  Object.defineProperty(navigator, 'wallets', {
    get: () => void deprecatedUses.push('read'),
    set: () => void deprecatedUses.push('written'),
  });
  const events: string[] = [];
  for (const type of ['register-wallet', 'app-ready']) {
    page.addEventListener(`wallet-standard:${type}`, () => events.push(type));
  }
  vi.stubGlobal('window', page);
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => true }),
  );
  vi.stubGlobal('navigator', navigator);
  return { window: page, events, deprecatedUses };
}

/** Leaves the page; nothing of it is there for the next. */
export function closePage(): void {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, REGISTRATION);
  Reflect.deleteProperty(globalThis, Symbol.for(PLAYED_PHONE));
}

/**
 * Returns what `window` has under the name of a frame of another origin, whose members cannot be read, as a
 * browser refuses them.
 */
export function createForeignWindow(): object {
  const refuse = (): never => {
    throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError');
  };
  return new Proxy({}, { get: refuse, has: refuse });
}

/** Loads another copy of the app's side of Wallet Standard, as a library that brings its own does. */
export async function loadRegistry() {
  // Node keeps every copy for as long as the thread lives, which may be longer than this module, so a counter
  // could repeat.
  const url = new URL(`./wallets.js?copy=${crypto.randomUUID()}`, import.meta.resolve('@wallet-standard/app'))
    .href;
  const { getWallets } = (await import(/* @vite-ignore */ url)) as typeof import('@wallet-standard/app');
  return getWallets;
}

/** A phone, and options to register with; the phone has authorized this dapp on an earlier page. */
export async function setUpAuthorized() {
  const { settings, wallet, phone } = await setUpConnected();
  return { settings, phone, earlier: wallet };
}

/** Registers, and gives the wallet; throws where it cannot be registered. */
export function register(options: Parameters<typeof registerMobileWallet>[0]) {
  const registration = registerMobileWallet(options);
  if (!registration.registered) throw new Error(registration.reason);
  return registration.wallet;
}

/** A wallet of another library. */
export function createOtherWallet(name: string): Wallet {
  return { version: '1.0.0', name, icon: 'data:image/png;base64,', chains: [], features: {}, accounts: [] };
}
