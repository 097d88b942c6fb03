import { describe, expect, it } from 'vitest';
import { assertOwnPage, createDappCheck, createOriginCheck, isForFrame } from './own-origin.js';

const isOwnOrigin = createOriginCheck(['dev.example.com', '.example.org']);

describe('createOriginCheck', () => {
  it.each([
    ['the same origin', { host: 'localhost:5173', origin: 'http://localhost:5173' }],
    ['the same origin by HTTP/2', { ':authority': '[::1]:5173', origin: 'https://[::1]:5173' }],
    ['an address in the network', { host: '192.168.1.5:5173', origin: 'http://192.168.1.5:5173' }],
    ['a name that Vite allows', { host: 'dev.example.com:5173', origin: 'http://dev.example.com:5173' }],
    ['a name under one that Vite allows', { host: 'a.example.org', origin: 'https://a.example.org' }],
    ['a GET of the same origin', { host: 'localhost:5173', 'sec-fetch-site': 'same-origin' }],
    ['a page that the user opens', { host: 'localhost:5173', 'sec-fetch-site': 'none' }],
    ['a program that is no browser', { host: 'localhost:5173' }],
    ['a program that names no host', {}],
  ])('lets %s through', (_, headers) => {
    expect(isOwnOrigin({ headers })).toBe(true);
  });

  it.each([
    ['another port', { host: 'localhost:5173', origin: 'http://localhost:3000' }],
    ['another site', { host: 'localhost:5173', origin: 'https://evil.example' }],
    ['an opaque origin', { host: 'localhost:5173', origin: 'null' }],
    ['a GET of another site', { host: 'localhost:5173', 'sec-fetch-site': 'cross-site' }],
    ['a GET of the same site on another port', { host: 'localhost:5173', 'sec-fetch-site': 'same-site' }],
    [
      'a name that resolves to this machine',
      { host: 'evil.example:5173', origin: 'http://evil.example:5173' },
    ],
    ['such a name without an origin', { host: 'evil.example:5173', 'sec-fetch-site': 'same-origin' }],
    [
      'a name that only ends like an allowed one',
      { host: 'evilexample.org', origin: 'https://evilexample.org' },
    ],
    ['a name like localhost', { host: 'localhost.evil.example', origin: 'http://localhost.evil.example' }],
    ['a name that ends like localhost', { host: 'evillocalhost', origin: 'http://evillocalhost' }],
    ['a name like an address', { host: '127.0.0.1.example', origin: 'http://127.0.0.1.example' }],
    ['an address with brackets in it', { host: '127.0.0[.1]', 'sec-fetch-site': 'same-origin' }],
    ['an address in which brackets end', { host: '[127.0].0.1', 'sec-fetch-site': 'same-origin' }],
    ['the same host as a longer one', { host: 'localhost:5173', origin: 'http://localhost:51731' }],
    ['what is no origin', { host: 'localhost:5173', origin: 'localhost:5173' }],
    ['an empty origin', { host: 'localhost:5173', origin: '' }],
    ['a site that the browser does not name so', { host: 'localhost:5173', 'sec-fetch-site': '' }],
  ])('refuses %s', (_, headers) => {
    expect(isOwnOrigin({ headers })).toBe(false);
  });

  it('allows every host name if Vite does, but no other origin', () => {
    const isOwn = createOriginCheck(true);
    expect(isOwn({ headers: { host: 'any.example', origin: 'https://any.example' } })).toBe(true);
    expect(isOwn({ headers: { host: 'any.example', origin: 'https://evil.example' } })).toBe(false);
  });
});

describe('createDappCheck', () => {
  const isDapp = createDappCheck(isOwnOrigin, true);
  const host = 'localhost:8477';

  it.each(['http://localhost:3000', 'https://a.localhost', 'http://127.0.0.1:1'])(
    'lets pages of %s through only if it is told to',
    (origin) => {
      const headers = { host, origin, 'sec-fetch-site': 'cross-site' };
      expect(isDapp({ headers })).toBe(true);
      expect(createDappCheck(isOwnOrigin, false)({ headers })).toBe(false);
    },
  );

  it('lets a script tag through, which names its page only as the referrer', () => {
    const headers = { host, referer: 'http://127.0.0.1:3000/', 'sec-fetch-site': 'cross-site' };
    expect(isDapp({ headers })).toBe(true);
    expect(createDappCheck(isOwnOrigin, false)({ headers })).toBe(false);
  });

  it.each([
    [
      'a script tag of another site',
      { host, referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' },
    ],
    ['a script tag without a referrer', { host, 'sec-fetch-site': 'cross-site' }],
    ['an opaque origin of a page here', { host, origin: 'null', referer: 'http://localhost:3000/' }],
    ['another site', { host, origin: 'https://evil.example' }],
    ['an address in the network', { host, origin: 'http://192.168.1.5:3000' }],
    ['a name like localhost', { host, origin: 'http://localhost.evil.example' }],
    ['a name that ends like localhost', { host, origin: 'http://evillocalhost:3000' }],
    ['a name like an address', { host, origin: 'http://127.0.0.1.example' }],
    [
      'another site, whatever its referrer',
      { host, origin: 'https://evil.example', referer: 'http://localhost/' },
    ],
    ['an opaque origin', { host, origin: 'null' }],
    ['a page that names no origin', { host, 'sec-fetch-site': 'cross-site' }],
    ['a name that resolves to this machine', { host: 'evil.example', origin: 'http://localhost:3000' }],
  ])('refuses %s', (_, headers) => {
    expect(isDapp({ headers })).toBe(false);
  });
});

describe('isForFrame', () => {
  const frame = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
  const host = 'localhost:8477';
  const headers = { host, ...frame, 'sec-fetch-site': 'cross-site' };

  it('lets pages of every site load a document into a frame, because the document says which may', () => {
    expect(isForFrame({ headers }, isOwnOrigin)).toBe(true);
    expect(isForFrame({ headers: { ...headers, origin: 'https://evil.example' } }, isOwnOrigin)).toBe(true);
  });

  it.each([
    ['a fetch', { 'sec-fetch-mode': 'cors' }],
    ['a tab of its own', { 'sec-fetch-dest': 'document' }],
    ['a name that resolves to this machine', { host: 'evil.example' }],
  ])('refuses %s', (_, change) => {
    expect(isForFrame({ headers: { ...headers, ...change } }, isOwnOrigin)).toBe(false);
  });
});

describe('assertOwnPage', () => {
  it('accepts pages of the same host and port', () => {
    expect(() => assertOwnPage({ origin: 'http://localhost:5173', host: 'localhost:5173' })).not.toThrow();
    expect(() => assertOwnPage({ origin: 'https://[::1]:5173', ':authority': '[::1]:5173' })).not.toThrow();
    expect(() => assertOwnPage({ origin: 'https://example.com', host: 'example.com' })).not.toThrow();
  });

  it.each([
    ['another port', { origin: 'http://localhost:3000', host: 'localhost:5173' }],
    ['another host', { origin: 'http://localhost.evil.com:5173', host: 'localhost:5173' }],
    ['an opaque origin', { origin: 'null', host: 'localhost:5173' }],
    ['no origin', { host: 'localhost:5173' }],
    ['neither', {}],
  ])('refuses %s', (_, headers) => {
    expect(() => assertOwnPage(headers)).toThrow(expect.objectContaining({ status: 403 }));
  });
});
