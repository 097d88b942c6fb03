import { expect } from 'vitest';
import { stateOf } from '../../support/sends.js';
import { cutAfter, cutInPlaceOf } from './carry.js';
import { bothRows, type RemoteRow } from './row.js';

const UNKNOWN = { transactions: [{ status: 'unknown' }] } as const;
/** A relay stays when the wallet leaves. */
const LOST = { next: 'connection-lost' } as const;

/** The reflector or relay closes or drops the connections. */
export const ENDS: readonly RemoteRow[] = bothRows('the connection ends', [
  ...([1000, 1001, 1008, 1011, 'drop'] as const).map((how) => ({
    what: `${how === 'drop' ? 'dropped' : `closed with ${how}`} in place of an answer`,
    call: 'signMessage' as const,
    carry: () => cutInPlaceOf('wallet', how),
    outcome: 'SESSION_CLOSED' as const,
    next: how === 1000 || how === 1001 ? ('wallet-left' as const) : ('connection-lost' as const),
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
      next: how === 1000 ? ('wallet-left' as const) : ('connection-lost' as const),
      overNostr: LOST,
      connected: true,
    },
    {
      what: `${how === 'drop' ? 'dropped' : 'closed'} in place of a send: nobody knows`,
      call: 'send' as const,
      since: 'sign_and_send_transactions' as const,
      carry: () => cutInPlaceOf('dapp', how),
      outcome: 'SUBMISSION_UNKNOWN' as const,
      context: UNKNOWN,
      next: how === 1000 ? ('wallet-left' as const) : ('connection-lost' as const),
      overNostr: LOST,
      connected: true,
    },
    {
      what: `${how === 'drop' ? 'dropped' : 'closed'} in place of the answer to a send`,
      call: 'send' as const,
      since: 'sign_and_send_transactions' as const,
      carry: () => cutInPlaceOf('wallet', how),
      outcome: 'SUBMISSION_UNKNOWN' as const,
      context: UNKNOWN,
      next: how === 1000 ? ('wallet-left' as const) : ('connection-lost' as const),
      overNostr: LOST,
      connected: true,
    },
    {
      what: `${how === 'drop' ? 'dropped' : 'closed'} after an answer`,
      call: 'signMessage' as const,
      carry: () => cutAfter('wallet', how),
      outcome: 'success' as const,
      next: how === 1000 ? ('wallet-left' as const) : ('connection-lost' as const),
      overNostr: LOST,
      connected: true,
    },
  ]),
  {
    what: 'dropped in place of the answer to the second batch of a send',
    call: 'sendAll',
    since: 'sign_and_send_transactions',
    carry: () => cutInPlaceOf('wallet', 'drop', 2),
    outcome: 'success',
    result: [
      ...Array(10).fill('sent'),
      ...Array(10).fill('SUBMISSION_UNKNOWN'),
      ...Array(5).fill('NOT_SUBMITTED'),
    ],
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'dropped in place of the answer to the second batch of a send',
    call: 'sends',
    since: 'sign_and_send_transactions',
    carry: () => cutInPlaceOf('wallet', 'drop', 2),
    outcome: 'SUBMISSION_UNKNOWN',
    context: {
      transactions: [
        ...Array(10).fill(stateOf(expect.any(String))),
        ...Array(10).fill(stateOf(undefined)),
        ...Array(5).fill(stateOf(null)),
      ],
    },
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'dropped in place of the authorization that precedes a send in an open session',
    call: 'send',
    carry: () => cutInPlaceOf('wallet', 'drop'),
    outcome: 'SESSION_CLOSED',
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'dropped in place of the authorization, before a send has left',
    call: 'send',
    idleMs: 0,
    carry: () => cutInPlaceOf('wallet', 'drop', 2),
    outcome: 'SESSION_CLOSED',
    next: 'connection-lost',
    connected: true,
  },
  ...([1000, 'drop'] as const).map((how) => ({
    what: `${how === 'drop' ? 'dropped' : 'closed'} in place of the answer to a send`,
    call: 'sessionSend' as const,
    carry: () => cutInPlaceOf('wallet', how, 3),
    outcome: 'SUBMISSION_UNKNOWN' as const,
    context: UNKNOWN,
    next: 'first' as const,
    connected: false,
  })),
  {
    what: 'dropped in place of the authorization',
    call: 'sessionSend',
    carry: () => cutInPlaceOf('wallet', 'drop', 2),
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
  },
  {
    what: 'dropped after the authorization',
    call: 'sessionSteps',
    carry: () => cutAfter('wallet', 'drop', 2),
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
  },
  {
    what: 'dropped in place of three answers',
    call: 'severalCalls',
    carry: () => cutInPlaceOf('wallet', 'drop'),
    outcome: 'SESSION_CLOSED',
    next: 'connection-lost',
    connected: true,
  },
]);
