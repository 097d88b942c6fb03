import { createChannelPair } from '../../src/connection/channel.js';
import { MobileWalletError } from '../../src/util/errors.js';
import { OWN_ERROR, type Row, rowsAt } from './row.js';

const never = () => new Promise<never>(() => {});
const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';
const bound = { outcome: 'SESSION_CLOSED', connected: false } as const;

/** Faults before there is a session. */
export const OPENING: readonly Row[] = [
  ...rowsAt('launching', [
    {
      what: 'launch throws',
      call: 'connect',
      launch: () => {
        throw OWN_ERROR;
      },
      outcome: 'own error',
      connected: false,
    },
    {
      what: 'launch rejects',
      call: 'signMessage',
      launch: () => Promise.reject(OWN_ERROR),
      outcome: 'own error',
      connected: true,
    },
    {
      what: 'launch has no user activation',
      call: 'connect',
      launch: () => {
        throw new MobileWalletError('USER_GESTURE_REQUIRED', 'A tap, please');
      },
      outcome: 'USER_GESTURE_REQUIRED',
      connected: false,
    },
    {
      what: 'launch has no user activation',
      call: 'sendAll',
      launch: () => {
        throw new MobileWalletError('USER_GESTURE_REQUIRED', 'A tap, please');
      },
      outcome: 'success',
      result: Array(25).fill('USER_GESTURE_REQUIRED'),
      connected: true,
    },
    {
      what: 'launch never settles',
      call: 'connect',
      launch: never,
      outcome: 'WALLET_NOT_FOUND',
      within: 40_000,
      connected: false,
    },
    {
      what: 'launch never settles, then disconnect',
      call: 'connect',
      launch: never,
      ends: { by: 'disconnect', at: 'launch' },
      ...bound,
    },
    {
      what: 'launch never settles, then abort',
      call: 'steps',
      launch: never,
      ends: { by: 'abort', at: 'launch' },
      outcome: 'own error',
      connected: false,
    },
    {
      what: 'launch never settles, then abort',
      call: 'session',
      launch: never,
      ends: { by: 'abort', at: 'launch' },
      outcome: 'own error',
      connected: false,
    },
  ]),

  ...rowsAt('dialling', [
    {
      what: 'refused again and again, then disconnect',
      call: 'connect',
      dial: () => () => Promise.reject(new Error('refused')),
      ends: { by: 'disconnect', at: 'dial' },
      ...bound,
    },
    {
      what: 'refused again and again, then abort',
      call: 'session',
      dial: () => () => Promise.reject(new Error('refused')),
      ends: { by: 'abort', at: 'dial' },
      outcome: 'own error',
      connected: false,
    },
    { what: 'refused three times', call: 'connect', dial: refuse(3), outcome: 'success', connected: true },
    {
      what: 'dial throws once, in the call itself',
      call: 'connect',
      dial: (real) => {
        let calls = 0;
        return (url, options) => {
          if (calls++ === 0) throw new Error('refused');
          return real(url, options);
        };
      },
      outcome: 'success',
      connected: true,
    },
    {
      what: 'silence, then disconnect',
      call: 'connect',
      dial: () => never,
      ends: { by: 'disconnect', at: 'dial' },
      ...bound,
    },
    {
      what: 'silence, then abort',
      call: 'steps',
      dial: () => never,
      ends: { by: 'abort', at: 'dial' },
      outcome: 'own error',
      connected: false,
    },
    {
      what: 'connected only after a disconnect',
      call: 'connect',
      dial: (real) => async (url, options) => {
        await new Promise((resolve) => options.signal.addEventListener('abort', resolve, { once: true }));
        return real(url, options);
      },
      ends: { by: 'disconnect', at: 'dial' },
      ...bound,
    },
    {
      what: 'a channel that is closed already',
      call: 'connect',
      dial: () => async () => {
        const [own, other] = createChannelPair();
        other.close();
        return own;
      },
      outcome: 'SESSION_CLOSED',
      connected: false,
    },
    {
      what: 'nothing listens, then abort',
      call: 'session',
      link: 'socket',
      launch: () => {},
      ends: { by: 'abort', at: 'dial' },
      outcome: 'own error',
      connected: false,
    },
  ]),

  ...rowsAt('connecting', [
    ...(['drop', 'silence', { status: 404 }, { status: 500 }] as const).map((answer) => ({
      what: `${describe(answer)}, then disconnect`,
      call: 'connect' as const,
      link: 'socket' as const,
      faults: [{ at: 'connection', answer } as const],
      ends: { by: 'disconnect', at: 'dial' } as const,
      isLeft: true,
      ...bound,
    })),
    ...['', 'unknown'].map((subprotocol) => ({
      what: `${subprotocol === '' ? 'no' : 'an unknown'} subprotocol, then abort`,
      call: 'session' as const,
      link: 'socket' as const,
      faults: [{ at: 'connection', answer: { subprotocol } } as const],
      ends: { by: 'abort', at: 'dial' } as const,
      isLeft: true,
      outcome: 'own error' as const,
      connected: false,
    })),
    ...[1000, 1001, 1011].map((closeCode) => ({
      what: `closed with ${closeCode} as soon as it is open`,
      call: 'connect' as const,
      link: 'socket' as const,
      faults: [{ at: 'connection', answer: { closeCode } } as const],
      context: { closeCode },
      isLeft: true,
      ...bound,
    })),
    {
      what: 'the base64 subprotocol',
      call: 'connect',
      link: 'socket',
      faults: [{ at: 'connection', answer: { subprotocol: BASE64 } }],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'the base64 subprotocol, and a binary frame',
      call: 'connect',
      link: 'socket',
      faults: [
        { at: 'connection', answer: { subprotocol: BASE64 } },
        { at: 'authorize', inOtherKind: true },
      ],
      outcome: 'PROTOCOL_VIOLATION',
      connected: false,
    },
  ]),
];

function refuse(times: number): NonNullable<Row['dial']> {
  return (real) => {
    let calls = 0;
    return (url, options) => (calls++ < times ? Promise.reject(new Error('refused')) : real(url, options));
  };
}

function describe(answer: 'drop' | 'silence' | Readonly<{ status: number }>): string {
  if (answer === 'drop') return 'the connection is dropped';
  return answer === 'silence' ? 'silence' : `HTTP ${answer.status}`;
}
