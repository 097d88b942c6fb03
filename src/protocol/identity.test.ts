import { describe, expect, it } from 'vitest';
import { parseWireIdentity } from './identity.js';
import type { Identity } from './types.js';

const uri = 'https://example.com:8443/app/';

describe('an identity on the wire', () => {
  it.each<[what: string, identity: object, wire: Identity]>([
    ['empty', {}, {}],
    ['whole', { uri, icon: 'favicon.png', name: 'Example' }, { uri, icon: 'favicon.png', name: 'Example' }],
    ['without what is undefined', { uri: undefined, icon: undefined, name: 'Example' }, { name: 'Example' }],
    ['without what is null', { uri: null, icon: null, name: null }, {}],
    ['without what it does not know', { name: 'Example', cluster: 'devnet' }, { name: 'Example' }],
    ['with an icon and no uri', { icon: 'favicon.png' }, { icon: 'favicon.png' }],
    ['with an icon from the root', { uri, icon: '/i.png' }, { uri, icon: '/i.png' }],
    ['with an empty icon', { uri, icon: '' }, { uri, icon: '' }],
    ['with a query in the icon', { uri, icon: 'i?size=64' }, { uri, icon: 'i?size=64' }],
    ['with an absolute icon of its origin', { uri, icon: `${uri}i.png?a` }, { uri, icon: '/app/i.png?a' }],
    ['with the host’s other case', { uri, icon: 'https://EXAMPLE.com:8443/i' }, { uri, icon: '/i' }],
    ['without a colon in the icon', { uri, icon: 'i.png?a=b:c' }, { uri, icon: 'i.png?a=b%3Ac' }],
    ['with a scheme of its own', { uri: 'app://example/path' }, { uri: 'app://example/path' }],
  ])('is %s', (_, identity, wire) => {
    expect(parseWireIdentity(identity as Identity)).toStrictEqual(wire);
  });

  it('is a copy', () => {
    const identity = Object.freeze({ uri, icon: `${uri}i.png` });
    expect(parseWireIdentity(identity)).not.toBe(identity);
    expect(identity.icon).toBe(`${uri}i.png`);
  });

  it.each<[argument: string, identity: unknown]>([
    ['identity', null],
    ['identity', 'Example'],
    ['identity', ['Example']],
    ['identity.uri', { uri: '' }],
    ['identity.uri', { uri: '/app' }],
    ['identity.uri', { uri: 'example.com' }],
    ['identity.uri', { uri: '//example.com' }],
    ['identity.uri', { uri: 'mailto:me@example.com' }],
    ['identity.uri', { uri: 'data:text/plain,a' }],
    ['identity.uri', { uri: 'https:example.com' }],
    ['identity.uri', { uri: 'https:///path' }],
    ['identity.uri', { uri: ' https://example.com' }],
    ['identity.uri', { uri: 'ht\ntps://example.com' }],
    ['identity.uri', { uri: 'https://a b' }],
    ['identity.uri', { uri: new URL(uri) }],
    ['identity.name', { name: '' }],
    ['identity.name', { name: ' \n' }],
    ['identity.name', { name: 7 }],
    ['identity.icon', { icon: 7 }],
    ['identity.icon', { uri, icon: 'https://example.com/i.png' }],
    ['identity.icon', { uri, icon: 'http://example.com:8443/i.png' }],
    ['identity.icon', { uri, icon: '//other.example/i.png' }],
    ['identity.icon', { uri, icon: 'data:image/png;base64,AAAA' }],
    ['identity.icon', { uri, icon: 'javascript:alert(1)' }],
    ['identity.icon', { uri, icon: 'a::' }],
    ['identity.icon', { icon: 'https://example.com/i.png' }],
  ])('is refused for %s: %j', (argument, identity) => {
    expect(() => parseWireIdentity(identity as Identity)).toThrowWith('INVALID_ARGUMENT', { argument });
  });
});
