import {
  type ErrorTexts,
  findMobileWalletError,
  findSendError,
  getErrorText,
  isDeclined,
} from 'mobile-wallet-standard';
import { findCause } from './failures.js';

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

/**
 * What is known of a send that failed: that nothing left this page, or what the chain says after a refusal,
 * which is only the wallet’s word.
 */
export type SendEnd = 'not-sent' | 'unseen' | 'unreachable';

/** Thrown for a send that failed. Its `cause` is what the wallet or this page threw. */
export class SendFailed extends Error {
  override readonly name = 'SendFailed';
  readonly end: SendEnd;

  constructor(end: SendEnd, cause: unknown) {
    super('The wallet was asked to send, and did not', { cause });
    this.end = end;
  }
}

/** An error as the page shows it: what happened and what to do, then the details for developers. */
export type ErrorDescription = Readonly<{
  /** `neutral`: the user chose this, or the wallet in their name. */
  tone: 'failure' | 'neutral';
  title: string;
  advice: string;
  code: string;
  message: string;
}>;

/** Where the words of this page are not those of the library. The first sentence is the title. */
const TEXTS: Partial<ErrorTexts> = {
  OTHER: 'That did not work. Try again. If it keeps failing, the details below say more.',
  NOTHING_SENT: '',
  MAYBE_SENT: '',
  CHAIN_NOT_SUPPORTED:
    'Your wallet does not use test SOL. Switch on Devnet in the wallet’s settings, or use another wallet.',
  LOOPBACK_BLOCKED:
    'Your browser blocks the wallet. Tap the icon beside the page’s address, and allow apps on this device. Then try again.',
};
const OWN_TEXTS: Readonly<Record<DemoErrorCode, string>> = {
  CHAIN_UNREACHABLE: 'The chain cannot be reached. Check your internet connection, then try again.',
  NO_TEST_SOL:
    'No test SOL this time. The faucet gives out little at a time. Try again later, or visit faucet.solana.com.',
  DISCONNECTED: 'The wallet is no longer connected. Connect it again, then retry.',
};
const MONEY: Readonly<Record<SendEnd, string>> = {
  'not-sent': 'Nothing was sent.',
  unseen: 'The chain shows no payment so far. If you pay again, your wallet is asked for the same one.',
  unreachable: 'The chain could not be asked whether it was paid. If you pay again, this page looks first.',
};

/** Describes anything that a wallet or this page threw. */
export function describeError(error: unknown): ErrorDescription {
  const end = error instanceof SendFailed ? error.end : undefined;
  const thrown = error instanceof SendFailed ? error.cause : error;
  const message = thrown instanceof Error && thrown.message !== '' ? thrown.message : String(thrown);
  const choice = describeChoice(thrown);
  const text = choice ?? (thrown instanceof DemoError ? OWN_TEXTS[thrown.code] : describeFailure(thrown));
  const [, title = text, advice = ''] = /^(.+?)\.(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  const cause = findSendError(thrown) && findCause(message);
  return {
    tone: choice === undefined ? 'failure' : 'neutral',
    title,
    advice: [end && MONEY[end], cause, advice].filter(Boolean).join(' '),
    code: getCode(thrown),
    message,
  };
}

const describeFailure = (error: unknown): string =>
  getErrorText(error, { texts: TEXTS }) ?? 'Your wallet declined.';

/** What the user, or the wallet in their name, has chosen. */
function describeChoice(error: unknown): string | undefined {
  if (isDeclined(error)) return 'Your wallet declined.';
  const code = findMobileWalletError(error)?.code;
  if (code === 'USER_CANCELLED') return 'Cancelled. You stopped before the wallet answered.';
  return code === 'OPENED_IN_WALLET' ? 'Opened in your wallet app. Go on there.' : undefined;
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
