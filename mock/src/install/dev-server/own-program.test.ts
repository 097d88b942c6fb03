import { expect, it } from 'vitest';
import { explainForeignProgram, isLoopbackAddress } from './own-program.js';

const host = 'localhost:8477';
const ask = (headers: Readonly<Record<string, string>>, remoteAddress: string | undefined = '127.0.0.1') =>
  explainForeignProgram({ headers, socket: { remoteAddress } });

it.each(['localhost:8477', 'LOCALHOST', 'app.localhost:1', '127.0.0.1:8477', '127.1.2.3', '[::1]:8477'])(
  'a program on this machine may ask at %s',
  (name) => {
    expect(ask({ host: name })).toBeUndefined();
    expect(ask({ ':authority': name })).toBeUndefined();
  },
);

it('Node’s own `fetch` may ask, which says which mode it has', () => {
  expect(ask({ host, 'sec-fetch-mode': 'cors', 'accept-language': '*' })).toBeUndefined();
});

it.each<[what: string, headers: Readonly<Record<string, string>>]>([
  ['a page', { origin: 'http://localhost:3000' }],
  ['the wallet’s own page', { origin: 'http://localhost:8477' }],
  ['a page without an origin', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
  ['a page’s GET', { 'sec-fetch-site': 'cross-site' }],
  ['the wallet’s own page’s GET', { 'sec-fetch-site': 'same-origin' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['an empty site', { 'sec-fetch-site': '' }],
  ['a name that resolves to this machine', { host: 'evil.example:8477' }],
  ['a name that begins like this machine', { host: 'localhost.evil.example' }],
  ['a name that ends like this machine', { host: 'evillocalhost' }],
  ['an address that begins like this machine', { host: '127.0.0.1.evil.example' }],
  ['an address of the network', { host: '192.168.0.2:8477' }],
  ['no address', { host: '0.0.0.0:8477' }],
  ['an empty host', { host: '' }],
  ['a proxy, by X-Forwarded-For', { 'x-forwarded-for': '203.0.113.1' }],
  ['a proxy, by X-Forwarded-Host', { 'x-forwarded-host': 'app.example' }],
  ['a proxy, by Forwarded', { forwarded: 'for=203.0.113.1' }],
  ['a proxy, by Via', { via: '1.1 proxy' }],
  ['a proxy, by X-Real-IP', { 'x-real-ip': '203.0.113.1' }],
])('%s may not', (_what, headers) => {
  expect(ask({ host, ...headers })).toBeTypeOf('string');
});

it('a request without a host may not', () => {
  expect(ask({})).toBe('`Host` is not this machine');
});

it.each(['192.168.0.2', '::ffff:192.168.0.2', 'fe80::1', '2001:db8::1', '12::ffff:7.0.0.1', '', undefined])(
  'another machine may not, at %s',
  (remoteAddress) => {
    expect(ask({ host }, remoteAddress ?? '')).toBe('it comes from another machine');
    expect(isLoopbackAddress(remoteAddress)).toBe(false);
  },
);

it.each(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'])('this machine may, at %s', (remoteAddress) => {
  expect(ask({ host }, remoteAddress)).toBeUndefined();
});

it.each(['0.0.0.0', '::', '10.0.0.1', 'localhost'])('%s is no address of this machine alone', (address) => {
  expect(isLoopbackAddress(address)).toBe(false);
});
