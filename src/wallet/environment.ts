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
 * Tells why no wallet app can be reached from here, or `undefined` where one may be. An Android browser that
 * asks for desktop sites still says its platform in `userAgentData`.
 */
export function getUnregisteredReason({ local }: Pick<Settings, 'local'>): UnregisteredReason | undefined {
  if (typeof window === 'undefined' || typeof document === 'undefined') return 'server';
  if (local === 'never') return 'disabled';
  if (!window.isSecureContext) return 'insecure';
  const { userAgent, maxTouchPoints } = navigator;
  const { userAgentData } = navigator as Navigator & { userAgentData?: UserAgentData };
  // iPads say that they are Macs, which have no touch screen.
  const isIos = /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1);
  if (isIos) return 'ios';
  if (local === 'always') return undefined;
  // Android's WebView puts `; wv` into its user agent; apps that imitate an older one put `Version/4.0`.
  if (/; wv\)|Version\/\d+\.\d+ Chrome\//.test(userAgent)) return 'webview';
  const isAndroid = userAgentData?.platform === 'Android' || /android/i.test(userAgent);
  return isAndroid ? undefined : 'desktop';
}
