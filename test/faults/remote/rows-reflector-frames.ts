import { concatBytes, encodeUtf8 } from '../../../src/util/bytes.js';
import { type Carry, replace } from './carry.js';
import type { Frame } from './reflector.js';
import { type RemoteRow, reflectorRows } from './row.js';

const FINE = { call: 'connect', outcome: 'success', connected: true } as const;
const EMPTY = new Uint8Array();
/** The wallet's message after HELLO_RSP. */
const FIRST_ANSWER = 2;

/** Faults of frames that a reflector carries. */
export const REFLECTOR_FRAMES: readonly RemoteRow[] = reflectorRows('frames on their way', [
  ...(
    [
      ['a flipped bit', (frame) => [flip(frame)]],
      ['cut in the middle', (frame) => [frame.slice(0, frame.length >> 1)]],
      ['one byte too many', (frame) => [concatBytes(toBytes(frame), Uint8Array.of(0))]],
      ['100 random bytes before it', (frame) => [crypto.getRandomValues(new Uint8Array(100)), frame]],
      ['twice', (frame) => [frame, frame]],
      ['8 MB too many', (frame) => [concatBytes(toBytes(frame), new Uint8Array(8 << 20))]],
    ] satisfies readonly (readonly [string, (frame: Frame) => readonly Frame[]])[]
  ).flatMap(([what, change]) => [
    {
      what: `the first answer: ${what}`,
      call: 'connect' as const,
      reflector: { carry: replace<Frame>('wallet', FIRST_ANSWER, ({ message }) => change(message)) },
      outcome: 'PROTOCOL_VIOLATION' as const,
      next: 'connection-lost' as const,
      connected: false,
    },
    {
      what: `a request: ${what}`,
      call: 'signMessage' as const,
      reflector: { carry: replace<Frame>('dapp', 1, ({ message }) => change(message)) },
      // Otherwise the answer to the right frame may leave before the wallet reads the wrong one.
      faults: [{ at: 'sign_messages', delay: 1_000 } as const],
      outcome: 'SESSION_CLOSED' as const,
      next: 'wallet-left' as const,
      connected: true,
    },
  ]),
  {
    what: 'a send: a flipped bit',
    call: 'send',
    since: 'sign_and_send_transactions',
    reflector: { carry: replace<Frame>('dapp', 1, ({ message }) => [flip(message)]) },
    outcome: 'SUBMISSION_UNKNOWN',
    context: { transactions: [{ status: 'unknown' }] },
    next: 'wallet-left',
    connected: true,
  },
  {
    what: 'text in place of an answer',
    call: 'signMessage',
    reflector: { carry: replace<Frame>('wallet', 1, () => ['signed']) },
    outcome: 'PROTOCOL_VIOLATION',
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'a reply that it made up, before a send is answered',
    call: 'send',
    since: 'sign_and_send_transactions',
    reflector: {
      carry: replace<Frame>('wallet', 1, () => [
        encodeUtf8('{"jsonrpc":"2.0","id":3,"result":{"signatures":[]}}'),
      ]),
    },
    outcome: 'SUBMISSION_UNKNOWN',
    context: { transactions: [{ status: 'unknown' }] },
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'the dapp’s own request in place of an answer',
    call: 'connect',
    reflector: { carry: reflectDapp(3) },
    outcome: 'PROTOCOL_VIOLATION',
    next: 'connection-lost',
    connected: false,
  },
  {
    what: 'the dapp’s own request in place of the answer of a legacy wallet',
    call: 'signMessage',
    phone: { protocol: 'legacy' },
    reflector: { carry: reflectDapp(1) },
    outcome: 'PROTOCOL_VIOLATION',
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'the dapp’s own request in place of the answer of a legacy wallet',
    call: 'send',
    since: 'sign_and_send_transactions',
    phone: { protocol: 'legacy' },
    reflector: { carry: reflectDapp(1) },
    outcome: 'SUBMISSION_UNKNOWN',
    context: { transactions: [{ status: 'unknown' }] },
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'the wallet’s own answer comes back to it',
    call: 'signMessage',
    reflector: { carry: reflectWallet() },
    outcome: 'PROTOCOL_VIOLATION',
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'a legacy wallet’s own answer comes back to it',
    call: 'signMessage',
    phone: { protocol: 'legacy' },
    reflector: { carry: reflectWallet() },
    outcome: 'SESSION_CLOSED',
    next: 'wallet-left',
    connected: true,
  },
  {
    what: 'empty frames before and after each',
    ...FINE,
    reflector: { carry: ({ message }) => [EMPTY, message, EMPTY] },
  },
  {
    what: 'empty text before and after each',
    ...FINE,
    reflector: { carry: ({ message }) => ['', message, ''] },
  },
  {
    what: 'a request that does not fit',
    call: 'signLarge',
    outcome: 'PAYLOAD_TOO_LARGE',
    connected: true,
  },
  {
    what: 'an authorization that does not fit',
    call: 'signInLarge',
    outcome: 'PAYLOAD_TOO_LARGE',
    connected: false,
    codes: 0,
    next: 'first',
  },
  {
    what: 'an answer above the cap ends the connection',
    call: 'signMessage',
    reflector: { carry: capWallet },
    outcome: 'SESSION_CLOSED',
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'an answer above the cap is dropped, then disconnect',
    call: 'signMessage',
    reflector: { carry: replace<Frame>('wallet', 1, () => []) },
    ends: { by: 'disconnect', at: 'sign_messages' },
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
  },
]);

/** Closes the pair with the code for messages that are too big, in place of an answer. */
function capWallet(...[{ from, message, hangUp }]: Parameters<Carry<Frame>>): readonly Frame[] {
  if (from !== 'wallet') return [message];
  hangUp(1009);
  return [];
}

function toBytes(frame: Frame): Uint8Array<ArrayBuffer> {
  return typeof frame === 'string' ? encodeUtf8(frame) : new Uint8Array(frame);
}

function flip(frame: Frame): Uint8Array {
  const flipped = toBytes(frame);
  flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
  return flipped;
}

/** Hands the dapp its own nth frame in place of an answer. */
function reflectDapp(nth: number): Carry<Frame> {
  return ({ from, message, reflect, ...carried }) => {
    if (from === 'wallet') return carried.nth === 1 && nth > 1 ? [message] : [];
    if (carried.nth === nth) reflect(message);
    return [message];
  };
}

/** Hands the wallet its own first answer. */
function reflectWallet(): Carry<Frame> {
  return replace<Frame>('wallet', 1, ({ message, reflect }) => {
    reflect(message);
    return [];
  });
}
