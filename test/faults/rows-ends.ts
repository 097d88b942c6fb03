import type { MessageFault, RequestMethod } from '../../mock/src/wallet/faults/fault.js';
import type { CallName } from './calls.js';
import { NOTHING } from './replies.js';
import { type Row, rowsAt } from './row.js';

const ENDS = [1000, 1001, 1005, 1011, 'drop'] as const;
const closeCode = (end: (typeof ENDS)[number]): number => (end === 'drop' ? 1006 : end);
const inPlace = (at: RequestMethod, end: MessageFault['end'], nth?: number): MessageFault => ({
  at,
  ...NOTHING,
  ...(end !== undefined && { end }),
  ...(nth !== undefined && { nth }),
});

/** Each request, the call that waits for it, and whether the wallet is still connected when it fails. */
const PENDING: readonly (readonly [method: RequestMethod, call: CallName, connected: boolean])[] = [
  ['authorize', 'connect', false],
  ['authorize', 'signIn', false],
  ['authorize', 'signMessage', true],
  ['get_capabilities', 'capabilities', false],
  ['sign_messages', 'signMessage', true],
  ['sign_transactions', 'signTransaction', true],
  ['deauthorize', 'revoke', true],
  ['clone_authorization', 'clone', true],
  ['sign_messages', 'sessionSteps', false],
];

/** The connection ends, or falls silent, while calls are pending. */
export const ENDINGS: readonly Row[] = [
  ...PENDING.flatMap(([method, call, connected], index) =>
    rowsAt(`${method} pending`, [
      // Every way to end over a real socket for the first, one way for each of the others.
      ...ENDS.filter((_, place) => index === 0 || place === index % ENDS.length).map((end) => ({
        what: end === 'drop' ? 'dropped' : `closed with ${end}`,
        call,
        link: 'socket' as const,
        faults: [inPlace(method, end)],
        outcome: 'SESSION_CLOSED' as const,
        context: { closeCode: closeCode(end) },
        connected,
      })),
      {
        what: 'closed',
        call,
        faults: [inPlace(method, 1000)],
        outcome: 'SESSION_CLOSED',
        connected,
      },
    ]),
  ),

  ...rowsAt('sign_and_send_transactions pending', [
    ...ENDS.map((end) => ({
      what: end === 'drop' ? 'dropped' : `closed with ${end}`,
      call: 'send' as const,
      link: 'socket' as const,
      faults: [inPlace('sign_and_send_transactions', end)],
      outcome: 'SUBMISSION_UNKNOWN' as const,
      context: { transactions: [{ status: 'unknown' }] },
      connected: true,
    })),
    {
      what: 'silence, then disconnect',
      call: 'send',
      faults: [inPlace('sign_and_send_transactions', undefined)],
      ends: { by: 'disconnect', at: 'sign_and_send_transactions' },
      outcome: 'SUBMISSION_UNKNOWN',
      context: { transactions: [{ status: 'unknown' }] },
      connected: false,
    },
  ]),

  ...rowsAt('silence', [
    ...PENDING.filter(([method]) => method !== 'get_capabilities').map(([method, call]) => ({
      what: `instead of ${method}, then ${call === 'sessionSteps' || call === 'clone' ? 'abort' : 'disconnect'}`,
      call,
      faults: [inPlace(method, undefined)],
      ...(call === 'sessionSteps' || call === 'clone'
        ? { ends: { by: 'abort' as const, at: method }, outcome: 'own error' as const }
        : { ends: { by: 'disconnect' as const, at: method }, outcome: 'SESSION_CLOSED' as const }),
      connected: call === 'clone',
    })),
    {
      what: 'instead of sign_messages, then abort',
      call: 'steps',
      link: 'socket',
      faults: [inPlace('sign_messages', undefined)],
      ends: { by: 'abort', at: 'sign_messages' },
      outcome: 'own error',
      connected: true,
    },
    {
      what: 'instead of get_capabilities',
      call: 'connect',
      faults: [inPlace('get_capabilities', undefined)],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'instead of get_capabilities',
      call: 'capabilities',
      faults: [inPlace('get_capabilities', undefined)],
      outcome: 'SESSION_TIMEOUT',
      within: 15_000,
      connected: false,
    },
    {
      what: 'instead of sign_messages and deauthorize, then disconnect',
      call: 'signMessage',
      faults: [inPlace('sign_messages', undefined), inPlace('deauthorize', undefined)],
      ends: { by: 'disconnect', at: 'sign_messages' },
      outcome: 'SESSION_CLOSED',
      connected: false,
    },
    {
      what: 'instead of deauthorize',
      call: 'revoke',
      faults: [inPlace('deauthorize', undefined)],
      outcome: 'SESSION_TIMEOUT',
      within: 15_000,
      connected: true,
    },
  ]),

  ...rowsAt('several calls pending', [
    {
      what: 'closed with 1011 at the first',
      call: 'severalCalls',
      link: 'socket',
      faults: [inPlace('sign_messages', 1011)],
      outcome: 'SESSION_CLOSED',
      context: { closeCode: 1011 },
      connected: true,
    },
    {
      what: 'closed with 1001 while all three are pending',
      call: 'together',
      link: 'socket',
      faults: [{ at: 'get_capabilities', ...NOTHING }, inPlace('authorize', 1001)],
      outcome: 'SESSION_CLOSED',
      context: { closeCode: 1001 },
      connected: false,
    },
    {
      what: 'dropped before the first is authorized',
      call: 'severalCalls',
      link: 'socket',
      faults: [inPlace('authorize', 'drop')],
      outcome: 'SESSION_CLOSED',
      connected: true,
    },
    {
      what: 'silence, then disconnect',
      call: 'severalCalls',
      faults: [inPlace('sign_messages', undefined)],
      ends: { by: 'disconnect', at: 'sign_messages' },
      outcome: 'SESSION_CLOSED',
      connected: false,
    },
  ]),

  ...rowsAt('between requests', [
    {
      what: 'closed after authorize',
      call: 'sessionSteps',
      link: 'socket',
      faults: [{ at: 'authorize', end: 1000 }],
      outcome: 'SESSION_CLOSED',
      context: { closeCode: 1000 },
      connected: false,
    },
    {
      what: 'closed after the token was renewed',
      call: 'signMessage',
      faults: [{ at: 'authorize', end: 1000 }],
      outcome: 'SESSION_CLOSED',
      connected: true,
    },
    {
      what: 'closed before the transaction has left',
      call: 'send',
      faults: [{ at: 'authorize', end: 1000 }],
      outcome: 'SESSION_CLOSED',
      connected: true,
    },
    {
      what: 'closed in place of the authorization, before the transaction has left',
      call: 'send',
      faults: [inPlace('authorize', 1000)],
      outcome: 'SESSION_CLOSED',
      connected: true,
    },
  ]),
];
