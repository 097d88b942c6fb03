import { PLAYED_PHONE } from '../protocol/played-phone.js';
import type { Settings } from './options.js';

/** Why a wallet is not registered here. */
export type UnregisteredReason =
  | 'server'
  | 'insecure'
  | 'ios'
  | 'webview'
  | 'desktop'
  | 'name-taken'
  | 'disabled';

type UserAgentData = Readonly<{ platform?: string }>;

/**
 * What Chrome on Android says in `navigator.platform`, and nothing else does. It stays where desktop sites are asked
 * for, when both the user agent and `userAgentData` speak of Linux (Chromium, `SetDesktopUserAgentOverride`).
 */
const CHROME_ON_ANDROID = 'Linux armv81';

/** Tells why no wallet app can be reached from here, or `undefined` where one may be. */
export function getUnregisteredReason({ local }: Pick<Settings, 'local'>): UnregisteredReason | undefined {
  if (typeof window === 'undefined' || typeof document === 'undefined') return 'server';
  if (local === 'never') return 'disabled';
  if (!window.isSecureContext) return 'insecure';
  // A mock wallet in the page answers on any device.
  if (Symbol.for(PLAYED_PHONE) in globalThis) return undefined;
  const { userAgent, maxTouchPoints, platform } = navigator;
  const { userAgentData } = navigator as Navigator & { userAgentData?: UserAgentData };
  // iPads say that they are Macs, which have no touch screen.
  const isIos = /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1);
  if (isIos) return 'ios';
  if (local === 'always') return undefined;
  // Android's WebView puts `; wv` into its user agent; apps that imitate an older one put `Version/4.0`.
  if (/; wv\)|Version\/\d+\.\d+ Chrome\//.test(userAgent)) return 'webview';
  const isAndroid =
    userAgentData?.platform === 'Android' || platform === CHROME_ON_ANDROID || /android/i.test(userAgent);
  return isAndroid ? undefined : 'desktop';
}
