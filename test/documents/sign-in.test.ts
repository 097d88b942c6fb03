import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { createSignInMessageText, verifySignIn as verifyByUtil } from '@solana/wallet-standard-util';
import { createMobileWallet, encodeBase58 } from 'mobile-wallet-standard';
import { createTestWallet } from 'mock-mobile-wallet/testing';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRequest, getUser, handleSignIn, verifySignIn } from '../../docs/example/server/sign-in.js';
import { fetchSignIn, logIn, logOut } from '../../docs/example/src/log-in.js';

// The recipe “Sign in on a server”, from the nonce to the session's cookie.

const HOST = 'localhost:5173';
const ORIGIN = `http://${HOST}`;

/** The cookies of a browser, whose `fetch` leads to the recipe's server. */
let cookies: Map<string, string>;

beforeEach(() => {
  cookies = new Map();
  vi.stubGlobal('location', { host: HOST, hostname: 'localhost', origin: ORIGIN, href: ORIGIN });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const response = await handleSignIn(withCookies(path, init));
    expect(response.headers.get('cache-control')).toBe('no-store');
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^(__Host-[^=]+)=([^;]*)/.exec(line) ?? [];
      // Browsers refuse a name with `__Host-` if the rest is not so.
      expect(line).toMatch(/^__Host-.*; HttpOnly; Secure; SameSite=Lax; Path=\/$/);
      if (line.includes('; Max-Age=0;')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  });
});

function withCookies(path: string, init: RequestInit = {}): Request {
  const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
  return new Request(ORIGIN + path, { ...init, headers: { ...init.headers, cookie } });
}

async function setUp(options: Parameters<typeof createTestWallet>[0] = {}) {
  const phone = await createTestWallet(options);
  onTestFinished(() => phone.close());
  const wallet = createMobileWallet({
    identity: { name: 'Example', uri: ORIGIN },
    chains: ['solana:devnet'],
    launch: phone.launch,
    dial: phone.dial,
  });
  const address = phone.accounts[0]?.address ?? '';
  return { wallet, address };
}

test('a user signs in, and the server knows the user by the cookie', async () => {
  const { wallet, address } = await setUp();
  expect(getUser(withCookies('/'))).toBeUndefined();
  expect(await logIn(wallet, await fetchSignIn())).toBe(address);
  expect(getUser(withCookies('/'))).toBe(address);
});

test('an answer counts once, and only in the browser that was asked', async () => {
  const { wallet } = await setUp();
  const input = await fetchSignIn();
  await logIn(wallet, input);
  await expect(logIn(wallet, input)).rejects.toThrow('The server has refused the sign-in');
  const other = await fetchSignIn();
  const ofThisBrowser = cookies;
  cookies = new Map();
  await fetchSignIn();
  await expect(logIn(wallet, other)).rejects.toThrow('The server has refused the sign-in');
  cookies = ofThisBrowser;
  await logIn(wallet, other);
});

test('a user signs out, also in another tab, and no cache keeps an answer', async () => {
  const { wallet } = await setUp();
  await logIn(wallet, await fetchSignIn());
  const before = withCookies('/');
  await logOut();
  expect([...cookies.keys()]).toEqual([]);
  expect(getUser(before)).toBeUndefined();
});

test('nobody signs in as an account for which anybody can sign', async () => {
  // Points of small order: this signature verifies for at least every eighth text, by whichever key.
  const signature = new Uint8Array(64);
  signature[0] = 1;
  const smallOrders = [0, 1, 4, 5].map((index) =>
    ed25519.Point.fromHex(ED25519_TORSION_SUBGROUP[index] ?? ''),
  );
  for (const signer of smallOrders.map((point) => encodeBase58(point.toBytes()))) {
    for (let attempt = 0; attempt < 40; attempt++) {
      const request = createRequest(HOST, `Sign in ${attempt}`);
      const text = createSignInMessageText({ ...request, address: signer });
      const verifying = verifySignIn(request.nonce, new TextEncoder().encode(text), signature);
      await expect(verifying).rejects.toThrow(/of this account|cannot sign/);
    }
  }
});

test('a user signs in with the older of two tabs, and then with the other', async () => {
  const { wallet, address } = await setUp();
  const [older, newer] = [await fetchSignIn(), await fetchSignIn()];
  expect(await logIn(wallet, older)).toBe(address);
  expect(await logIn(wallet, newer)).toBe(address);
  expect([...cookies.keys()]).toEqual(['__Host-session']);
});

