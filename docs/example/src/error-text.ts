import { findMobileWalletError } from 'mobile-wallet-standard';

/**
 * Returns what to tell the user about an error. `null`: they have just declined or cancelled, so there is
 * nothing to tell.
 */
export function getErrorText(error: unknown): string | null {
  const found = findMobileWalletError(error);
  if (!found) return isDeclined(error) ? null : 'Something went wrong.';
  switch (found.code) {
    case 'USER_REJECTED':
      // So soon, the user may have seen nothing but a flicker: some wallets decline by themselves.
      return (found.context.tookMs ?? 1_000) < 1_000 ? 'Your wallet declined.' : null;
    case 'USER_CANCELLED':
    case 'OPENED_IN_WALLET':
      return null;

    case 'NOT_SUBMITTED':
      return 'Your wallet says that it did not send the transaction.';
    case 'ALREADY_SUBMITTED':
      return 'A transaction was already sent. Look at your wallet before you try again.';
    case 'SUBMISSION_UNKNOWN':
      if (findMobileWalletError((found as { cause?: unknown }).cause, 'USER_REJECTED')) {
        return 'Your wallet declined, but may have sent some of it. Check before you pay again.';
      }
      return 'We can’t tell if it was sent. Look at your wallet before you try again.';

    case 'WALLET_NOT_FOUND':
      return 'Your wallet didn’t answer. Open your wallet app once. Then try again.';
    case 'USER_GESTURE_REQUIRED':
      return 'Please tap the button again to open your wallet.';
    case 'LOOPBACK_BLOCKED':
      if (found.context.policy !== undefined) {
        return 'This site does not allow the connection to your wallet app. Please tell the people who run it.';
      }
      return 'Your browser blocks the wallet. Allow apps on this device in this site’s permissions. Then try again.';
    case 'CODE_NOT_LOADED':
      return 'A part of this page could not be loaded. Check your connection, then reload the page.';

    case 'SESSION_CLOSED':
    case 'SESSION_TIMEOUT':
      return 'The connection to your wallet has ended. Please try again.';
    case 'PROTOCOL_VIOLATION':
    case 'INVALID_RESPONSE':
      return 'Your wallet sent something unexpected. Update your wallet app, or use another one.';
    case 'PAYLOAD_TOO_LARGE':
      return 'This request is too large for a wallet on another device. Open this page on the device that has your wallet.';

    case 'NOT_AUTHORIZED':
      return 'Your wallet no longer knows this site. Disconnect, then connect again.';
    case 'ACCOUNT_NOT_AUTHORIZED':
      return 'Your wallet did not offer this account. Choose it in your wallet, or disconnect and connect with another one.';
    case 'CHAIN_NOT_SUPPORTED':
      return 'Your wallet does not support this network. Switch the network in your wallet, or use another wallet.';
    case 'METHOD_NOT_SUPPORTED':
    case 'NOT_CLONED':
      return 'Your wallet app cannot do this. Please try another wallet app.';
    case 'INVALID_PAYLOADS':
    case 'TOO_MANY_PAYLOADS':
      return 'Your wallet could not sign this.';
    case 'WALLET_ERROR':
      return 'Your wallet reported a problem. Please try again.';

    case 'INVALID_ARGUMENT':
      return 'Something is wrong with this site. Nothing was sent to your wallet.';
  }
}

/** By these codes, other wallets say that their user has declined: the second is Wallet Standard's own. */
const DECLINED: readonly unknown[] = [4001, 4001000];

/**
 * Returns whether a wallet, of this library or another one, says that its user has declined. It is the
 * wallet's word alone: before you ask for a payment again, look for it on the chain.
 *
 * By its code, and never by its text, because wallets have said “user rejected” of what had failed.
 */
export function isDeclined(error: unknown): boolean {
  const found = findMobileWalletError(error);
  if (found) return found.code === 'USER_REJECTED';
  let inner = error;
  for (let depth = 0; depth < 10 && typeof inner === 'object' && inner !== null; depth++) {
    const wrapper: Wrapper = inner;
    const code = wrapper.code ?? wrapper.context?.__code;
    if (code !== undefined) return DECLINED.includes(code);
    inner = wrapper.error ?? wrapper.cause ?? wrapper.originalError;
  }
  return false;
}

/** An error, and where libraries keep the one that they wrap. */
type Wrapper = {
  code?: unknown;
  context?: { __code?: unknown };
  error?: unknown;
  cause?: unknown;
  originalError?: unknown;
};
