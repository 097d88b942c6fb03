import { beforeConnect, endingOnce, onConnect, THIRD } from './relay-faults.js';
import { accept, confirm, sendTo } from './relays.js';
import { nostrRows, type RemoteRow } from './row.js';

const FINE = { call: 'connect', outcome: 'success', connected: true } as const;

/** Faults of relays and strangers until a wallet has connected. */
export const NOSTR_WAITING: readonly RemoteRow[] = nostrRows('waiting for CONNECT', [
  {
    what: 'closed as soon as the code is there',
    call: 'connect',
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
    onCode: () => {},
    relays: [
      {
        onRequest(socket) {
          confirm(socket);
          socket.close(1001);
        },
      },
    ],
  },
  ...(['close', 'terminate'] as const).map((how) => ({
    what: `${how === 'close' ? 'closed' : 'dropped'} after a while: a fresh code`,
    ...FINE,
    relays: [endingOnce(how)],
    onCode: scanSecond,
    codes: 2,
  })),
  {
    what: 'CLOSED after a while: a fresh code',
    ...FINE,
    relays: [endingOnce('CLOSED')],
    onCode: scanSecond,
    codes: 2,
  },
  { what: 'CONNECT of a stranger without p', ...FINE, relays: [beforeConnect(() => [['msg', 'CONNECT']])] },
  {
    what: 'CONNECT of a stranger with another p',
    ...FINE,
    relays: [
      beforeConnect(() => [
        ['p', THIRD.publicKey],
        ['msg', 'CONNECT'],
      ]),
    ],
  },
  {
    what: 'an event of a stranger with the right p, but not CONNECT',
    ...FINE,
    relays: [beforeConnect((p) => [['p', p]])],
  },
  {
    what: 'CONNECT of a stranger of another kind',
    ...FINE,
    relays: [
      beforeConnect(
        (p) => [
          ['p', p],
          ['msg', 'CONNECT'],
        ],
        { kind: 1 },
      ),
    ],
  },
  {
    what: 'CONNECT of a stranger for another session',
    ...FINE,
    relays: [
      beforeConnect(
        (p) => [
          ['p', p],
          ['msg', 'CONNECT'],
        ],
        { d: '0'.repeat(64) },
      ),
    ],
  },
  {
    what: 'CONNECT with a forged signature',
    ...FINE,
    relays: [
      onConnect((event, relay) => relay.deliver({ ...event, pubkey: THIRD.publicKey, sig: '0'.repeat(128) })),
    ],
  },
  {
    what: 'CONNECT with a key that is not on the curve',
    ...FINE,
    relays: [onConnect((event, relay) => relay.deliver({ ...event, pubkey: 'f'.repeat(64) }))],
  },
  {
    what: 'CONNECT with another id',
    ...FINE,
    relays: [onConnect((event, relay) => relay.deliver({ ...event, id: '0'.repeat(64) }))],
  },
  {
    what: 'CONNECT twice',
    ...FINE,
    relays: [onConnect((event, relay) => relay.deliver(event))],
  },
  {
    what: 'CONNECT is lost, then Cancel',
    call: 'connect',
    relays: [{ onEvent: (event, socket) => accept(event, socket) }],
    ends: { by: 'cancel', at: 'scanning' },
    outcome: 'USER_CANCELLED',
    next: 'first',
    connected: false,
    isLeft: true,
  },
  {
    what: 'CONNECT is refused, then Cancel',
    call: 'connect',
    relays: [{ onEvent: ({ id }, socket) => sendTo(socket, ['OK', id, false, 'blocked:']) }],
    ends: { by: 'cancel', at: 'scanning' },
    outcome: 'USER_CANCELLED',
    next: 'first',
    connected: false,
  },
  {
    what: 'a stranger who has read the code connects first, and says nothing, then disconnect',
    call: 'connect',
    relays: [
      beforeConnect((p) => [
        ['p', p],
        ['msg', 'CONNECT'],
      ]),
    ],
    ends: { by: 'disconnect', at: 'connecting' },
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
    isLeft: true,
  },
]);

function scanSecond(
  code: Readonly<{ uri: string }>,
  phone: Readonly<{ scan(uri: string): void }>,
  count: number,
): void {
  if (count === 2) phone.scan(code.uri);
}
