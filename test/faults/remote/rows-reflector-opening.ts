import { concatBytes } from '../../../src/util/bytes.js';
import { getDeadHost } from '../../support/listen.js';
import { type Frame, greet } from './reflector.js';
import { type RemoteRow, reflectorRows } from './row.js';

const UNREACHED = { outcome: 'SESSION_CLOSED', next: 'first', connected: false, codes: 0 } as const;
const BROKEN = {
  call: 'connect',
  outcome: 'PROTOCOL_VIOLATION',
  next: 'first',
  connected: false,
  codes: 0,
} as const;
const EMPTY = new Uint8Array();

const IDS: readonly (readonly [what: string, frame: Frame])[] = [
  ['a varint that never ends', new Uint8Array(11).fill(0xff)],
  ['a length without an id', Uint8Array.of(16)],
  ['an id shorter than its length', Uint8Array.of(16, 1, 2, 3)],
  ['an id longer than its length', Uint8Array.of(2, 1, 2, 3)],
  ['an empty id', Uint8Array.of(0)],
  ['an id of 300 bytes', concatBytes(Uint8Array.of(0xac, 0x02), new Uint8Array(300))],
  ['APP_PING in place of the id', EMPTY],
  ['text in place of the id', 'AQID'],
  ['8 MB in place of the id', new Uint8Array(8 << 20)],
];

/** Faults of a reflector until it has sent REFLECTOR_ID. */
export const REFLECTOR_OPENING: readonly RemoteRow[] = reflectorRows('reaching it', [
  {
    what: 'nothing listens',
    call: 'session',
    remote: async () => ({ type: 'reflector', host: await getDeadHost() }),
    ...UNREACHED,
  },
  {
    what: 'no TLS where the address is not this device’s',
    call: 'session',
    // Reaches this device on Linux and macOS, but browsers do not count it as this device.
    remote: (honest) => ({ type: 'reflector', host: getHost(honest).replace('127.0.0.1', '0.0.0.0') }),
    ...UNREACHED,
  },
  ...([404, 503] as const).map((answer) => ({
    what: `HTTP ${answer}`,
    call: 'connect' as const,
    reflector: { answer },
    ...UNREACHED,
  })),
  { what: 'dropped', call: 'connect', reflector: { answer: 'drop' }, ...UNREACHED },
  {
    what: 'no subprotocol',
    call: 'connect',
    reflector: { answer: { subprotocol: false } },
    ...UNREACHED,
  },
  {
    what: 'an unknown subprotocol',
    call: 'connect',
    reflector: { answer: { subprotocol: 'unknown' } },
    ...UNREACHED,
  },
  {
    what: 'silence, then disconnect',
    call: 'connect',
    reflector: { answer: 'silence' },
    ends: { by: 'disconnect', at: 'preparing' },
    ...UNREACHED,
  },
  {
    what: 'silence',
    call: 'connect',
    reflector: { answer: 'silence' },
    ...UNREACHED,
    outcome: 'SESSION_TIMEOUT',
    within: 15_000,
  },
  {
    what: 'never an id',
    call: 'connect',
    reflector: { onDapp: () => {} },
    ...UNREACHED,
    outcome: 'SESSION_TIMEOUT',
    within: 15_000,
  },
  {
    what: 'never an id, then abort',
    call: 'session',
    reflector: { onDapp: () => {} },
    ends: { by: 'abort', at: 'preparing' },
    ...UNREACHED,
    outcome: 'own error',
  },
  ...IDS.map(([what, frame]) => ({ what, reflector: greet((dapp) => dapp.send(frame)), ...BROKEN })),
  ...([1000, 1008, 1011] as const).map((closeCode) => ({
    what: `closed with ${closeCode} in place of the id`,
    call: 'connect' as const,
    reflector: greet((dapp) => dapp.close(closeCode)),
    context: { closeCode },
    ...UNREACHED,
  })),
  {
    what: 'dropped in place of the id',
    call: 'connect',
    reflector: greet((dapp) => dapp.terminate()),
    context: { closeCode: 1006 },
    ...UNREACHED,
  },
]);

function getHost(remote: Readonly<{ type: string }>): string {
  return 'host' in remote ? String(remote.host) : '';
}