test('a form of another site signs nobody in', async () => {
  const { wallet, address } = await setUp();
  const input = await fetchSignIn();
  const send = fetch;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    send(path, { ...init, headers: { 'content-type': 'text/plain' } }),
  );
  await expect(logIn(wallet, input)).rejects.toThrow('The server has refused the sign-in');
  expect(getUser(withCookies('/'))).toBeUndefined();
  vi.stubGlobal('fetch', send);
  expect(await logIn(wallet, input)).toBe(address);
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"nonce":1,"signedMessage":"","signature":""}',
  '{"nonce":"1","signedMessage":{},"signature":""}',
  '{"nonce":"1","signedMessage":""}',
])('a request with the body %j is malformed', async (body) => {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch('/sign-in', { method: 'POST', body, headers });
  expect(status).toBe(400);
});

test('a session ends after a day', async () => {
  const { wallet, address } = await setUp();
  await logIn(wallet, await fetchSignIn());
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 86_390_000);
  onTestFinished(() => clock.mockRestore());
  expect(getUser(withCookies('/'))).toBe(address);
  clock.mockReturnValue(now + 86_410_000);
  expect(getUser(withCookies('/'))).toBeUndefined();
});

describe.each([
  ['as the library writes it', { extraSignInNewline: false }],
  ['as the reference writes it', { extraSignInNewline: true }],
])('a text %s', (_, quirks) => {
  test.each([
    ['with a statement', 'Sign in to Example'],
    ['without a statement', undefined],
  ])('%s is verified', async (_, statement) => {
    const { wallet, address } = await setUp({ quirks });
    const request = createRequest(HOST, statement);
    const [output] = await wallet.features['solana:signIn'].signIn(request);
    if (!output) throw new Error('nothing was signed');
    const isReferenceGap = statement === undefined && quirks.extraSignInNewline;
    expect(verifyByUtil(request, output)).toBe(!isReferenceGap);
    expect(await verifySignIn(request.nonce, output.signedMessage, output.signature)).toBe(address);
  });
});

test.each([
  ['another domain', { domain: 'evil.example' }],
  ['another statement', { statement: 'Give me all' }],
  ['another nonce', { nonce: 'abcdefgh' }],
  ['a field that was not asked for', { requestId: '1' }],
])('a text with %s is refused', async (_, changed) => {
  const { wallet } = await setUp();
  const request = createRequest(HOST, 'Sign in');
  const [output] = await wallet.features['solana:signIn'].signIn({ ...request, ...changed });
  if (!output) throw new Error('nothing was signed');
  const verifying = verifySignIn(request.nonce, output.signedMessage, output.signature);
  await expect(verifying).rejects.toThrow('Another text was signed');
});

test.each([
  ['begins with a byte order mark', '\ufeff', ''],
  ['is no UTF-8', '', '\xff'],
])('a text that %s is refused, although it reads as the one that was asked for', async (_, head, last) => {
  const { wallet } = await setUp();
  const request = createRequest(HOST, 'Sign in \ufffd');
  const [asked] = await wallet.features['solana:signIn'].signIn(request);
  if (!asked) throw new Error('nothing was signed');
  const text = Buffer.from(asked.signedMessage).toString('latin1');
  const replaced = last ? text.replace('\xef\xbf\xbd', last) : text;
  const message = Uint8Array.from(Buffer.concat([Buffer.from(head), Buffer.from(replaced, 'latin1')]));
  expect(new TextDecoder().decode(message)).toBe(new TextDecoder().decode(asked.signedMessage));
  expect(message).not.toEqual(asked.signedMessage);
  const input = { account: asked.account, message };
  const [output] = await wallet.features['solana:signMessage'].signMessage(input);
  if (!output) throw new Error('nothing was signed');
  await expect(verifySignIn(request.nonce, output.signedMessage, output.signature)).rejects.toThrow();
});

test('a signature of another text is refused', async () => {
  const { wallet } = await setUp();
  const [request, other] = [createRequest(HOST), createRequest(HOST)];
  const [output] = await wallet.features['solana:signIn'].signIn(request);
  const [foreign] = await wallet.features['solana:signIn'].signIn(other);
  if (!output || !foreign) throw new Error('nothing was signed');
  const verifying = verifySignIn(request.nonce, output.signedMessage, foreign.signature);
  await expect(verifying).rejects.toThrow('The signature is not of this account');
});

test('a request is good for ten minutes', async () => {
  const { wallet } = await setUp();
  const request = createRequest(HOST);
  const { issuedAt, expirationTime } = request;
  expect(Date.parse(expirationTime) - Date.parse(issuedAt)).toBe(600_000);
  request.expirationTime = new Date(Date.now() - 1).toISOString();
  const [output] = await wallet.features['solana:signIn'].signIn(request);
  if (!output) throw new Error('nothing was signed');
  const verifying = verifySignIn(request.nonce, output.signedMessage, output.signature);
  await expect(verifying).rejects.toThrow('Begin anew');
});
