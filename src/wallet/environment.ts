import { isWebShell, PLAYED_PHONE } from '../util/surroundings.js';
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

/**
 * The `navigator.platform` of Chrome on Android, and of no other browser. It stays the same when the user
 * requests the desktop site, which changes the user agent and `userAgentData` to Linux (Chromium,
 * `SetDesktopUserAgentOverride`).
 */
const CHROME_ON_ANDROID = 'Linux armv81';

/** Returns why no wallet can be reached from here, or `undefined` if one may be. */
export function getUnregisteredReason({
  local,
  remote,
}: Readonly<{ local: Settings['local']; remote?: Settings['remote'] }>): UnregisteredReason | undefined {
  if (typeof window === 'undefined' || typeof document === 'undefined') return 'server';
  if (local === 'never' && !remote) return 'disabled';
  if (!window.isSecureContext) return 'insecure';
  // A mock wallet in the page works on any device, and so does a wallet on another device.
  if (remote || Symbol.for(PLAYED_PHONE) in globalThis) return undefined;
  const { userAgent, maxTouchPoints, platform } = navigator;
  const { userAgentData } = navigator as Navigator & { userAgentData?: { platform?: string } };
  // iPads claim to be Macs, which have no touch screen.
  const isIos = /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1);
  if (isIos) return 'ios';
  if (local === 'always') return undefined;
  // The user agent of Android's WebView contains `; wv`. Some apps imitate that of an older WebView, with
  // `Version/4.0`.
  if (!isWebShell() && /; wv\)|Version\/\d+\.\d+ Chrome\//.test(userAgent)) return 'webview';
  const isAndroid =
    userAgentData?.platform === 'Android' || platform === CHROME_ON_ANDROID || /android/i.test(userAgent);
  return isAndroid ? undefined : 'desktop';
}
