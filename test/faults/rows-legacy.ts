import { concatBytes } from '../../src/util/bytes.js';
import { bytes, error, flipLast, members, NOTHING } from './replies.js';
import { type Row, rowsAt } from './row.js';

const phone = { protocol: 'legacy' } as const;

/** Faults of wallets that speak the legacy protocol (1.x). */
export const LEGACY: readonly Row[] = rowsAt('a legacy wallet', [
  { what: 'none', call: 'signMessage', phone, outcome: 'success', connected: true },
  {
    what: 'HELLO_RSP with one byte too many',
    call: 'connect',
    phone,
    faults: [bytes('hello', (message) => [concatBytes(message, Uint8Array.of(0))])],
    outcome: 'PROTOCOL_VIOLATION',
    connected: false,
  },
  {
    what: 'HELLO_RSP twice',
    call: 'connect',
    phone,
    faults: [bytes('hello', (message) => [message, message])],
    outcome: 'PROTOCOL_VIOLATION',
    connected: false,
  },
  {
    what: 'the first frame has number 2',
    call: 'connect',
    phone,
    faults: [{ at: 'get_capabilities', number: () => 2 }],
    outcome: 'PROTOCOL_VIOLATION',
    connected: false,
  },
  {
    what: 'authorize: a flipped tag',
    call: 'connect',
    phone,
    faults: [bytes('authorize', (frame) => [flipLast(frame)])],
    outcome: 'PROTOCOL_VIOLATION',
    connected: false,
  },
  {
    what: 'reauthorize: closed with 1011 in its place',
    call: 'signMessage',
    phone,
    link: 'socket',
    faults: [{ at: 'reauthorize', ...NOTHING, end: 1011 }],
    outcome: 'SESSION_CLOSED',
    context: { closeCode: 1011 },
    connected: true,
  },
  {
    what: 'reauthorize: silence, then disconnect',
    call: 'signMessage',
    phone,
    faults: [{ at: 'reauthorize', ...NOTHING }],
    ends: { by: 'disconnect', at: 'reauthorize' },
    outcome: 'SESSION_CLOSED',
    connected: false,
  },
  {
    what: 'reauthorize: code -1, then authorized afresh',
    call: 'signMessage',
    phone,
    faults: [error('reauthorize', -1)],
    outcome: 'success',
    connected: true,
  },
  {
    what: 'reauthorize: no accounts, then authorized afresh',
    call: 'signMessage',
    phone,
    faults: [members('reauthorize', { accounts: [] })],
    outcome: 'success',
    connected: true,
  },
  {
    what: 'sign_and_send_transactions: dropped in its place',
    call: 'send',
    phone,
    link: 'socket',
    faults: [{ at: 'sign_and_send_transactions', ...NOTHING, end: 'drop' }],
    outcome: 'SUBMISSION_UNKNOWN',
    context: { transactions: [{ status: 'unknown' }] },
    connected: true,
  },
]);
