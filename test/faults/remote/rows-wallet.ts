import { OTHER_SEED } from '../../support/mock-wallet.js';
import { bytes, error, flipLast, text } from '../replies.js';
import { bothRows, type EitherRow, nostrRows, type RemoteRow } from './row.js';

const HELLO = 'hello';
const UNKNOWN = { transactions: [{ status: 'unknown' }] } as const;

/** Faults of the wallet's handshake, after which no session was open. */
const HANDSHAKE: readonly EitherRow[] = [
  {
    what: 'the wallet joins and says nothing, then disconnect',
    call: 'connect',
    faults: [bytes(HELLO, () => [])],
    ends: { by: 'disconnect', at: 'connecting' },
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
  },
  {
    what: 'the wallet joins and says nothing, then abort',
    call: 'session',
    faults: [bytes(HELLO, () => [])],
    ends: { by: 'abort', at: 'connecting' },
    outcome: 'own error',
    next: 'first',
    connected: false,
  },
  ...(
    [
      ['HELLO_RSP of 3 bytes', (hello) => hello.slice(0, 3)],
      ['HELLO_RSP with a point that is not on the curve', (hello) => hello.fill(0xff, 1, 65)],
      ['HELLO_RSP of random bytes', (hello) => crypto.getRandomValues(hello)],
      ['HELLO_RSP with a flipped tag', flipLast],
    ] satisfies readonly (readonly [string, (hello: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>])[]
  ).map(([what, change]) => ({
    what,
    call: 'connect' as const,
    faults: [bytes(HELLO, (hello) => [change(hello)])],
    outcome: 'PROTOCOL_VIOLATION' as const,
    next: 'first' as const,
    connected: false,
  })),
  {
    what: 'HELLO_RSP with version 2',
    call: 'session',
    faults: [text(HELLO, '{"v":"2"}')],
    outcome: 'PROTOCOL_VIOLATION',
    next: 'first',
    connected: false,
  },
];

/** Faults of the wallet's answers. */
const ANSWERS: readonly EitherRow[] = [
  {
    what: 'a legacy wallet',
    call: 'connect',
    phone: { protocol: 'legacy' },
    outcome: 'success',
    connected: true,
  },
  {
    what: 'a legacy wallet, in the next session',
    call: 'signMessage',
    idleMs: 0,
    phone: { protocol: 'legacy' },
    outcome: 'success',
    next: 'idle',
    connected: true,
  },
  {
    what: 'a legacy wallet, which answers a send with a flipped tag',
    call: 'send',
    phone: { protocol: 'legacy' },
    faults: [bytes('sign_and_send_transactions', (frame) => [flipLast(frame)])],
    outcome: 'SUBMISSION_UNKNOWN',
    context: UNKNOWN,
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'a frame with a flipped tag',
    call: 'signMessage',
    faults: [bytes('sign_messages', (frame) => [flipLast(frame)])],
    outcome: 'PROTOCOL_VIOLATION',
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'a number skipped, in answer to a send',
    call: 'send',
    faults: [{ at: 'sign_and_send_transactions', number: (due) => due + 1 }],
    outcome: 'SUBMISSION_UNKNOWN',
    context: UNKNOWN,
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'an answer that is not JSON',
    call: 'signMessage',
    faults: [text('sign_messages', 'signed')],
    outcome: 'PROTOCOL_VIOLATION',
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'the user refuses',
    call: 'signMessage',
    faults: [error('sign_messages', -3)],
    outcome: 'USER_REJECTED',
    connected: true,
  },
  {
    what: 'a wallet with other accounts scans',
    call: 'signMessage',
    idleMs: 0,
    other: { accounts: [{ seed: OTHER_SEED }] },
    outcome: 'ACCOUNT_NOT_AUTHORIZED',
    next: 'first',
    connected: true,
  },
  {
    what: 'a wallet with other accounts scans before a send',
    call: 'send',
    idleMs: 0,
    other: { accounts: [{ seed: OTHER_SEED }] },
    outcome: 'ACCOUNT_NOT_AUTHORIZED',
    next: 'first',
    connected: true,
  },
  {
    what: 'code -1 to every authorization',
    call: 'signMessage',
    idleMs: 0,
    faults: [error('authorize', -1)],
    outcome: 'USER_REJECTED',
    next: 'idle',
    connected: true,
  },
  {
    what: 'silence in answer to a request, then disconnect',
    call: 'signMessage',
    faults: [bytes('sign_messages', () => [])],
    ends: { by: 'disconnect', at: 'sign_messages' },
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
  },
  {
    what: 'silence in answer to a send, then disconnect',
    call: 'send',
    faults: [bytes('sign_and_send_transactions', () => [])],
    ends: { by: 'disconnect', at: 'sign_and_send_transactions' },
    outcome: 'SUBMISSION_UNKNOWN',
    context: UNKNOWN,
    next: 'first',
    connected: false,
  },
  {
    what: 'silence in answer to a request, then abort',
    call: 'steps',
    faults: [bytes('sign_messages', () => [])],
    ends: { by: 'abort', at: 'sign_messages' },
    outcome: 'own error',
    next: 'cancelled',
    connected: true,
  },
  {
    what: 'an answer is 250 ms late',
    call: 'signMessage',
    faults: [{ at: 'sign_messages', delay: 250 }],
    outcome: 'success',
    connected: true,
  },
];

/** Faults of a wallet on another device. */
export const WALLET_ROWS: readonly RemoteRow[] = [
  ...bothRows('the wallet’s handshake', HANDSHAKE),
  ...bothRows('the wallet’s answers', ANSWERS),
  ...nostrRows('the wallet’s answers', [
    {
      what: 'code -1 to the token',
      call: 'signMessage',
      idleMs: 0,
      faults: [error('authorize', -1, undefined, { nth: 1 })],
      outcome: 'success',
      next: 'idle',
      connected: true,
    },
  ]),
];
