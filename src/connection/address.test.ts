import { describe, expect, it } from 'vitest';
import { parseAddress } from '../protocol/address.js';
import { getAssociationUri, parseAssociationUri } from '../protocol/association.js';
import { hasErrorCode } from '../util/find-error.js';
import { parseRelay } from './nostr-relay.js';

const point = Uint8Array.from({ length: 65 }, (_, index) => (index === 0 ? 4 : index));

describe('a relay', () => {
  it.each([
    ['relay.example.com', 'wss://relay.example.com', 'relay.example.com'],
    ['Relay.Example.com', 'wss://relay.example.com', 'relay.example.com'],
    ['relay.example.com:8443', 'wss://relay.example.com:8443', 'relay.example.com:8443'],
    ['relay.example.com/a/b', 'wss://relay.example.com/a/b', 'relay.example.com/a/b'],
    ['wss://relay.example.com/', 'wss://relay.example.com', 'relay.example.com'],
    ['wss://relay.example.com:443/path/', 'wss://relay.example.com/path/', 'relay.example.com/path/'],
    ['relay.example.com/wss://a', 'wss://relay.example.com/wss://a', 'relay.example.com/wss://a'],
    ['localhost.example.com', 'wss://localhost.example.com', 'localhost.example.com'],
    ['127.0.0.1.example.com', 'wss://127.0.0.1.example.com', '127.0.0.1.example.com'],
    ['localhost:4848', 'ws://localhost:4848', 'localhost:4848'],
    ['localhost/path', 'ws://localhost/path', 'localhost/path'],
    ['localhost:443', 'ws://localhost:443', 'localhost:443'],
    ['ws://localhost:4848', 'ws://localhost:4848', 'localhost:4848'],
    ['wss://localhost:4848', 'wss://localhost:4848', 'localhost:4848'],
    ['ws://127.0.0.1:4848/path', 'ws://127.0.0.1:4848/path', '127.0.0.1:4848/path'],
    ['[::1]:4848', 'ws://[::1]:4848', '[::1]:4848'],
    ['a.localhost:4848', 'ws://a.localhost:4848', 'a.localhost:4848'],
    ['127.1.2.3', 'ws://127.1.2.3', '127.1.2.3'],
  ])('%s is dialled at %s and named %s', (relay, url, name) => {
    expect(parseRelay(relay, 'relay')).toEqual({ url, name });
  });

  it.each(['relay.example.com:8443/a/b', 'localhost:4848', '[::1]:4848'])(
    '%s comes back from an association URI and is dialled at the same URL',
    (relay) => {
      const { url, name } = parseRelay(relay, 'relay');
      const uri = getAssociationUri({ type: 'remote-nostr', relay: name, publicKey: 'a'.repeat(64) }, point);
      const { association } = parseAssociationUri(uri);
      expect(association).toEqual({ type: 'remote-nostr', relay: name, publicKey: 'a'.repeat(64) });
      expect(parseRelay(name, 'relay').url).toBe(url);
    },
  );

  it.each<unknown>([
    ...['', ' ', '/', 'ws://relay.example.com', 'ws://localhost.example.com', 'https://relay.example.com'],
    ...['wss://', 'wss://user@relay.example.com', 'user:secret@relay.example.com', 'relay.example.com?a=b'],
    ...['relay.example.com#a', 'relay example.com', 'relay.example.com\\path', 'relay.example.com:99999'],
    ...[undefined, null, 1, ['relay.example.com'], 'ws://relay.example.com/localhost'],
    'evil.127.0.0.1',
  ])('is refused: %j', (relay) => {
    const parse = () => parseRelay(relay as string, 'remote.relays[0]');
    expect(parse).toThrow('`remote.relays[0]` must be');
    try {
      parse();
    } catch (error) {
      expect(hasErrorCode(error, 'INVALID_ARGUMENT')).toBe(true);
    }
  });
});

it.each([
  ['localhost:4000', 'ws://localhost:4000'],
  ['[::1]', 'ws://[::1]'],
  ['notlocalhost', 'wss://notlocalhost'],
  ['localhost.example', 'wss://localhost.example'],
])('the WebSocket of %s is at %s', (host, origin) => {
  expect(parseAddress(host, 'host').origin).toBe(origin);
});
