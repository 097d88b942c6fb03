import { nostrRows, type RemoteRow, reflectorRows } from './row.js';

const UNKNOWN = { transactions: [{ status: 'unknown' }] } as const;

/** The wallet app closes its end, or dies. */
export const LEAVING: readonly RemoteRow[] = [
  ...reflectorRows('the wallet leaves', [
    ...([1000, 1001, 1011, 'drop'] as const).flatMap((how) => [
      {
        what: `${how === 'drop' ? 'dropped' : `closed with ${how}`} in place of an answer`,
        call: 'signMessage' as const,
        faults: [{ at: 'sign_messages', send: () => [], end: how } as const],
        outcome: 'SESSION_CLOSED' as const,
        next: 'wallet-left' as const,
        connected: true,
      },
    ]),
    {
      what: 'after HELLO_RSP',
      call: 'connect',
      faults: [{ at: 'hello', end: 1001 }],
      outcome: 'SESSION_CLOSED',
      next: 'wallet-left',
      connected: false,
    },
    {
      what: 'in place of HELLO_RSP',
      call: 'connect',
      faults: [{ at: 'hello', send: () => [], end: 1001 }],
      outcome: 'SESSION_CLOSED',
      next: 'first',
      connected: false,
    },
    {
      what: 'in place of the answer to a send',
      call: 'send',
      faults: [{ at: 'sign_and_send_transactions', send: () => [], end: 1001 }],
      outcome: 'SUBMISSION_UNKNOWN',
      context: UNKNOWN,
      next: 'wallet-left',
      connected: true,
    },
    {
      what: 'after an answer',
      call: 'signMessage',
      faults: [{ at: 'sign_messages', end: 1001 }],
      outcome: 'success',
      next: 'wallet-left',
      connected: true,
    },
    {
      what: 'after the answer to a send',
      call: 'send',
      faults: [{ at: 'sign_and_send_transactions', end: 'drop' }],
      outcome: 'success',
      next: 'wallet-left',
      connected: true,
    },
  ]),
  ...nostrRows('the wallet leaves, and nobody tells', [
    {
      what: 'in place of an answer, then disconnect',
      call: 'signMessage',
      faults: [{ at: 'sign_messages', send: () => [], end: 1001 }],
      ends: { by: 'disconnect', at: 'sign_messages' },
      outcome: 'SESSION_CLOSED',
      next: 'first',
      connected: false,
    },
    {
      what: 'in place of the answer to a send, then disconnect',
      call: 'send',
      faults: [{ at: 'sign_and_send_transactions', send: () => [], end: 1001 }],
      ends: { by: 'disconnect', at: 'sign_and_send_transactions' },
      outcome: 'SUBMISSION_UNKNOWN',
      context: UNKNOWN,
      next: 'first',
      connected: false,
    },
  ]),
];
