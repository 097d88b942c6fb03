import { findMobileWalletError, findSendError, type MobileWalletErrorCode } from 'mobile-wallet-standard';
import { findCause } from './failures.js';
import { describeSubmission, getStates, isAnySent } from './submission.js';

export type DemoErrorCode = 'CHAIN_UNREACHABLE' | 'NO_TEST_SOL' | 'DISCONNECTED';

/** An error of this page itself, not of the wallet. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
  readonly code: DemoErrorCode;

  constructor(code: DemoErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An error as the page shows it: what happened and what to do, then the details for developers. */
export type ErrorDescription = Readonly<{
  /** `neutral`: the user chose this. `unsure`: something may have been sent. */
  tone: 'failure' | 'neutral' | 'unsure';
  title: string;
  advice: string;
  code: string;
  message: string;
}>;

type Text = readonly [title: string, advice: string];

const REJECTED: Text = ['Your wallet declined', 'You can ask again.'];
const MAYBE_SENT: Text = [
  'We can’t tell if it was paid',
  'Your wallet gave no clear answer. Check your balance before you pay again.',
];
const DECLINED_TITLE = 'Your wallet declined, but may have sent some of it';
const UNKNOWN: Text = ['That did not work', 'Try again. If it keeps failing, the details below say more.'];

/** What became of a send is told for each transaction. */
type SendCode = 'NOT_SUBMITTED' | 'ALREADY_SUBMITTED' | 'SUBMISSION_UNKNOWN';

/**
 * By the error's `code`: first those of the mobile wallet, then this page's own. The compiler checks that
 * none is missing.
 */
const TEXTS: Readonly<Record<Exclude<MobileWalletErrorCode, SendCode> | DemoErrorCode, Text>> = {
  USER_REJECTED: REJECTED,
  USER_CANCELLED: ['Cancelled', 'You stopped before the wallet answered. Nothing was signed or sent.'],
  OPENED_IN_WALLET: ['Opened in your wallet app', 'Go on there. Nothing was signed or sent on this page.'],
  USER_GESTURE_REQUIRED: [
    'One more tap, please',
    'Your browser opens another app only right after a tap. Press the button again.',
  ],
  LOOPBACK_BLOCKED: [
    'Your browser blocks the wallet',
    'Tap the icon beside the page’s address, and allow apps on this device. Then try again.',
  ],
  WALLET_NOT_FOUND: ['Your wallet didn’t answer', 'Open your wallet app once. Then try again.'],
  NOT_AUTHORIZED: ['The wallet has forgotten this page', 'Disconnect, then connect again.'],
  ACCOUNT_NOT_AUTHORIZED: [
    'The wallet no longer shares this account',
    'Disconnect, then connect again and choose the account you want to use.',
  ],
  CHAIN_NOT_SUPPORTED: [
    'Your wallet does not use test SOL',
    'Switch on Devnet in the wallet’s settings, or use another wallet.',
  ],
  INVALID_PAYLOADS: [
    'The wallet will not sign this',
    'It looked at the request and found it not valid. It may simply be too old: try again.',
  ],
  TOO_MANY_PAYLOADS: [
    'Too many at once for this wallet',
    'It signs fewer transactions at a time. Sign a single one instead.',
  ],
  METHOD_NOT_SUPPORTED: ['This wallet cannot do that', 'Update the wallet app, or use another wallet.'],
  PAYLOAD_TOO_LARGE: [
    'This is too much for a wallet on another device',
    'Nothing was sent. Ask for less at once, or open this page on the device that has your wallet.',
  ],
  NOT_CLONED: ['Your wallet did not share its access', 'Connect again.'],
  SESSION_CLOSED: ['The wallet closed before it answered', 'Nothing was signed. You can ask again.'],
  SESSION_TIMEOUT: [
    'The wallet went quiet',
    'Open the wallet app once to see that it works, then try again.',
  ],
  PROTOCOL_VIOLATION: [
    'Your wallet sent something unexpected',
    'Update your wallet app, or use another wallet.',
  ],
  INVALID_RESPONSE: [
    'Your wallet sent something wrong',
    'This page did not use it. Update your wallet app, or use another wallet.',
  ],
  WALLET_ERROR: [
    'The wallet reports a problem',
    'Try again. If it keeps failing, the details below say more.',
  ],
  INVALID_ARGUMENT: ['This page asked for something impossible', 'The mistake is the page’s, not yours.'],
  CODE_NOT_LOADED: [
    'A part of this page could not be loaded',
    'Nothing was signed or sent. Check your internet connection and try again, or reload the page.',
  ],
  CHAIN_UNREACHABLE: ['The chain cannot be reached', 'Check your internet connection, then try again.'],
  NO_TEST_SOL: [
    'No test SOL this time',
    'The faucet gives out little at a time. Try again later, or visit faucet.solana.com.',
  ],
  DISCONNECTED: ['The wallet is no longer connected', 'Connect it again, then retry.'],
};

