/** Social apps, by what their browsers say of themselves. */
const SOCIAL_APPS: readonly (readonly [name: string, userAgent: RegExp])[] = [
  ['Instagram', /Instagram/],
  ['Facebook', /FBAN|FBAV|FB_IAB/],
  ['X', /Twitter/],
  ['TikTok', /musical_ly|BytedanceWebview/],
  ['Telegram', /Telegram/],
];

/** Returns the name of the social app in whose browser this page is, if it is in one. */
export function getSocialApp(): string | undefined {
  const { userAgent } = navigator;
  // Telegram's browser on iPhones says in its user agent that it is Safari.
  if (['TelegramWebview', 'TelegramWebviewProxy'].some(isInjected)) return 'Telegram';
  return SOCIAL_APPS.find(([, pattern]) => pattern.test(userAgent))?.[0];
}

/** Returns the name of the wallet app in whose browser this page is, if it is in a known one. */
export function getWalletBrowser(): string {
  return ['Phantom', 'Solflare', 'Backpack'].find((name) => isInjected(name.toLowerCase())) ?? 'Phantom';
}

/**
 * Returns a link that opens `url` in the phone's browser, from the browser of another app on Android
 * (https://developer.chrome.com/docs/android/intents). An app may ignore it. Android reads what follows the
 * last `#`, so the address may have any hash.
 */
export function getBrowserLink(url: string): string | undefined {
  if (!/android/i.test(navigator.userAgent)) return undefined;
  const scheme = new URL(url).protocol.slice(0, -1);
  const parts = ['Intent', `scheme=${scheme}`, 'action=android.intent.action.VIEW', 'end'];
  return `intent:${url.slice(scheme.length + 1)}#${parts.join(';')}`;
}

/**
 * Whether an app has put an object of this name into the page. The names of the page's frames and elements
 * are members of `window`, too, but inherited ones.
 */
function isInjected(name: string): boolean {
  return Object.hasOwn(window, name);
}
