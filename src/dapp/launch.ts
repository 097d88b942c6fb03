import { createInvalidArgumentError, MobileWalletError } from '../errors.js';

/**
 * Hands an association URI to the operating system, or to whatever stands in for it. Settles when the URI has
 * been handed over, within 30 s; nobody can know whether a wallet app took it. `signal` aborts when the session has ended.
 */
export type Launch = (uri: string, options: Readonly<{ signal: AbortSignal }>) => void | Promise<void>;

/**
 * Throws where {@link launchByNavigation} would be blocked, because the page has no user activation. A browser that does
 * not know user activation says nothing about it, so there it is tried.
 *
 * @throws `USER_GESTURE_REQUIRED`
 */
export function assertUserActivation(): void {
  if (globalThis.navigator?.userActivation?.isActive === false) {
    throw new MobileWalletError(
      'USER_GESTURE_REQUIRED',
      'The wallet app can only be opened in response to a tap: call this from a click handler',
    );
  }
}

/**
 * The browser's {@link Launch}. A browser that knows user activation gets no navigation without it, since it would be
 * blocked. A wallet's `https:` link opens in a tab of its own: where no app takes it, a web page does, which must not
 * take the place of the dapp's.
 *
 * @throws `USER_GESTURE_REQUIRED`; `WALLET_NOT_FOUND` where the browser says that nothing opens such links;
 * `INVALID_ARGUMENT` outside a browser
 */
export const launchByNavigation: Launch = (uri, { signal }) => {
  if (typeof location === 'undefined') {
    throw createInvalidArgumentError('launch', 'must be given outside a browser');
  }
  assertUserActivation();
  try {
    if (uri.startsWith('https:')) openInNewTab(uri);
    // Firefox would show an error page in place of the dapp's where no app takes a custom scheme.
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
