import type { MessageFault } from '../../mock/src/wallet/faults/fault.js';
import { concatBytes } from '../../src/util/bytes.js';
import { bytes, flipLast, PING, reply, text } from './replies.js';
import { type Row, rowsAt } from './row.js';

const AT = 'authorize';

/** Faults of a frame that violate the protocol. */
const FRAMES: readonly (readonly [what: string, fault: MessageFault])[] = [
  ['a flipped tag', bytes(AT, (frame) => [flipLast(frame)])],
  ['cut after 3 bytes', bytes(AT, (frame) => [frame.slice(0, 3)])],
  ['cut after 31 bytes', bytes(AT, (frame) => [frame.slice(0, 31)])],
  ['cut in the middle', bytes(AT, (frame) => [frame.slice(0, frame.length >> 1)])],
  ['one byte too many', bytes(AT, (frame) => [concatBytes(frame, Uint8Array.of(0))])],
  ['8 MB too many', bytes(AT, (frame) => [concatBytes(frame, new Uint8Array(8 << 20))])],
  ['a number skipped', { at: AT, number: (due) => due + 1 }],
  ['the number before again', { at: AT, number: (due) => due - 1 }],
  ['number 1, as at the start', { at: AT, number: () => 1 }],
  ['number 0, as after a wrap', { at: AT, number: () => 0 }],
  ['the greatest number', { at: AT, number: () => 0xffff_ffff }],
  ['an empty text', text(AT, '')],
];

