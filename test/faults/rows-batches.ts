import { expect } from 'vitest';
import type { MessageFault } from '../../mock/src/wallet/faults/fault.js';
import { stateOf } from '../support/sends.js';
import { error, members, NOTHING } from './replies.js';
import { type Row, rowsAt } from './row.js';

const SEND = 'sign_and_send_transactions';
const SIGNATURE = expect.any(String);

/** What becomes of 25 inputs when the second request of 10 fails. */
function getFates<T>(first: T, second: T, third: T): readonly T[] {
  return [...Array<T>(10).fill(first), ...Array<T>(10).fill(second), ...Array<T>(5).fill(third)];
}

const states = (second: unknown, third: unknown) => ({
  transactions: getFates<unknown>(SIGNATURE, second, third).map(stateOf),
});
const second = (fault: MessageFault): readonly MessageFault[] => [{ ...fault, nth: 2 }];

/** Faults in the second of the three requests that 25 inputs become. */
export const BATCHES: readonly Row[] = [
  ...rowsAt('the second of three requests', [
    {
      what: 'dropped after the first',
      call: 'signMessages',
      link: 'socket',
      faults: [{ at: 'sign_messages', nth: 1, end: 'drop' }],
      outcome: 'SESSION_CLOSED',
      connected: true,
    },
    {
      what: 'closed in its place',
      call: 'signTransactions',
      faults: second({ at: 'sign_transactions', ...NOTHING, end: 1000 }),
      outcome: 'SESSION_CLOSED',
      connected: true,
    },
    {
      what: 'the user refuses it',
      call: 'signTransactions',
      faults: second(error('sign_transactions', -3)),
      outcome: 'USER_REJECTED',
      connected: true,
    },
    {
      what: 'code -2',
      call: 'signTransactions',
      faults: second(error('sign_transactions', -2, { valid: Array(10).fill(false) })),
      outcome: 'INVALID_PAYLOADS',
      context: { data: { valid: getFates(true, false, true) } },
      connected: true,
    },
    {
      what: 'closed in its place',
      call: 'sends',
      link: 'socket',
      faults: second({ at: SEND, ...NOTHING, end: 1011 }),
      outcome: 'SUBMISSION_UNKNOWN',
      context: states(undefined, null),
      connected: true,
    },
    {
      what: 'silence, then disconnect',
      call: 'sendAll',
      faults: second({ at: SEND, ...NOTHING }),
      ends: { by: 'disconnect', at: SEND, nth: 2 },
      outcome: 'success',
      result: getFates('sent', 'SUBMISSION_UNKNOWN', 'NOT_SUBMITTED'),
      connected: false,
    },
    {
      what: 'the user refuses it',
      call: 'sends',
      faults: second(error(SEND, -3)),
      outcome: 'SUBMISSION_UNKNOWN',
      context: states(undefined, null),
      connected: true,
    },
    {
      what: 'code -2',
      call: 'sends',
      faults: second(error(SEND, -2, { valid: Array(10).fill(false) })),
      outcome: 'SUBMISSION_UNKNOWN',
      context: states(undefined, null),
      connected: true,
    },
    {
      what: 'no signatures',
      call: 'sends',
      faults: second(members(SEND, { signatures: [] })),
      outcome: 'SUBMISSION_UNKNOWN',
      context: states(undefined, null),
      connected: true,
    },
    {
      what: 'closed in its place',
      call: 'sendAll',
      faults: second({ at: SEND, ...NOTHING, end: 1000 }),
      outcome: 'success',
      result: getFates('sent', 'SUBMISSION_UNKNOWN', 'NOT_SUBMITTED'),
      connected: true,
    },
    {
      what: 'the user refuses it',
      call: 'sendAll',
      faults: second(error(SEND, -3)),
      outcome: 'success',
      result: getFates('sent', 'SUBMISSION_UNKNOWN', 'NOT_SUBMITTED'),
      connected: true,
    },
    {
      what: 'code -2',
      call: 'sendAll',
      faults: second(error(SEND, -2)),
      outcome: 'success',
      result: getFates('sent', 'SUBMISSION_UNKNOWN', 'sent'),
      connected: true,
    },
    {
      what: 'code -6, once',
      call: 'sends',
      faults: second(error(SEND, -6)),
      outcome: 'success',
      connected: true,
    },
    {
      what: 'code -6, every time from then on',
      call: 'sends',
      faults: [2, 3].map((nth) => ({ ...error(SEND, -6), nth })),
      outcome: 'SUBMISSION_UNKNOWN',
      // Half of the second request was made again, and refused again.
      context: {
        rpcCode: -6,
        transactions: [10, 5, 10].flatMap((count, index) =>
          Array(count).fill(stateOf([SIGNATURE, undefined, null][index])),
        ),
      },
      connected: true,
    },
    {
      what: 'code -6, and then get_capabilities is not answered',
      call: 'sends',
      faults: [{ at: 'get_capabilities', ...NOTHING }, ...second(error(SEND, -6))],
      outcome: 'success',
      within: 15_000,
      connected: true,
    },
  ]),
];
