import { expect } from 'vitest';
import { cutAfter, cutInPlaceOf, lose, postpone, swap } from './carry.js';
import { bothRows, type EitherRow, type RemoteRow } from './row.js';

const UNKNOWN = { data: { signatures: [undefined] } } as const;
/** A relay stays when the wallet leaves. */
const LOST = { next: 'connectionLost' } as const;

/** Messages that are lost, repeated or delayed, in each direction. */
const DELIVERY: readonly EitherRow[] = [
  {
    what: 'HELLO_REQ is lost, then disconnect',
    call: 'connect',
    carry: () => lose('dapp'),
    ends: { by: 'disconnect', at: 'connecting' },
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
    isLeft: true,
  },
  {
    what: 'HELLO_RSP is lost, then abort',
    call: 'session',
    carry: () => lose('wallet'),
    ends: { by: 'abort', at: 'connecting' },
    outcome: 'own error',
    next: 'first',
    connected: false,
  },
  {
    what: 'the first answer is lost',
    call: 'connect',
    carry: () => lose('wallet', 2),
    outcome: 'PROTOCOL_VIOLATION',
    next: 'connectionLost',
    connected: false,
  },
  {
    what: 'the first two answers come in the other order',
    call: 'connect',
    carry: () => swap('wallet', 2),
    outcome: 'PROTOCOL_VIOLATION',
    next: 'connectionLost',
    connected: false,
  },
  {
    what: 'a request is lost, then disconnect',
    call: 'signMessage',
    carry: () => lose('dapp'),
    ends: { by: 'disconnect', at: 'carried' },
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
  },
  {
    what: 'a request is lost, then abort',
    call: 'steps',
    carry: () => lose('dapp', 2),
    ends: { by: 'abort', at: 'waiting' },
    outcome: 'own error',
    next: 'cancelled',
    connected: false,
  },
  {
    what: 'a send is lost, then disconnect: nobody knows',
    call: 'send',
    carry: () => lose('dapp'),
    ends: { by: 'disconnect', at: 'carried' },
    outcome: 'NOT_SUBMITTED',
    context: UNKNOWN,
    next: 'first',
    connected: false,
  },
  {
    what: 'the only answer is lost, then disconnect',
    call: 'signMessage',
    carry: () => lose('wallet'),
    ends: { by: 'disconnect', at: 'sign_messages' },
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
  },
  {
    what: 'the answer to a send is lost, then disconnect',
    call: 'send',
    carry: () => lose('wallet'),
    ends: { by: 'disconnect', at: 'sign_and_send_transactions' },
    outcome: 'NOT_SUBMITTED',
    context: UNKNOWN,
    next: 'first',
    connected: false,
  },
  {
    what: 'an answer comes 250 ms late',
    call: 'signMessage',
    carry: () => postpone('wallet', 250),
    outcome: 'success',
    connected: true,
  },
  {
    what: 'HELLO_RSP comes 250 ms late',
    call: 'connect',
    carry: () => postpone('wallet', 250),
    outcome: 'success',
    connected: true,
  },
  {
    what: 'a request comes 250 ms late',
    call: 'send',
    carry: () => postpone('dapp', 250),
    outcome: 'success',
    connected: true,
  },
];

/** The connection ends. */
const ENDS: readonly EitherRow[] = [
  ...([1000, 1001, 1008, 1011, 'drop'] as const).map((how) => ({
    what: `${how === 'drop' ? 'dropped' : `closed with ${how}`} in place of an answer`,
    call: 'signMessage' as const,
    carry: () => cutInPlaceOf('wallet', how),
    outcome: 'SESSION_CLOSED' as const,
    next: how === 1000 || how === 1001 ? ('walletLeft' as const) : ('connectionLost' as const),
    overNostr: LOST,
    connected: true,
  })),
  ...([1000, 'drop'] as const).flatMap((how) => [
    {
      what: `${how === 'drop' ? 'dropped' : 'closed'} in place of HELLO_REQ`,
      call: 'connect' as const,
      carry: () => cutInPlaceOf('dapp', how),
      outcome: 'SESSION_CLOSED' as const,
      next: 'first' as const,
      connected: false,
    },
    {
      what: `${how === 'drop' ? 'dropped' : 'closed'} in place of HELLO_RSP`,
      call: 'session' as const,
      carry: () => cutInPlaceOf('wallet', how),
      outcome: 'SESSION_CLOSED' as const,
      next: 'first' as const,
      connected: false,
    },
    {
      what: `${how === 'drop' ? 'dropped' : 'closed'} in place of a request`,
      call: 'signTransaction' as const,
      carry: () => cutInPlaceOf('dapp', how),
      outcome: 'SESSION_CLOSED' as const,
      next: how === 1000 ? ('walletLeft' as const) : ('connectionLost' as const),
      overNostr: LOST,
      connected: true,
    },
    {
      what: `${how === 'drop' ? 'dropped' : 'closed'} in place of a send: nobody knows`,
      call: 'send' as const,
      carry: () => cutInPlaceOf('dapp', how),
      outcome: 'NOT_SUBMITTED' as const,
      context: UNKNOWN,
      next: how === 1000 ? ('walletLeft' as const) : ('connectionLost' as const),
      overNostr: LOST,
      connected: true,
    },
    {
      what: `${how === 'drop' ? 'dropped' : 'closed'} in place of the answer to a send`,
      call: 'send' as const,
      carry: () => cutInPlaceOf('wallet', how),
      outcome: 'NOT_SUBMITTED' as const,
      context: UNKNOWN,
      next: how === 1000 ? ('walletLeft' as const) : ('connectionLost' as const),
      overNostr: LOST,
      connected: true,
    },
    {
      what: `${how === 'drop' ? 'dropped' : 'closed'} after an answer`,
      call: 'signMessage' as const,
      carry: () => cutAfter('wallet', how),
      outcome: 'success' as const,
      next: how === 1000 ? ('walletLeft' as const) : ('connectionLost' as const),
      overNostr: LOST,
      connected: true,
    },
  ]),
  {
    what: 'dropped in place of the answer to the second batch of a send',
    call: 'sendAll',
    carry: () => cutInPlaceOf('wallet', 'drop', 2),
    outcome: 'success',
    result: [...Array(10).fill('sent'), ...Array(15).fill('NOT_SUBMITTED')],
    next: 'connectionLost',
    connected: true,
  },
  {
    what: 'dropped in place of the answer to the second batch of a send',
    call: 'sends',
    carry: () => cutInPlaceOf('wallet', 'drop', 2),
    outcome: 'NOT_SUBMITTED',
    context: {
      data: {
        signatures: [
          ...Array(10).fill(expect.any(Uint8Array)),
          ...Array(10).fill(undefined),
          ...Array(5).fill(null),
        ],
      },
    },
    next: 'connectionLost',
    connected: true,
  },
  {
    what: 'dropped in place of the authorization, before a send has left',
    call: 'send',
    idle: 0,
    carry: () => cutInPlaceOf('wallet', 'drop', 2),
    outcome: 'SESSION_CLOSED',
    next: 'connectionLost',
    connected: true,
  },
  {
    what: 'dropped in place of three answers',
    call: 'severalCalls',
    carry: () => cutInPlaceOf('wallet', 'drop'),
    outcome: 'SESSION_CLOSED',
    next: 'connectionLost',
    connected: true,
  },
];

/** Faults of messages on their way through a reflector or relay. */
export const MESSAGE_ROWS: readonly RemoteRow[] = [
  ...bothRows('messages lost, repeated, late', DELIVERY),
  ...bothRows('the connection ends', ENDS),
];
