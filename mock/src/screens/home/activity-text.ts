import { decodeBase64, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { capitalize, formatCount, getMessageText, isSignInMessage, quoteText } from '../../explain/text.js';
import type { WalletState } from '../../phone/wallet-state.js';
import type { ActivityEntry, ActivityOutcome } from '../../wallet/activity.js';
import { getCoin } from '../coin.js';
import { formatDuration } from './words.js';

/** How a request stands, for filters and colours. */
export type ActivityStatus = 'waiting' | 'answered' | 'error' | 'unanswered';

const MESSAGE_LENGTH = 60;
const UNANSWERED: Readonly<Record<Extract<ActivityOutcome, { unanswered: string }>['unanswered'], string>> = {
  silence: 'never answered',
  closed: 'closed instead',
  crashed: 'crashed instead',
  'session-ended': 'session ended',
};
const DECISIONS: Readonly<Record<NonNullable<ActivityEntry['decision']>, string>> = {
  approved: 'approved',
  declined: 'declined',
  error: 'answered with an error',
  'invalid-payloads': 'answered that payloads are invalid',
  'not-submitted': 'answered that not all were submitted',
  silence: 'left without an answer',
  close: 'closed the wallet',
  crash: 'crashed the wallet',
  'forget-token': 'forgot the token',
  twice: 'answered twice',
  fault: 'answered with a fault',
};

/** What a request asks for, and what the wallet has done once it is answered. */
const WORDS: ReadonlyMap<string, readonly [noun: string, verb: string]> = new Map([
  ['authorize', ['connection', 'Connected']],
  ['reauthorize', ['connection', 'Connected']],
  ['deauthorize', ['disconnection', 'Disconnected']],
  ['sign_messages', ['message', 'Signed']],
  ['sign_transactions', ['transaction', 'Signed']],
  ['sign_and_send_transactions', ['transaction', 'Sent']],
]);

/** Requests that nobody is asked about, and that a user would not remember. */
const QUIET_WORDS: ReadonlyMap<string, string> = new Map([
  ['get_capabilities', 'Asked what this wallet can do'],
  ['clone_authorization', 'Asked to share its access'],
]);

/** What the words need of the chain: how sure a payment is, and what it is paid in. */
export type ActivityChain = Pick<WalletState['chain'], 'canReset' | 'hasFaucet'>;

/** Returns how a request stands. */
export function getStatus({ outcome }: ActivityEntry): ActivityStatus {
  if (!outcome) return 'waiting';
  if ('result' in outcome) return 'answered';
  return 'error' in outcome ? 'error' : 'unanswered';
}

/** Returns how a request stands, in words. */
export function getStatusText({ outcome }: ActivityEntry): string {
  if (!outcome) return 'waiting';
  if ('result' in outcome) return 'answered';
  return 'error' in outcome ? `error ${outcome.error.code}` : UNANSWERED[outcome.unanswered];
}

/**
 * Whether a user of the wallet would remember the request: a connection, a signature or a payment, and not
 * that an app has connected again by its token.
 */
export function isMemorable(entry: ActivityEntry): boolean {
  const words = WORDS.get(entry.method);
  if (words?.[1] !== 'Connected') return words !== undefined;
  return entry.decision !== undefined || getStatus(entry) !== 'answered';
}

/**
 * Returns a request in words, and how it ended, e.g. `Paid 0.01 test SOL` and `confirmed`, or `Message` and
 * `declined`. The end of what needs none is empty.
 */
export function getWords(
  entry: ActivityEntry,
  { canReset, hasFaucet }: ActivityChain,
): readonly [what: string, end: string] {
  const { method, params, hasFailed = false } = entry;
  const pays = entry.pays?.replace(/ SOL$/, ` ${getCoin(hasFaucet)}`);
  const words = WORDS.get(method);
  if (!words) return [QUIET_WORDS.get(method) ?? method, ''];
  const isSignIn = getIsSignIn(entry);
  const [noun, verb] = isSignIn ? (['sign-in', 'Signed in'] as const) : words;
  if (getStatus(entry) !== 'answered' || hasFailed) {
    const what = pays === undefined ? getCount(params, noun) : `payment of ${pays}`;
    const end = hasFailed ? 'failed' : entry.decision === 'declined' ? 'declined' : getStatusText(entry);
    return [capitalize(what), end];
  }
  if (isSignIn || !Array.isArray(params['payloads'])) return [verb, ''];
  const isSent = verb === 'Sent';
  // A chain that can be emptied executes at once what it accepts.
  const end = !isSent ? '' : canReset ? 'confirmed' : 'submitted';
  if (pays !== undefined) return [`${isSent ? 'Paid' : 'Signed a payment of'} ${pays}`, end];
  return [`${verb} ${getCount(params, noun, 'a ')}`, end];
}

/**
 * Whether a request asks for a sign-in: until it is answered by its payload, then by what was signed; or by
 * its one message.
 */
function getIsSignIn({ method, params, outcome }: ActivityEntry): boolean {
  if (method === 'sign_messages') {
    const [message, another] = readMessages(params['payloads']);
    return message !== undefined && another === undefined && isSignInMessage(message);
  }
  if (!params['sign_in_payload']) return false;
  return !outcome || !('result' in outcome) || 'sign_in_result' in Object(outcome.result);
}

function getCount({ payloads }: JsonObject, noun: string, article = ''): string {
  const count = Array.isArray(payloads) ? payloads.length : 1;
  return count === 1 ? `${article}${noun}` : formatCount(count, noun);
}

/** Returns what was decided and when, or `undefined` if nobody was asked. */
export function getDecisionText({ decision, decidedAt, at }: ActivityEntry): string | undefined {
  if (decision === undefined) return undefined;
  return decidedAt === undefined
    ? DECISIONS[decision]
    : `${DECISIONS[decision]}, after ${formatDuration(decidedAt - at)}`;
}

/** Returns what else there is to know of a request, e.g. `“Hello…”`; empty if its title says all. */
export function getSubject({ method, params }: ActivityEntry): string {
  if (method === 'sign_messages') return getMessageSubject(params['payloads']);
  return params['auth_token'] ? 'by its token' : '';
}

/** Returns an entry as the JSON-RPC that went over the wire, with what else is known of it. */
export function toJson(entry: ActivityEntry): JsonObject {
  const { id, at, endedAt, decidedAt, method, params, outcome, ...rest } = entry;
  return {
    id,
    ...rest,
    at: new Date(at).toISOString(),
    ...(decidedAt !== undefined && { decidedAt: new Date(decidedAt).toISOString() }),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    request: { method, params },
    ...(outcome && { response: outcome }),
  };
}

/** Quotes a message that is visible text. */
function getMessageSubject(payloads: unknown): string {
  const [first] = readMessages(payloads);
  const { text = '', prefersText } = getMessageText(first ?? new Uint8Array());
  return prefersText ? quoteText(text.replace(/\s+/g, ' '), MESSAGE_LENGTH) : '';
}

/** Reads the payloads of a request, which may be anything. Those that are no base64 are `undefined`. */
function readMessages(payloads: unknown): readonly (Uint8Array | undefined)[] {
  return (Array.isArray(payloads) ? payloads : []).map((payload) => {
    try {
      return typeof payload === 'string' ? decodeBase64(payload) : undefined;
    } catch {
      return undefined;
    }
  });
}
