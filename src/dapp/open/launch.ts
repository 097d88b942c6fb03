import { createInvalidArgumentError, MobileWalletError } from '../../util/errors.js';

/** The wallet app that the user has chosen. */
export type LaunchApp = Readonly<{
  /** The app's name. */
  name: string;
  /** The app's Android package, e.g. `app.phantom`. */
  androidPackage: string;
}>;

/**
 * Passes an association URI to the operating system, or to a substitute for it. Settles within 30 s, once the
 * URI has been passed on; whether a wallet app opened it cannot be known. `signal` aborts when the session
 * has ended. `app` is passed if the user has chosen a wallet app: only that one is to be opened.
 */
export type Launch = (
  uri: string,
  options: Readonly<{ signal: AbortSignal; app?: LaunchApp }>,
) => void | Promise<void>;

const GESTURES = {
  /** Otherwise the browser would block {@link launchByNavigation}. */
  isActive: 'The wallet app can only be opened in response to a tap: call this from a click handler',
  /** Some wallet pickers connect when the page is loaded, and an unwanted QR code would cover it. */
  hasBeenActive:
    'A QR code is shown only after the user has touched the page: call this from a click handler',
};

/**
 * Throws `USER_GESTURE_REQUIRED` if the page has no such user activation, but not in browsers without
 * `navigator.userActivation`, so that there the launch is attempted.
 */
export function assertUserActivation(kind: keyof typeof GESTURES = 'isActive'): void {
  if (globalThis.navigator?.userActivation?.[kind] !== false) return;
  throw new MobileWalletError('USER_GESTURE_REQUIRED', GESTURES[kind]);
}

/**
 * Returns a promise that resolves when the user opens this page, or `undefined` if the browser has not
 * rendered it in advance (prerendering).
 */
export function whenPageOpens(): Promise<void> | undefined {
  const page = globalThis.document as (Document & { prerendering?: boolean }) | undefined;
  if (!page?.prerendering) return undefined;
  return new Promise((resolve) => {
    page.addEventListener('prerenderingchange', () => resolve(), { once: true });
  });
}

/**
 * The browser's {@link Launch}. Without user activation it does not navigate, because the browser would block
 * that. A wallet's `https:` link opens in a new tab: if no app handles it, a web page opens, which must not
 * replace the dapp's page. For a chosen app, `uri` is an `intent:` URI with its package.
 *
 * @throws `USER_GESTURE_REQUIRED`; `WALLET_NOT_FOUND` if the browser reports that nothing handles such links;
 * `INVALID_ARGUMENT` outside a browser
 */
export const launchByNavigation: Launch = (uri, { signal }) => {
  if (typeof location === 'undefined') {
    throw createInvalidArgumentError('launch', 'must be given outside a browser');
  }
  assertUserActivation();
  try {
    if (uri.startsWith('https:')) openInNewTab(uri);
    // Firefox would replace the dapp's page by an error page if no app handles the custom scheme.
    else if (/firefox/i.test(navigator.userAgent)) openInFrame(uri, signal);
    else location.assign(uri);
  } catch (cause) {
    throw new MobileWalletError('WALLET_NOT_FOUND', 'No wallet app is installed', {}, { cause });
  }
};

function openInNewTab(uri: string): void {
  const link = document.createElement('a');
  link.href = uri;
  link.target = '_blank';
  link.rel = 'noopener';
  document.documentElement.append(link);
  link.click();
  link.remove();
}

function openInFrame(uri: string, signal: AbortSignal): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = uri;
  document.documentElement.append(frame);
  signal.addEventListener('abort', () => frame.remove(), { once: true });
}
