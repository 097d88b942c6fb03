import { type Carry, replace } from './carry.js';
import { type Frame, greet } from './reflector.js';
import { type RemoteRow, reflectorRows } from './row.js';

const FINE = { call: 'connect', outcome: 'success', connected: true } as const;
const BROKEN = {
  call: 'connect',
  outcome: 'PROTOCOL_VIOLATION',
  next: 'first',
  connected: false,
  codes: 0,
} as const;

/** Faults of frames in the base64 subprotocol. */
export const REFLECTOR_TEXT: readonly RemoteRow[] = reflectorRows('frames of base64', [
  { what: 'base64, although binary frames were offered first', ...FINE, subprotocol: 'base64' },
  {
    what: 'line breaks, as Android’s encoder makes them',
    ...FINE,
    subprotocol: 'base64',
    reflector: { carry: changeText((frame) => frame.replace(/.{1,76}/g, '$&\n')) },
  },
  {
    what: 'line breaks in an answer to a send',
    call: 'send',
    subprotocol: 'base64',
    reflector: { carry: changeText((frame) => frame.replace(/.{1,76}/g, '$&\r\n')) },
    outcome: 'success',
    connected: true,
  },
  ...(
    [
      ['other characters', (frame) => `${frame.slice(0, -4)}!?*#`],
      ['cut after one character of four', (frame) => frame.slice(0, -3)],
      ['the URL alphabet', (frame) => `__--${frame.slice(4)}`],
      ['JSON', () => '{"jsonrpc":"2.0"}'],
    ] satisfies readonly (readonly [string, (frame: string) => string])[]
  ).map(([what, change]) => ({
    what,
    call: 'signMessage' as const,
    subprotocol: 'base64' as const,
    reflector: { carry: changeText(change) },
    outcome: 'PROTOCOL_VIOLATION' as const,
    next: 'connection-lost' as const,
    connected: true,
  })),
  {
    what: 'a binary frame',
    call: 'signMessage',
    subprotocol: 'base64',
    reflector: {
      carry: replace<Frame>('wallet', 1, ({ message }) => [Buffer.from(String(message), 'base64')]),
    },
    outcome: 'PROTOCOL_VIOLATION',
    next: 'connection-lost',
    connected: true,
  },
  {
    what: 'the REFLECTOR_ID is not base64',
    ...BROKEN,
    subprotocol: 'base64',
    reflector: greet((dapp) => dapp.send('**')),
  },
  {
    what: 'a request that does not fit',
    call: 'signLarge',
    subprotocol: 'base64',
    outcome: 'PAYLOAD_TOO_LARGE',
    connected: true,
  },
]);

/** Changes the text of the wallet's frames. */
function changeText(change: (frame: string) => string): Carry<Frame> {
  return ({ from, nth, message }) => (from === 'wallet' && nth > 0 ? [change(String(message))] : [message]);
}
