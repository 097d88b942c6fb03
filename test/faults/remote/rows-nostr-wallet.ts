import { joinAsNostrWallet, type NostrWalletFault } from './nostr-wallet.js';
import { nostrRows, type RemoteRow } from './row.js';

const FINE = { call: 'connect', outcome: 'success', connected: true } as const;

/** Faults of the events that a wallet signs. */
export const NOSTR_WALLET: readonly RemoteRow[] = nostrRows('a wallet’s events', [
  {
    what: 'base64 with line breaks',
    ...FINE,
    ...play({ encode: (base64) => base64.replace(/.{1,76}/g, '$&\n') }),
  },
  { what: 'an empty event before each', ...FINE, ...play({ getTags: () => [] }) },
  { what: 'CONNECT again before an answer', ...FINE, ...play({ getTags: () => [['msg', 'CONNECT']] }) },
  {
    what: 'content that is not base64',
    call: 'connect',
    ...play({ encode: (base64, nth) => (nth === 2 ? '{"signed":true}' : base64) }),
    outcome: 'PROTOCOL_VIOLATION',
    next: 'connection-lost',
    connected: false,
  },
  {
    what: 'HELLO_RSP that is not base64',
    call: 'connect',
    ...play({ encode: () => '*' }),
    outcome: 'PROTOCOL_VIOLATION',
    next: 'first',
    connected: false,
  },
  {
    what: 'HELLO_RSP of 200 KB',
    call: 'connect',
    ...play({ encode: () => 'A'.repeat(200_000) }),
    outcome: 'PROTOCOL_VIOLATION',
    next: 'first',
    connected: false,
  },
  {
    what: 'SESSION_END in place of an answer',
    call: 'connect',
    ...play({ getTags: (nth) => (nth === 2 ? [['msg', 'SESSION_END']] : undefined) }),
    outcome: 'SESSION_CLOSED',
    next: 'wallet-left',
    connected: false,
  },
]);

/** Lets a wallet scan whose events have a fault. */
function play(fault: NostrWalletFault): Pick<RemoteRow, 'onCode'> {
  return { onCode: (code, phone) => void joinAsNostrWallet(code.uri, phone, fault) };
}
