import type { MessageFault } from '../../mock/src/wallet/faults/fault.js';
import { concatBytes } from '../../src/util/bytes.js';
import { bytes, flipLast, NOTHING, PING, text } from './replies.js';
import { type Row, rowsAt } from './row.js';

const POINT_LENGTH = 65;
/** The generator of P-256: a good point, but not the one that the wallet's key belongs to. */
const OTHER_POINT = Uint8Array.from(
  Buffer.from(
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    'hex',
  ),
);

/** Faults that violate the protocol. */
const BREACHES: readonly (readonly [what: string, fault: MessageFault])[] = [
  ['one byte', bytes('hello', () => [Uint8Array.of(4)])],
  ['half a point', bytes('hello', (message) => [message.slice(0, 32)])],
  ['half a point, then closed', { ...bytes('hello', (message) => [message.slice(0, 32)]), end: 1000 }],
  ['cut in two frames', bytes('hello', (message) => [message.slice(0, 70), message.slice(70)])],
  ['a point that is not on the curve', bytes('hello', replacePoint(new Uint8Array(POINT_LENGTH).fill(4)))],
  ['another point: a wrong key', bytes('hello', replacePoint(OTHER_POINT))],
  ['a flipped tag', bytes('hello', (message) => [flipLast(message)])],
  ['one byte too many', bytes('hello', (message) => [concatBytes(message, Uint8Array.of(0))])],
  ['1 MB too many', bytes('hello', (message) => [concatBytes(message, new Uint8Array(1 << 20))])],
  ['properties cut off', bytes('hello', (message) => [message.slice(0, POINT_LENGTH)])],
  ['properties with number 0', { at: 'hello', number: () => 0 }],
  ['properties with number 2', { at: 'hello', number: () => 2 }],
  ['properties that are not JSON', text('hello', 'v1')],
  ['properties that are null', text('hello', 'null')],
  ['an unknown version', text('hello', '{"v":"9"}')],
  ['sent twice', bytes('hello', (message) => [message, message])],
  ['the properties alone', bytes('hello', (message) => [message.slice(POINT_LENGTH)])],
];

/** Faults of HELLO_RSP. */
export const HELLO: readonly Row[] = rowsAt('HELLO_RSP', [
  ...BREACHES.map(([what, fault]) => ({
    what,
    call: 'connect' as const,
    faults: [fault],
    outcome: 'PROTOCOL_VIOLATION' as const,
    connected: false,
  })),
  {
    what: 'a wrong key',
    call: 'session',
    faults: [bytes('hello', replacePoint(OTHER_POINT))],
    outcome: 'PROTOCOL_VIOLATION',
    connected: false,
  },
  {
    what: 'a text frame',
    call: 'connect',
    link: 'socket',
    faults: [{ at: 'hello', inOtherKind: true }],
    outcome: 'PROTOCOL_VIOLATION',
    connected: false,
  },
  ...([1000, 1001, 1005, 1011, 'drop'] as const).map((end) => ({
    what: end === 'drop' ? 'dropped in its place' : `closed with ${end} in its place`,
    call: 'connect' as const,
    link: 'socket' as const,
    faults: [{ at: 'hello', ...NOTHING, end } as const],
    outcome: 'SESSION_CLOSED' as const,
    context: { closeCode: end === 'drop' ? 1006 : end },
    connected: false,
  })),
  {
    what: 'closed in its place',
    call: 'signMessage',
    faults: [{ at: 'hello', ...NOTHING, end: 1000 }],
    outcome: 'SESSION_CLOSED',
    connected: true,
  },
  {
    what: 'closed right after it',
    call: 'connect',
    link: 'socket',
    faults: [{ at: 'hello', end: 1000 }],
    outcome: 'SESSION_CLOSED',
    connected: false,
  },
  {
    what: 'silence, then disconnect',
    call: 'connect',
    faults: [{ at: 'hello', ...NOTHING }],
    ends: { by: 'disconnect', at: 'hello' },
    outcome: 'SESSION_CLOSED',
    connected: false,
  },
  {
    what: 'silence, then abort',
    call: 'session',
    link: 'socket',
    faults: [{ at: 'hello', ...NOTHING }],
    ends: { by: 'abort', at: 'hello' },
    outcome: 'own error',
    connected: false,
  },
  {
    what: 'silence',
    call: 'connect',
    link: 'socket',
    faults: [{ at: 'hello', ...NOTHING }],
    outcome: 'SESSION_TIMEOUT',
    within: 15_000,
    connected: false,
  },
  {
    what: 'properties without a version: a legacy session',
    call: 'connect',
    faults: [text('hello', '{}')],
    outcome: 'success',
    connected: true,
  },
  {
    what: 'half a second late',
    call: 'connect',
    faults: [{ at: 'hello', delay: 500 }],
    outcome: 'success',
    connected: true,
  },
  {
    what: 'APP_PING before and after it',
    call: 'connect',
    faults: [bytes('hello', (message) => [PING, PING, message, PING])],
    outcome: 'success',
    connected: true,
  },
  {
    what: '1000 APP_PINGs before it',
    call: 'connect',
    link: 'socket',
    faults: [bytes('hello', (message) => [...Array.from({ length: 1000 }, () => PING), message])],
    outcome: 'success',
    connected: true,
  },
]);

function replacePoint(point: Uint8Array<ArrayBuffer>): NonNullable<MessageFault['send']> {
  return (message) => [concatBytes(point, message.slice(POINT_LENGTH))];
}
