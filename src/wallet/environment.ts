import { isWebShell, PLAYED_PHONE, type PlayedPhone } from '../util/surroundings.js';
import type { FirstSettings } from './options.js';

/** Why a wallet is not registered here. */
export type UnregisteredReason =
  | 'server'
  | 'insecure'
  | 'wallet-browser'
  | 'ios'
  | 'webview'
  | 'desktop'
  | 'name-taken'
  | 'unknown-chain'
  | 'disabled';

/**
 * The `navigator.platform` of Chrome on Android, and of no other browser. It stays the same when the user
 * requests the desktop site, which changes the user agent and `userAgentData` to Linux (Chromium,
 * `SetDesktopUserAgentOverride`).
 */
export const CHROME_ON_ANDROID = 'Linux armv81';

/** The browser's data, as Chromium extends it. */
type Agent = Navigator & Readonly<{ userAgentData?: { platform?: string } }>;

/** What options say of how a wallet may be reached. */
type Reach = Readonly<{
  local: FirstSettings['local'];
  /** Whether there is one, also a wrong one. */
  remote?: unknown;
  openIn?: unknown;
}>;

/**
 * Returns why no wallet can be reached from here, or `undefined` if one may be. With `openIn`, also
 * `undefined` where no session with a wallet app is possible, but links can open this page in one.
 */
export function getUnregisteredReason({ local, remote, openIn }: Reach): UnregisteredReason | undefined {
  if (typeof window === 'undefined' || typeof document === 'undefined') return 'server';
  if (local === 'never' && !remote) return 'disabled';
  if (!window.isSecureContext) return 'insecure';
  const played = (globalThis as Playing)[Symbol.for(PLAYED_PHONE)];
  // A mock wallet in the page works on any device, and so does a wallet on another device.
  if (remote || played === true) return undefined;
  const { maxTouchPoints, platform, userAgentData } = navigator as Agent;
  const agent = played ?? navigator.userAgent;
  // iPads claim to be Macs, which have no touch screen.
  const isIos = /iphone|ipad|ipod|^ios/i.test(agent) || (/macintosh/i.test(agent) && maxTouchPoints > 1);
  // The user agent of Android's WebView contains `; wv`. Some apps imitate that of an older WebView, with
  // `Version/4.0`.
  const isWebView = !isWebShell() && /; wv\)|Version\/\d+\.\d+ Chrome\//.test(agent);
  const hasNoSessions = isIos || isWebView;
  // On a desktop, extensions inject the same objects.
  const hasInjected = hasNoSessions && ['phantom', 'solflare', 'backpack'].some(isInjected);
  if (hasInjected || /phantom\/|^wallet-/i.test(agent)) return 'wallet-browser';
  if (hasNoSessions && openIn) return undefined;
  if (isIos) return 'ios';
  if (local === 'always') return undefined;
  if (isWebView) return 'webview';
  const isAndroid =
    userAgentData?.platform === 'Android' || platform === CHROME_ON_ANDROID || /android/i.test(agent);
  return isAndroid ? undefined : 'desktop';
}

/**
 * Whether a wallet app has put a wallet of this name into the page. The page's own frames and elements are
 * members of `window`, too: none has a function `connect`, and a frame of another origin throws.
 */
function isInjected(name: string): boolean {
  try {
    const wallet = (window as unknown as Injected)[name] as Provider;
    return typeof (wallet.solana ?? wallet).connect === 'function';
  } catch {
    return false;
  }
}

type Provider = Readonly<{ connect?: unknown; solana?: Provider }>;
type Injected = Readonly<Record<string, unknown>>;

type Playing = { [key: symbol]: PlayedPhone | undefined };
