import { verifySignIn as verifyByUtil } from '@solana/wallet-standard-util';
import { createMobileWallet } from 'mobile-wallet-standard';
import { createTestWallet } from 'mock-mobile-wallet/testing';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getUser, handleSignIn } from '../../docs/example/server/handle-sign-in.js';
import { createRequest, verifySignIn } from '../../docs/example/server/sign-in.js';
import { fetchSignIn, logIn } from '../../docs/example/src/log-in.js';

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
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      expect(line).toContain('HttpOnly; Secure; SameSite=Lax');
      cookies.set(name, value);
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
  cookies.set('nonce', 'ofAnotherBrowser');
  await expect(logIn(wallet, other)).rejects.toThrow('The server has refused the sign-in');
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