/** Texts in place of a response that are no response. */
const TEXTS: readonly (readonly [what: string, fault: MessageFault])[] = [
  ['not JSON', text(AT, 'authorized')],
  ['JSON cut short', { at: AT, rewrite: (json) => [json.slice(0, -1)] }],
  ['null', text(AT, 'null')],
  ['an array of the answer', { at: AT, rewrite: (json) => [`[${json}]`] }],
  ['arrays in arrays, 100,000 deep', text(AT, `${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ['JSON that is not JSON-RPC', text(AT, '{"accounts":[]}')],
  ['JSON-RPC 1.0', reply(AT, (answer) => ({ ...answer, jsonrpc: '1.0' }))],
  ['no jsonrpc', reply(AT, ({ jsonrpc: _, ...answer }) => answer)],
  [
    'a request of the wallet',
    reply(AT, ({ id }) => ({ jsonrpc: '2.0', id, method: 'authorize', params: {} })),
  ],
  ['a notification', text(AT, '{"jsonrpc":"2.0","method":"hello"}')],
  ['no id', reply(AT, ({ id: _, ...answer }) => answer)],
  ['the id null', reply(AT, (answer) => ({ ...answer, id: null }))],
  ['the id null, and an error', text(AT, '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}}')],
  ['an id that was never sent', reply(AT, (answer) => ({ ...answer, id: 99 }))],
  ['id 0', reply(AT, (answer) => ({ ...answer, id: 0 }))],
  ['an id between two that were sent', reply(AT, (answer) => ({ ...answer, id: 1.5 }))],
  ['the id as a string', reply(AT, (answer) => ({ ...answer, id: String(answer['id']) }))],
  ['the id as an object', reply(AT, (answer) => ({ ...answer, id: {} }))],
  ['neither result nor error', reply(AT, ({ jsonrpc, id }) => ({ jsonrpc, id }))],
  ['result and error', reply(AT, (answer) => ({ ...answer, error: { code: -1, message: 'No' } }))],
  ['an error that is a string', reply(AT, ({ jsonrpc, id }) => ({ jsonrpc, id, error: 'No' }))],
  ['an error without a code', reply(AT, ({ jsonrpc, id }) => ({ jsonrpc, id, error: { message: 'No' } }))],
  ['an error code as a string', reply(AT, ({ jsonrpc, id }) => ({ jsonrpc, id, error: { code: '-1' } }))],
];

/** Answers authorize and get_capabilities with each other's id. */
const SWAPPED: readonly MessageFault[] = [
  reply('get_capabilities', (answer) => ({ ...answer, id: 2 })),
  reply(AT, (answer) => ({ ...answer, id: 1 })),
];

/** Unusual responses that are accepted. */
const TOLERATED: readonly (readonly [what: string, fault: MessageFault])[] = [
  ['APP_PING before and after it', bytes(AT, (frame) => [PING, frame, PING])],
  ['a quarter of a second late', { at: AT, delay: 250 }],
  ['twice, as two messages', { at: AT, rewrite: (json) => [json, json] }],
  ['a null error beside the result', reply(AT, (answer) => ({ ...answer, error: null }))],
  ['unknown members', reply(AT, (answer) => ({ ...answer, extra: { a: 1 } }))],
  ['a member __proto__', { at: AT, rewrite: (json) => [json.replace('{', '{"__proto__":{"error":{}},')] }],
  ['1 MB of white space', { at: AT, rewrite: (json) => [json + ' '.repeat(1 << 20)] }],
];

/** Faults of frames, and of what is in them, where a reply is due. */
export const FRAME_ROWS: readonly Row[] = [
  ...rowsAt('authorize: the frame of the reply', [
    ...FRAMES.map(([what, fault]) => broken(what, fault)),
    {
      what: 'a text frame',
      call: 'connect',
      link: 'socket',
      faults: [{ at: AT, inOtherKind: true }],
      outcome: 'PROTOCOL_VIOLATION',
      connected: false,
    },
    { ...broken('a number skipped', { at: AT, number: (due) => due + 1 }), link: 'socket' },
    broken(
      'the frame before it is lost',
      bytes('get_capabilities', () => []),
    ),
    {
      ...broken(
        'a flipped tag',
        bytes(AT, (frame) => [flipLast(frame)]),
      ),
      call: 'session',
    },
    { ...broken('a number skipped', { at: AT, number: (due) => due + 1, delay: 50 }), call: 'session' },
  ]),
  ...rowsAt('authorize: the text of the reply', [
    ...TEXTS.map(([what, fault]) => broken(what, fault)),
    {
      what: 'the id of get_capabilities, and the other way round',
      call: 'connect',
      faults: SWAPPED,
      // One request is outstanding at a time, so the other's id is that of none.
      outcome: 'PROTOCOL_VIOLATION',
      connected: false,
    },
    {
      what: 'APP_PING before and after it',
      call: 'session',
      link: 'socket',
      faults: [bytes(AT, (frame) => [PING, frame, PING])],
      outcome: 'success',
      connected: false,
    },
    ...TOLERATED.map(([what, fault]) => ({
      what,
      call: 'connect' as const,
      faults: [fault],
      outcome: 'success' as const,
      connected: true,
    })),
  ]),
  ...rowsAt('sign_messages: the frame of the reply', [
    {
      what: 'the frame twice',
      call: 'signMessages',
      faults: [bytes('sign_messages', (frame) => [frame, frame])],
      outcome: 'PROTOCOL_VIOLATION',
      connected: true,
    },
    {
      what: 'the frame of the reply before comes again, in the place of the second',
      call: 'signMessages',
      faults: replay(),
      outcome: 'PROTOCOL_VIOLATION',
      connected: true,
    },
    {
      what: 'a breach after the last reply',
      call: 'signMessage',
      faults: [bytes('sign_messages', (frame) => [frame, Uint8Array.of(1)])],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'a flipped tag: nobody knows what was sent',
      call: 'send',
      faults: [bytes('sign_and_send_transactions', (frame) => [flipLast(frame)])],
      outcome: 'SUBMISSION_UNKNOWN',
      context: { transactions: [{ status: 'unknown' }] },
      connected: true,
    },
  ]),
];

function broken(what: string, fault: MessageFault): Omit<Row, 'where'> {
  return { what, call: 'connect', faults: [fault], outcome: 'PROTOCOL_VIOLATION', connected: false };
}

function replay(): readonly MessageFault[] {
  let first = PING;
  return [
    {
      ...bytes('sign_messages', (frame) => {
        first = frame;
        return [frame];
      }),
      nth: 1,
    },
    { ...bytes('sign_messages', () => [first]), nth: 2 },
  ];
}
