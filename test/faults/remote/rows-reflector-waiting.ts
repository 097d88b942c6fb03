import type { WebSocket } from 'ws';
import { encodeId, greet, type ReflectorFault } from './reflector.js';
import { type RemoteRow, reflectorRows } from './row.js';

const FINE = { call: 'connect', outcome: 'success', connected: true } as const;
const EMPTY = new Uint8Array();
/** Longer than the time in which an offer that ends counts as refused. */
const HALF_OPEN_MS = 1_200;

/** Faults of a reflector until a wallet has come. */
export const REFLECTOR_WAITING: readonly RemoteRow[] = reflectorRows('waiting for a wallet', [
  ...(['close', 'terminate'] as const).flatMap((how) => {
    const what = how === 'close' ? 'closed' : 'dropped';
    const reflector = (ms: number) =>
      greet((dapp, id) => {
        dapp.send(encodeId(id));
        setTimeout(() => dapp[how](), ms);
      });
    return [
      {
        what: `${what} as soon as the code is there`,
        call: 'connect' as const,
        reflector: reflector(0),
        onCode: () => {},
        outcome: 'SESSION_CLOSED' as const,
        next: 'first' as const,
        connected: false,
      },
      {
        what: `${what} after a while: a fresh code`,
        ...FINE,
        reflector: reflectOnce(reflector(HALF_OPEN_MS)),
        onCode: (code, phone, count) => {
          if (count === 2) phone.scan(code.uri);
        },
        codes: 2,
      } satisfies Omit<RemoteRow, 'where' | 'by'> & Readonly<{ reflector: ReflectorFault }>,
    ];
  }),
  {
    what: 'closed after a while, and then there is no id for a fresh code at first',
    ...FINE,
    reflector: greetLate(),
    onCode: (code, phone) => {
      if (code.reason === 'expired') phone.scan(code.uri);
    },
    codes: 3,
  },
  {
    what: 'closed after a while, and then there is no id for a fresh code, then Cancel',
    call: 'connect',
    reflector: greetLate(),
    onCode: (code) => {
      if (code.reason === 'not-renewed') code.cancel();
    },
    outcome: 'USER_CANCELLED',
    next: 'first',
    connected: false,
    codes: 2,
  },
  {
    what: 'a second id before a wallet has come',
    ...FINE,
    reflector: greet((dapp, id) => {
      dapp.send(encodeId(id));
      dapp.send(encodeId(id));
    }),
  },
  {
    what: 'another frame before a wallet has come',
    ...FINE,
    reflector: greet((dapp, id) => {
      dapp.send(encodeId(id));
      dapp.send(new Uint8Array(100));
    }),
  },
  {
    what: 'text before a wallet has come',
    call: 'connect',
    outcome: 'PROTOCOL_VIOLATION',
    next: 'first',
    connected: false,
    onCode: () => {},
    reflector: greet((dapp, id) => {
      dapp.send(encodeId(id));
      dapp.send('hello');
    }),
  },
  {
    what: 'APP_PING before a wallet has come, then disconnect',
    call: 'connect',
    reflector: greet((dapp, id) => {
      dapp.send(encodeId(id));
      dapp.send(EMPTY);
    }),
    onCode: () => {},
    ends: { by: 'disconnect', at: 'connecting' },
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
  },
  {
    what: 'never APP_PING, then Cancel',
    call: 'connect',
    reflector: { onPair: () => {} },
    ends: { by: 'cancel', at: 'scanning' },
    outcome: 'USER_CANCELLED',
    next: 'first',
    connected: false,
  },
  {
    what: 'APP_PING twice',
    ...FINE,
    reflector: { onPair: (...ends) => [...ends, ...ends].forEach((end) => void end.send(EMPTY)) },
  },
  {
    what: 'APP_PING as text',
    ...FINE,
    reflector: { onPair: (...ends) => ends.forEach((end) => void end.send('')) },
  },
  {
    what: 'APP_PING only to the dapp, then abort',
    call: 'session',
    reflector: { onPair: (dapp) => dapp.send(EMPTY) },
    ends: { by: 'abort', at: 'connecting' },
    outcome: 'own error',
    next: 'first',
    connected: false,
  },
  {
    what: 'closed as soon as a wallet has come',
    call: 'connect',
    reflector: {
      onPair(dapp) {
        dapp.send(EMPTY);
        dapp.close(1001);
      },
    },
    outcome: 'SESSION_CLOSED',
    context: { closeCode: 1001 },
    next: 'first',
    connected: false,
  },
]);

/** Lets the fault happen to the first connection only. */
function reflectOnce({ onDapp }: ReflectorFault): ReflectorFault {
  let connections = 0;
  return greet((dapp: WebSocket, id) => {
    connections++;
    if (connections === 1) onDapp?.(dapp, id);
    else dapp.send(encodeId(id));
  });
}

/** Closes the first connection after a while, and the second at once. */
function greetLate(): ReflectorFault {
  let connections = 0;
  return greet((dapp, id) => {
    connections++;
    if (connections === 2) return dapp.close(1011);
    dapp.send(encodeId(id));
    if (connections === 1) setTimeout(() => dapp.close(), HALF_OPEN_MS);
  });
}
