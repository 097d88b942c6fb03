import { NOTHING } from './replies.js';
import { type Row, rowsAt } from './row.js';

/** Faults after the last reply. */
export const CLOSING: readonly Row[] = [
  ...rowsAt('closing', [
    {
      what: 'closed with 1000 right after the last reply',
      call: 'signMessage',
      link: 'socket',
      faults: [{ at: 'sign_messages', end: 1000 }],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'closed with 1000 while the session lingers',
      call: 'signMessage',
      link: 'socket',
      idleMs: 200,
      faults: [{ at: 'sign_messages', end: 1000 }],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'a breach while the session lingers',
      call: 'signMessage',
      idleMs: 200,
      faults: [{ at: 'sign_messages', send: (frame) => [frame, frame] }],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'closed right after authorize, while get_capabilities is pending',
      call: 'connect',
      faults: [
        { at: 'get_capabilities', ...NOTHING },
        { at: 'authorize', end: 1000 },
      ],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'dropped right after the last reply',
      call: 'signMessage',
      link: 'socket',
      faults: [{ at: 'sign_messages', end: 'drop' }],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'the wallet does not notice',
      call: 'signMessage',
      link: 'socket',
      faults: [{ at: 'sign_messages', goesDeaf: true }],
      isLeft: true,
      outcome: 'success',
      connected: true,
    },
    {
      what: 'the wallet goes on sending',
      call: 'signMessage',
      link: 'socket',
      faults: [{ at: 'sign_messages', rewrite: (json) => Array.from({ length: 50 }, () => json) }],
      outcome: 'success',
      connected: true,
    },
  ]),
];
