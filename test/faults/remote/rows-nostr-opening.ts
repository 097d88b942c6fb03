import { getDeadHost } from '../../support/listen.js';
import { beforeEose } from './relay-faults.js';
import { confirm, type RelayFault, sendTo } from './relays.js';
import { nostrRows, type RemoteRow } from './row.js';

const UNREACHED = {
  call: 'connect',
  outcome: 'SESSION_CLOSED',
  next: 'first',
  connected: false,
  codes: 0,
} as const;
const FINE = { call: 'connect', outcome: 'success', connected: true } as const;
const DROPPED: RelayFault = { onConnection: (socket) => socket.terminate() };
const SILENT: RelayFault = { onRequest: () => {} };

/** Faults of relays until one has confirmed the subscription. */
export const NOSTR_OPENING: readonly RemoteRow[] = nostrRows('reaching a relay', [
  {
    what: 'nothing listens at any of them',
    ...UNREACHED,
    call: 'session',
    remote: async () => ({ type: 'nostr', relays: [await getDeadHost(), `ws://${await getDeadHost()}`] }),
  },
  {
    what: 'no TLS where the address is not this device’s',
    ...UNREACHED,
    call: 'session',
    // Reaches this device on Linux and macOS, but browsers do not count it as this device.
    remote: (honest) => ({
      type: 'nostr',
      relays: 'relays' in honest ? honest.relays.map((host) => host.replace('127.0.0.1', '0.0.0.0')) : [],
    }),
  },
  { what: 'dropped', ...UNREACHED, relays: [DROPPED] },
  { what: 'the first of two drops', ...FINE, relays: [DROPPED, {}] },
  { what: 'the second of two drops', ...FINE, relays: [{}, DROPPED] },
  { what: 'the first of two is silent', ...FINE, relays: [SILENT, {}] },
  { what: 'the second of two is silent', ...FINE, relays: [{}, SILENT] },
  { what: 'all but the last of four fail', ...FINE, relays: [DROPPED, SILENT, closing('later'), {}] },
  {
    what: 'the first of two is 250 ms late',
    ...FINE,
    relays: [{ onRequest: (socket) => void setTimeout(confirm, 250, socket) }, SILENT],
  },
  { what: 'never EOSE', ...UNREACHED, relays: [SILENT], outcome: 'SESSION_TIMEOUT', within: 15_000 },
  {
    what: 'never EOSE, then disconnect',
    ...UNREACHED,
    relays: [SILENT, SILENT],
    ends: { by: 'disconnect', at: 'preparing' },
  },
  {
    what: 'never EOSE, then abort',
    ...UNREACHED,
    call: 'session',
    relays: [SILENT],
    ends: { by: 'abort', at: 'preparing' },
    outcome: 'own error',
  },
  {
    what: 'EOSE of another subscription, then disconnect',
    ...UNREACHED,
    relays: [{ onRequest: (socket) => sendTo(socket, ['EOSE', 'other']) }],
    ends: { by: 'disconnect', at: 'preparing' },
  },
  { what: 'CLOSED in answer to REQ', ...UNREACHED, relays: [closing('auth-required: who are you?')] },
  ...([1000, 1008, 1011] as const).map((closeCode) => ({
    what: `closed with ${closeCode} in answer to REQ`,
    ...UNREACHED,
    relays: [{ onRequest: (socket) => socket.close(closeCode) }] satisfies readonly RelayFault[],
  })),
  {
    what: 'a message of 2 MB before EOSE',
    ...UNREACHED,
    outcome: 'PROTOCOL_VIOLATION',
    relays: [{ onRequest: (socket) => socket.send(JSON.stringify(['NOTICE', 'x'.repeat(2 << 20)])) }],
  },
  {
    what: 'AUTH and NOTICE before EOSE',
    ...FINE,
    relays: [
      {
        onConnection: (socket) => sendTo(socket, ['AUTH', 'challenge']),
        onRequest(socket) {
          sendTo(socket, ['NOTICE', 'welcome']);
          confirm(socket);
        },
      },
    ],
  },
  {
    what: 'messages that are none before EOSE',
    ...FINE,
    relays: [
      {
        onRequest(socket) {
          const messages = [
            'hello',
            '',
            '[',
            'null',
            '{}',
            '[]',
            '["EVENT"]',
            '["EVENT","session",{}]',
            '["OK",1]',
          ];
          for (const message of messages) socket.send(message);
          socket.send(new Uint8Array(100));
          confirm(socket);
        },
      },
    ],
  },
  {
    what: 'EOSE twice',
    ...FINE,
    relays: [
      {
        onRequest(socket) {
          confirm(socket);
          confirm(socket);
        },
      },
    ],
  },
  { what: 'an event of a stranger before EOSE', ...FINE, relays: [beforeEose()] },
]);

function closing(reason: string): RelayFault {
  return { onRequest: (socket) => sendTo(socket, ['CLOSED', 'session', reason]) };
}