/** Codes that mean that nothing was sent, because the wallet was not reached, or refuses before it sends. */
const NOT_SENT_CODES: readonly string[] = [
  'ACCOUNT_NOT_AUTHORIZED',
  'CHAIN_NOT_SUPPORTED',
  'CHAIN_UNREACHABLE',
  'CODE_NOT_LOADED',
  'DISCONNECTED',
  'INVALID_ARGUMENT',
  'LOOPBACK_BLOCKED',
  'METHOD_NOT_SUPPORTED',
  'NO_TEST_SOL',
  'OPENED_IN_WALLET',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_PAYLOADS',
  'USER_CANCELLED',
  'USER_GESTURE_REQUIRED',
  'USER_REJECTED',
  'WALLET_NOT_FOUND',
];
/** Codes for the user's own choice, which is not a failure. */
const USER_CHOICE_CODES: readonly string[] = ['OPENED_IN_WALLET', 'USER_CANCELLED', 'USER_REJECTED'];

/**
 * How other wallets report that the user declined: by a code, of which the second is Wallet Standard's own,
 * or by their message. Of a send, a message proves nothing.
 */
const REJECTION_CODES: readonly string[] = ['4001', '4001000'];
const REJECTION = /reject|denied|declin|cancell?ed/i;

/**
 * Describes anything that a wallet or this page threw. `sends` is whether the wallet was asked to send, too.
 * Then an error of another wallet leaves open what was sent, but this library says when that is so.
 */
export function describeError(error: unknown, sends = false): ErrorDescription {
  const message = error instanceof Error && error.message !== '' ? error.message : String(error);
  const code = getCode(error);
  return { ...findText(error, code, message, sends), code, message };
}

type Tone = ErrorDescription['tone'];

function findText(
  error: unknown,
  code: string,
  message: string,
  sends: boolean,
): Pick<ErrorDescription, 'tone' | 'title' | 'advice'> {
  const say = (tone: Tone, [title, advice]: Text) => ({ tone, title, advice });
  const failure = findSendError(error);
  if (failure) {
    const states = getStates(error);
    const refusal = findMobileWalletError(failure.cause, 'USER_REJECTED');
    const text = describeSubmission(states, findCause(message));
    return say(
      isAnySent(states) ? 'unsure' : 'failure',
      isAnySent(states) && refusal ? [DECLINED_TITLE, text[1]] : text,
    );
  }
  const text = (TEXTS as Readonly<Record<string, Text>>)[code];
  const isSaid = !sends && text === undefined && REJECTION.test(message);
  const isRejection = isSaid || REJECTION_CODES.includes(code);
  if (isRejection) return say('neutral', REJECTED);
  if (sends && mayBeSent(error, code)) return say('unsure', MAYBE_SENT);
  return say(USER_CHOICE_CODES.includes(code) ? 'neutral' : 'failure', text ?? UNKNOWN);
}

/**
 * Whether an error that is not one of a send leaves open what was sent. What another wallet says is judged by
 * its code; what the mobile wallet says after a second or more, that it has not authorized the request, is
 * only its word.
 */
function mayBeSent(error: unknown, code: string): boolean {
  const found = findMobileWalletError(error);
  if (!found) return !NOT_SENT_CODES.includes(code);
  return found.code === 'NOT_AUTHORIZED' && 'rpcCode' in found.context;
}

function getCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  if ('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')) {
    return String(error.code);
  }
  if ('context' in error && error instanceof Error && error.name === 'WalletStandardError')
    return String((error.context as { __code?: unknown }).__code);
  return error instanceof Error ? error.name : 'unknown';
}
