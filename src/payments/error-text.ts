import type { MobileWalletErrorCode } from '../util/errors.js';
import { findMobileWalletError, isSendError } from '../util/find-error.js';
import { isDeclined } from './is-declined.js';
import { sortSend } from './sort-send.js';

/**
 * What users are told, by an error's code, or by what else makes a difference. Of a send, the text for what
 * happened stands behind `NOTHING_SENT`, or before `MAYBE_SENT`.
 */
export type ErrorTexts = Readonly<
  Record<
    | MobileWalletErrorCode
    /** An error that no wallet of this library threw. */
    | 'OTHER'
    /** `LOOPBACK_BLOCKED` by the site itself. */
    | 'LOOPBACK_FORBIDDEN'
    /** A wallet declined to send. That is no more than its word. */
    | 'SEND_DECLINED'
    /** `SUBMISSION_UNKNOWN` because the wallet declined one of several. */
    | 'PARTLY_DECLINED'
    /** Of a send: the library knows that nothing was sent. */
    | 'NOTHING_SENT'
    /** Of a send: nobody knows. */
    | 'MAYBE_SENT',
    string
  >
>;

const TEXTS: ErrorTexts = {
  OTHER: 'Something went wrong.',
  NOTHING_SENT: 'Nothing was sent.',
  MAYBE_SENT: 'It may have been sent. Look at your wallet before you try again.',
  SEND_DECLINED: 'Your wallet declined. Before you try again, check that it has sent nothing.',
  PARTLY_DECLINED: 'Your wallet declined, but may have sent some of it. Check before you try again.',

  USER_REJECTED: 'Your wallet declined.',
  USER_CANCELLED: 'You stopped before your wallet answered.',
  OPENED_IN_WALLET: 'Go on in your wallet app.',

  NOT_SUBMITTED: 'Your wallet says that it did not send it.',
  ALREADY_SUBMITTED: 'It was already sent. Look at your wallet before you try again.',
  SUBMISSION_UNKNOWN: 'Your wallet gave no clear answer.',

  WALLET_NOT_FOUND: 'Your wallet didn’t answer. Open your wallet app once. Then try again.',
  USER_GESTURE_REQUIRED: 'Please tap the button again to open your wallet.',
  LOOPBACK_BLOCKED:
    'Your browser blocks the wallet. Allow apps on this device in this site’s permissions. Then try again.',
  LOOPBACK_FORBIDDEN:
    'This site does not allow the connection to your wallet app. Please tell the people who run it.',
  CODE_NOT_LOADED: 'A part of this page could not be loaded. Check your connection, then reload the page.',

  SESSION_CLOSED: 'The connection to your wallet has ended. Please try again.',
  SESSION_TIMEOUT: 'The connection to your wallet has ended. Please try again.',
  PROTOCOL_VIOLATION: 'Your wallet sent something unexpected. Update your wallet app, or use another one.',
  INVALID_RESPONSE: 'Your wallet sent something unexpected. Update your wallet app, or use another one.',
  PAYLOAD_TOO_LARGE:
    'This request is too large for a wallet on another device. Open this page on the device that has your wallet.',

  NOT_AUTHORIZED: 'Your wallet no longer knows this site. Disconnect, then connect again.',
  ACCOUNT_NOT_AUTHORIZED:
    'Your wallet did not offer this account. Choose it in your wallet, or disconnect and connect with another one.',
  CHAIN_NOT_SUPPORTED:
    'Your wallet does not support this network. Switch the network in your wallet, or use another wallet.',
  METHOD_NOT_SUPPORTED: 'Your wallet app cannot do this. Please try another wallet app.',
  NOT_CLONED: 'Your wallet app cannot do this. Please try another wallet app.',
  INVALID_PAYLOADS: 'Your wallet could not sign this.',
  TOO_MANY_PAYLOADS: 'Your wallet could not sign this.',
  WALLET_ERROR: 'Your wallet reported a problem.',

  INVALID_ARGUMENT: 'Something is wrong with this site.',
};

/** A decision so soon may be the wallet's own, and its user may have seen nothing but a flicker. */
const INSTANT_MS = 1_000;

/**
 * Returns what to tell a user about an error of this library or of another wallet. `null`: they have just
 * declined or cancelled, so there is nothing to tell.
 *
 * With `isSend`, the wallet was asked to send a transaction. Then there is always a text, which says what is
 * known of the money, and no more. An error of `findSendError` needs no `isSend`.
 *
 * `texts` replaces some of the texts, for example by those of another language.
 */
export function getErrorText(
  error: unknown,
  { isSend = false, texts }: Readonly<{ isSend?: boolean; texts?: Partial<ErrorTexts> }> = {},
): string | null {
  const all: ErrorTexts = { ...TEXTS, ...texts };
  const found = findMobileWalletError(error);
  const text = all[found ? getKey(found) : 'OTHER'] ?? all.OTHER;
  if (!isSend && !isSendError(found)) {
    const isInstant = found?.code === 'USER_REJECTED' && (found.context.tookMs ?? INSTANT_MS) < INSTANT_MS;
    const isChoice =
      isDeclined(error) || found?.code === 'USER_CANCELLED' || found?.code === 'OPENED_IN_WALLET';
    return isChoice && !isInstant ? null : text;
  }
  if (isDeclined(error)) return all.SEND_DECLINED;
  if (found?.code === 'ALREADY_SUBMITTED') return text;
  if (found?.code === 'SUBMISSION_UNKNOWN' && isDeclined(found.cause)) return all.PARTLY_DECLINED;
  const isUnsent = sortSend([0], error).unsent.length > 0 && found?.code !== 'SUBMISSION_UNKNOWN';
  return isUnsent ? `${all.NOTHING_SENT} ${text}` : `${text} ${all.MAYBE_SENT}`;
}

function getKey(error: NonNullable<ReturnType<typeof findMobileWalletError>>): keyof ErrorTexts {
  const isForbidden = error.code === 'LOOPBACK_BLOCKED' && error.context.policy !== undefined;
  return isForbidden ? 'LOOPBACK_FORBIDDEN' : error.code;
}
