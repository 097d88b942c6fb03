import { describe, expect, it } from 'vitest';
import { parseRelay } from '../../connection/nostr-relay.js';
import { transact } from '../../transact/bytes.js';
import { createMobileWallet } from '../../wallet/register.js';
import { openSession } from './open-session.js';
import { assertRemote } from './transports.js';

const ADDRESSES = [
  'example.com',
  'example.com:8443',
  'localhost:4000',
  '127.0.0.1:4000',
  '[::1]:4000',
  'xn--bcher-kva.example',
];
const URLS = [
  'wss://example.com',
  'wss://example.com/path',
  'example.com/path',
  'example.com/wss://path',
  'WSS://Example.com:8443/',
  'ws://localhost',
  'ws://localhost:4000/x',
  'ws://127.0.0.1',
  'ws://[::1]:4000',
];
const WRONG = [
  '',
  'a b',
  'user@example.com',
  'example.com?x',
  'example.com#x',
  'example.com\\x',
  'https://example.com',
  'ws://example.com',
  'ws://localhost.example.com',
  'ws://127.0.0.1.example.com',
  'ws://notlocalhost',
  'ftp://localhost',
  'h2://example.com',
  'relay.wss://example.com',
  'example.com:99999',
  'wss://',
  7,
  ['example.com'],
  Object.create(null),
  null,
  undefined,
];

const identity = { name: 'Example', uri: 'https://example.com' };

describe('the option `remote`', () => {
  it.each(ADDRESSES)('may name the reflector %s', (host) => {
    assertRemote({ type: 'reflector', host });
  });

  it.each([...ADDRESSES, ...URLS])('may name the relay %s', (relay) => {
    assertRemote({ type: 'nostr', relays: [relay] });
    // What is accepted here must not be refused later.
    expect(() => parseRelay(relay, 'relay')).not.toThrow();
  });

  it.each<readonly [string, unknown]>([
    ['remote', null],
    ['remote', 'example.com'],
    ['remote.type', {}],
    ['remote.type', { type: 'relay', host: 'example.com' }],
    ...[...WRONG, ...URLS].map((host) => ['remote.host', { type: 'reflector', host }] as const),
    ['remote.relays', { type: 'nostr' }],
    ['remote.relays', { type: 'nostr', relays: [] }],
    ['remote.relays', { type: 'nostr', relays: 'example.com' }],
    ...WRONG.map((relay) => ['remote.relays[1]', { type: 'nostr', relays: ['a.example', relay] }] as const),
    ...[-1, Number.NaN, '1', 2 ** 31].map(
      (idleMs) => ['remote.idleMs', { type: 'reflector', host: 'example.com', idleMs }] as const,
    ),
  ])('is refused at once, naming %s: %j', async (argument, given) => {
    const remote = given as never;
    const { features } = createMobileWallet({ identity, remote });
    await expect(features['standard:connect'].connect()).toRejectWith('INVALID_ARGUMENT', { argument });
    await expect(transact(() => {}, { remote })).toRejectWith('INVALID_ARGUMENT', { argument });
  });

  it('needs something that shows the code', async () => {
    const remote = { type: 'reflector', host: 'example.com' } as const;
    const { features } = createMobileWallet({ identity, remote, dialogs: false });
    await expect(features['standard:connect'].connect()).toRejectWith('INVALID_ARGUMENT', {
      argument: 'dialogs',
    });
    await expect(openSession({ remote })).toRejectWith('INVALID_ARGUMENT', { argument: 'scan' });
  });
});
