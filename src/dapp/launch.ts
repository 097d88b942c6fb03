import { createInvalidArgumentError, MobileWalletError } from '../errors.js';

/**
 * Hands an association URI to the operating system, or to whatever stands in for it. Settles when the URI has
 * been handed over; nobody can know whether a wallet app took it.
 */
export type Launch = (uri: string, options: Readonly<{ signal: AbortSignal }>) => void | Promise<void>;

/**
 * The browser's {@link Launch}: navigates to the URI. A browser that knows user activation gets no navigation
 * without it, since it would be blocked.
 *
 * @throws `USER_GESTURE_REQUIRED`; `INVALID_ARGUMENT` outside a browser
 */
export const launchByNavigation: Launch = (uri) => {
  if (typeof location === 'undefined') {
    throw createInvalidArgumentError('launch', 'must be given outside a browser');
  }
  if (navigator.userActivation?.isActive === false) {
    throw new MobileWalletError(
      'USER_GESTURE_REQUIRED',
      'The wallet app can only be opened in response to a tap: call this from a click handler',
    );
  }
  location.assign(uri);
};
