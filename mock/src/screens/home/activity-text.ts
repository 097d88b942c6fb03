import { decodeBase64, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { formatCount, getMessageText } from '../../explain/text.js';
import type { ActivityEntry, ActivityOutcome } from '../../wallet/activity.js';
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

/** Returns what was decided and when, or `undefined` if nobody was asked. */
export function getDecisionText({ decision, decidedAt, at }: ActivityEntry): string | undefined {
  if (decision === undefined) return undefined;
  return decidedAt === undefined
    ? DECISIONS[decision]
    : `${DECISIONS[decision]}, after ${formatDuration(decidedAt - at)}`;
}

/** Returns in a few words what a request is about, e.g. `2 messages: “Hello…”`; empty if its method says all. */
export function getSubject({ method, params }: ActivityEntry): string {
  const payloads = params['payloads'];
  switch (method) {
    case 'authorize':
    case 'reauthorize':
      return getAuthorizationSubject(params);
    case 'sign_messages':
      return Array.isArray(payloads) ? getMessagesSubject(payloads) : '';
    case 'sign_transactions':
    case 'sign_and_send_transactions':
      return Array.isArray(payloads) ? formatCount(payloads.length, 'transaction') : '';
    default:
      return '';
  }
}

/** Returns an entry as the JSON-RPC that went over the wire, with what else is known of it. */
export function toJson({
  id,
  at,
  endedAt,
  decidedAt,
  method,
  params,
  outcome,
  ...rest
}: ActivityEntry): JsonObject {
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

function getAuthorizationSubject(params: JsonObject): string {
  const parts = [
    ...(params['sign_in_payload'] ? ['sign in'] : []),
    ...(params['auth_token'] ? ['by its token'] : []),
  ];
  return parts.join(', ');
}

function getMessagesSubject(payloads: readonly unknown[]): string {
  const count = formatCount(payloads.length, 'message');
  const [first] = payloads;
  const text = typeof first === 'string' ? readMessage(first) : undefined;
  if (text === undefined) return count;
  const characters = Array.from(text.replace(/\s+/g, ' '));
  const cut = characters.slice(0, MESSAGE_LENGTH).join('');
  return `${count}: “${cut}${characters.length > MESSAGE_LENGTH ? '…' : ''}”`;
}

/** Returns a message that is visible text. What came over the wire may be anything. */
function readMessage(payload: string): string | undefined {
  try {
    const { text, prefersText } = getMessageText(decodeBase64(payload));
    return prefersText ? text : undefined;
  } catch {
    return undefined;
  }
}
