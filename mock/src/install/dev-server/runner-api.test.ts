import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JsonObject } from 'mobile-wallet-standard/endpoint';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSession } from '../../../../test/support/phone-server.js';
import { createMemoryStore } from '../../phone/phone-store.js';
import { createOriginCheck } from './own-origin.js';
import { servePhone } from './serve-phone.js';
import { createServedPhone, type ServedPhoneOptions } from './served-phone.js';

const AUTHORIZE = { chain: 'solana:devnet', identity: { name: 'Example' } };

type State = Readonly<{
  accounts: readonly Readonly<{ address: string; label: string; isGranted: boolean; balance: string }>[];
  requests: readonly JsonObject[];
  launches: readonly JsonObject[];
  settings: JsonObject;
  apps: readonly JsonObject[];
  waitsFor: string;
}>;

let close = (): void => {};
afterEach(() => close());

/**
 * Serves a phone, in Vite's middleware mode without telling it the server. Returns the URL of its routes.
 */
async function serve(
  options: ServedPhoneOptions = {},
  host = '127.0.0.1',
  { hasRunnerApi = true, isMiddleware = false } = {},
) {
  const phone = await createServedPhone({ settings: { decide: 'approve' }, ...options }, createMemoryStore);
  const server: Server = createServer((sent, response) =>
    served.handle(sent, response, () => response.writeHead(404).end()),
  );
  const served = servePhone({
    phone,
    server: isMiddleware ? null : server,
    hasRunnerApi,
    client: {},
    isOwnOrigin: createOriginCheck([]),
    isForLoopbackPages: true,
    warn: () => {},
  });
  await once(server.listen(0, host), 'listening');
  close = () => {
    served.close();
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return `http://${host === '::1' ? '[::1]' : '127.0.0.1'}:${port}/__mobile-wallet`;
}

const post = (mount: string, command: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${mount}/api`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof command === 'string' ? command : JSON.stringify(command),
  });
const run = async <T = State>(mount: string, command: object): Promise<T> => {
  const response = await post(mount, command);
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${body}`);
  return JSON.parse(body) as T;
};
const read = async (mount: string): Promise<State> => (await fetch(`${mount}/api`)).json() as Promise<State>;

async function open(mount: string) {
  const { dapp } = await openSession(mount);
  onTestFinished(() => dapp.close());
  return dapp;
}

/** Sends a request with any headers, which `fetch` does not allow. */
async function ask(mount: string, method: string, headers: Readonly<Record<string, string>>) {
  const { hostname, port } = new URL(mount);
  const sent = request({
    host: hostname.replace(/[[\]]/g, ''),
    port,
    path: '/__mobile-wallet/api',
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  sent.end(method === 'POST' ? JSON.stringify({ type: 'decline-next' }) : '');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

describe('a test runner', () => {
  it('decides the next requests, in this order', async () => {
    const mount = await serve();
    await run(mount, { type: 'decline-next' });
    await run(mount, { type: 'fail-next', code: -32_603, message: 'Out of order' });
    await run(mount, { type: 'answer-next', decision: { instead: { type: 'forget-token' } } });
    const { accounts } = await run(mount, {
      type: 'grant-account',
      address: (await read(mount)).accounts[1]?.address,
      isGranted: true,
    });
    await run(mount, { type: 'approve-next', accounts: [accounts[1]?.address] });
    const dapp = await open(mount);
    expect(await dapp.call('authorize', AUTHORIZE)).toMatchObject({ error: { code: -1 } });
    expect(await dapp.call('authorize', AUTHORIZE)).toMatchObject({
      error: { code: -32_603, message: 'Out of order' },
    });
    expect(await dapp.call('authorize', AUTHORIZE)).toMatchObject({ error: { code: -1 } });
    expect(await dapp.call('authorize', AUTHORIZE)).toMatchObject({
      result: { accounts: [{ label: 'Savings' }] },
    });
  });

  it('decides the next request of a method', async () => {
    const mount = await serve();
    await run(mount, { type: 'fail-next', code: -3, method: 'sign_messages' });
    const dapp = await open(mount);
    expect(await dapp.call('authorize', AUTHORIZE)).toHaveProperty('result');
    const { accounts } = await read(mount);
    expect(accounts).toHaveLength(2);
    expect((await read(mount)).requests).toMatchObject([{ method: 'authorize', decision: 'approved' }]);
  });

  it('reads accounts, requests and launches, and what the wallet waits for', async () => {
    const mount = await serve();
    expect((await read(mount)).waitsFor).toMatch(/^The wallet app was never opened/);
    const dapp = await open(mount);
    await dapp.call('authorize', AUTHORIZE);
    const { accounts, requests, launches, apps, waitsFor } = await read(mount);
    const publicKey = expect.stringMatching(/^[\w+/]{43}=$/);
    expect(accounts).toMatchObject([
      { label: 'Main', publicKey, isGranted: true, balance: '10000000000' },
      { label: 'Savings', publicKey, isGranted: false, balance: '0' },
    ]);
    expect(launches).toMatchObject([{ isConnected: true }]);
    expect(requests).toMatchObject([{ method: 'authorize', params: AUTHORIZE, outcome: { result: {} } }]);
    expect(apps).toMatchObject([{ identity: { name: 'Example' } }]);
    expect(waitsFor).toContain('The last request, authorize, was answered');
  });

  it('waits for a request, each time for another one', async () => {
    const mount = await serve();
    const wait = { type: 'wait-for-request', method: 'authorize' };
    const first = run<JsonObject>(mount, wait);
    const dapp = await open(mount);
    await dapp.call('authorize', AUTHORIZE);
    await dapp.call('authorize', AUTHORIZE);
    expect(await first).toMatchObject({ method: 'authorize', id: 1 });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    expect(await run(mount, { ...wait, timeoutMs: 599_999 })).toMatchObject({ id: 2 });
    const index = timers.mock.calls.findIndex(([, ms]) => ms === 599_999);
    expect(cleared).toHaveBeenCalledWith(timers.mock.results[index]?.value);
    const late = await post(mount, { ...wait, timeoutMs: 1 });
    expect([late.status, await late.text()]).toEqual([
      504,
      expect.stringContaining('The test waits for authorize, which no dapp has sent.'),
    ]);
  });

  it('says what the app that was opened has been asked, also while another is shown', async () => {
    const mount = await serve({ settings: { decide: 'approve', phone: 'android-apps' } });
    await run(mount, { type: 'show-app', androidPackage: 'com.example.secondwallet' });
    await run(mount, { type: 'change-settings', changes: { decide: 'approve' } });
    const dapp = await open(mount);
    expect(await dapp.call('authorize', AUTHORIZE)).toHaveProperty('result');
    const { waitsFor } = await run(mount, { type: 'show-app', androidPackage: 'com.example.mockwallet' });
    expect(waitsFor).toContain('The last request, authorize, was answered');
  });

  it('stops waiting for a request when it hangs up', async () => {
    const mount = await serve();
    const hangUp = new AbortController();
    const waiting = fetch(`${mount}/api`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ type: 'wait-for-request', method: 'authorize', timeoutMs: 600_000 }),
      signal: hangUp.signal,
    });
    await expect.poll(async () => (await read(mount)).waitsFor).toContain('The test waits for authorize');
    hangUp.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(async () => (await read(mount)).waitsFor).not.toContain('The test waits');
    const next = run(mount, { type: 'wait-for-request', method: 'authorize' });
    const dapp = await open(mount);
    await dapp.call('authorize', AUTHORIZE);
    expect(await next).toMatchObject({ id: 1 });
  });

  it('changes settings, quirks, accounts and balances', async () => {
    const mount = await serve();
    const changes = { delayMs: 5, quirks: { requiresMinContextSlot: true } };
    const known = (await read(mount)).settings['quirks'] as JsonObject;
    const [quirk = ''] = Object.entries(known).find(([, value]) => value === false) ?? [];
    const { settings } = await run(mount, {
      type: 'change-settings',
      changes: { ...changes, quirks: { [quirk]: true } },
    });
    expect(settings).toMatchObject({ delayMs: 5, quirks: { [quirk]: true } });
    const { accounts } = await run(mount, {
      type: 'set-accounts',
      accounts: [{ label: 'One' }, { label: 'Two', isGranted: true }],
    });
    expect(accounts).toMatchObject([
      { label: 'One', isGranted: true, balance: '0' },
      { label: 'Two', isGranted: true, balance: '0' },
    ]);
    const airdrop = { type: 'airdrop', address: accounts[1]?.address, lamports: 1_000_000_000 };
    expect((await run(mount, airdrop)).accounts).toMatchObject([{ balance: '0' }, { balance: '1000000000' }]);
    const added = await run(mount, { type: 'add-account', label: 'Known', seed: Array(32).fill(7) });
    expect(added.accounts.at(-1)).toMatchObject({
      label: 'Known',
      address: 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB',
    });
  });

  it('writes tokens and accounts, expires blockhashes, and changes how the RPC answers', async () => {
    const mount = await serve();
    const ask = async (method: string, ...params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`${mount}/rpc/devnet`, { method: 'POST', headers, body });
      return { status: response.status, ...((await response.json()) as JsonObject) };
    };
    const [owner] = (await read(mount)).accounts;
    const address = owner?.address;
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const rich = await run(mount, {
      type: 'set-tokens',
      owner: address,
      mint,
      amount: 100_000_000,
      decimals: 6,
    });
    expect(rich.accounts[0]).toMatchObject({ tokens: [{ mint, amount: '100000000', decimals: 6 }] });
    await run(mount, { type: 'set-account', address: mint, lamports: 7, owner: address, data: 'AQI=' });
    expect(await ask('getAccountInfo', mint, { encoding: 'base64' })).toMatchObject({
      result: { value: { lamports: 7, owner: address, data: ['AQI=', 'base64'] } },
    });
    const latest = await ask('getLatestBlockhash');
    const { blockhash } = (latest as unknown as { result: { value: { blockhash: string } } }).result.value;
    expect(await ask('isBlockhashValid', blockhash)).toMatchObject({ result: { value: true } });
    await run(mount, { type: 'expire-blockhashes' });
    expect(await ask('isBlockhashValid', blockhash)).toMatchObject({ result: { value: false } });
    await run(mount, { type: 'change-rpc', changes: { httpStatus: 429 } });
    expect(await ask('getHealth')).toMatchObject({ status: 429 });
    await run(mount, { type: 'reset' });
    expect(await ask('getHealth')).toMatchObject({ status: 200, result: 'ok' });
  });

  it('cannot change a cluster by hand', async () => {
    const mount = await serve({ chain: { clusterUrl: 'http://127.0.0.1:9' } });
    const response = await post(mount, { type: 'expire-blockhashes' });
    expect([response.status, await response.text()]).toEqual([
      400,
      'This chain is a cluster, which cannot be changed by hand.\n',
    ]);
  });

  it('begins anew with a reset: nothing that a test has left has an effect', async () => {
    const mount = await serve();
    const before = await read(mount);
    await run(mount, { type: 'decline-next' });
    await run(mount, { type: 'change-settings', changes: { delayMs: 5, decide: 'decline' } });
    await run(mount, { type: 'set-accounts', accounts: [{ label: 'Only' }] });
    const left = await open(mount);
    await left.call('authorize', AUTHORIZE);
    const after = await run(mount, { type: 'reset' });
    expect(after).toMatchObject({ requests: [], launches: [], apps: [], settings: before.settings });
    expect(after.accounts).toMatchObject([{ label: 'Main', balance: '10000000000' }, { label: 'Savings' }]);
    expect(after.accounts[0]?.address).not.toBe(before.accounts[0]?.address);
    const dapp = await open(mount);
    expect(await dapp.call('authorize', AUTHORIZE)).toHaveProperty('result');
  });

  it.each<[what: string, command: unknown, reason: RegExp]>([
    ['no JSON', '{', /^Send a JSON object/],
    ['no object', [], /^Send a JSON object/],
    ['no command', {}, /`command\.type` /],
    ['an unknown command', { type: 'export-keys' }, /is no command/],
    ['an unknown method', { type: 'wait-for-request', method: 'x' }, /is not a method of the protocol/],
    ['an unknown answer', { type: 'answer-next', decision: { instead: { type: 'x' } } }, /OtherAnswer/],
    ['no decision', { type: 'answer-next' }, /`command\.decision` must be an object/],
    ['a code that is none', { type: 'fail-next', code: 'x' }, /`decision\.instead\.code` must be/],
    ['a delay of a past moment', { type: 'fail-next', code: -1, afterMs: -1 }, /`decision\.afterMs` must be/],
    ['half a lamport', { type: 'airdrop', address: 'x', lamports: 0.5 }, /`command\.lamports` must be/],
    ['tokens without a mint', { type: 'set-tokens', owner: 'x', amount: 1 }, /`command\.mint` is missing/],
    [
      'no base64',
      { type: 'set-account', address: 'x', lamports: 1, data: '*' },
      /`command\.data` must be base64/,
    ],
    ['no address', { type: 'set-account', address: 'x', lamports: 1 }, /address/],
    ['an unknown setting of the RPC', { type: 'change-rpc', changes: { x: 1 } }, /stages, slotsBehind/],
    ['no accounts', { type: 'set-accounts', accounts: [] }, /must have an account/],
    ['a short seed', { type: 'add-account', seed: [1] }, /A seed has 32 bytes/],
    ['an unknown setting', { type: 'change-settings', changes: { x: 1 } }, /x/],
    ['a wait without end', { type: 'wait-for-request', method: 'authorize', timeoutMs: 1e9 }, /600000/],
  ])('is told what is wrong with %s', async (_what, command, reason) => {
    const response = await post(await serve(), command);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(reason);
  });

  it('is told which methods there are, and how much it may send', async () => {
    const mount = await serve();
    const put = await fetch(`${mount}/api`, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST']);
    const large = await post(mount, { type: 'add-account', label: 'x'.repeat(64 * 1024) });
    expect([large.status, large.headers.get('connection')]).toEqual([413, 'close']);
  });

  it('reaches the wallet by IPv6, too', async () => {
    const mount = await serve({}, '::1');
    expect((await read(mount)).accounts).toHaveLength(2);
    expect((await run(mount, { type: 'decline-next' })).requests).toEqual([]);
  });
});

describe('the address for test runners', () => {
  it.each<[who: string, headers: Readonly<Record<string, string>>]>([
    ['a page of this machine', { Origin: 'http://localhost:3000' }],
    ['a page of another site', { Origin: 'https://evil.example', 'Content-Type': 'text/plain' }],
    ['a page whose origin is opaque', { Origin: 'null' }],
    ['a page’s request without an origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of the same origin', { 'Sec-Fetch-Site': 'same-origin' }],
    ['a host name that resolves to this machine', { Host: 'evil.example' }],
    ['a proxy', { 'X-Forwarded-For': '203.0.113.1' }],
  ])('does nothing for %s', async (_who, headers) => {
    const mount = await serve();
    const own = new URL(mount).origin;
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await ask(mount, method, headers);
      expect(response.statusCode, method).toBe(403);
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
      expect(await text(response)).toMatch(/^Only programs on this machine/);
    }
    expect((await ask(mount, 'POST', { Origin: own })).statusCode).toBe(403);
    const dapp = await open(mount);
    expect(await dapp.call('authorize', AUTHORIZE)).toHaveProperty('result');
  });

  it('takes nothing but JSON, which no page can send without asking', async () => {
    const mount = await serve();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const response = await ask(mount, 'POST', { 'Content-Type': type });
      expect(response.statusCode, type).toBe(415);
    }
  });

  it.each([
    ['listens at 0.0.0.0', '0.0.0.0', false],
    ['listens at ::', '::', false],
    ['does not say where it listens', '127.0.0.1', true],
  ])('is for nobody on a server that %s', async (_, host, isMiddleware) => {
    const mount = await serve({}, host, { isMiddleware });
    for (const method of ['GET', 'POST']) {
      const response = await ask(mount, method, {});
      expect(response.statusCode).toBe(403);
      expect(await text(response)).toContain('other machines can reach this server');
    }
  });

  it('is not there unless it is asked for', async () => {
    const mount = await serve({}, '127.0.0.1', { hasRunnerApi: false });
    expect((await ask(mount, 'GET', {})).statusCode).toBe(404);
    expect((await ask(mount, 'POST', {})).statusCode).toBe(404);
  });

  it('tells no seed, no token and no cluster’s key, whatever is asked', async () => {
    const seed = Array.from({ length: 32 }, (_, index) => index + 100);
    const mount = await serve({
      accounts: [{ label: 'Known', seed: Uint8Array.from(seed) }],
      chain: { programs: [], clusterUrl: 'http://127.0.0.1:9/api-key-of-the-cluster' },
      airdrop: 0,
    });
    const dapp = await open(mount);
    const { result } = (await dapp.call('authorize', AUTHORIZE)) as unknown as {
      result: { auth_token: string };
    };
    const address = (await read(mount)).accounts[0]?.address;
    const commands = [
      { type: 'wait-for-request', method: 'authorize' },
      { type: 'decline-next' },
      { type: 'approve-next' },
      { type: 'fail-next', code: -3 },
      { type: 'answer-next', decision: { approved: true } },
      { type: 'add-account', label: 'Other', seed: [...seed].reverse() },
      { type: 'rename-account', address, label: 'Renamed' },
      { type: 'grant-account', address, isGranted: true },
      { type: 'airdrop', address, lamports: 1 },
      { type: 'change-settings', changes: { delayMs: 1 } },
      { type: 'set-accounts', accounts: [{ seed }, { seed: [...seed].reverse() }] },
      { type: 'revoke-app', id: '1' },
      { type: 'revoke-all-apps' },
      { type: 'clear-activity' },
      { type: 'reset-settings' },
      { type: 'show-app', androidPackage: 'com.example.mockwallet' },
      { type: 'remove-account', address },
      { type: 'reset' },
      { type: 'export-keys' },
    ];
    const answers = [await (await fetch(`${mount}/api`)).text()];
    for (const command of commands) {
      answers.push(await (await post(mount, command)).text());
      answers.push(await (await fetch(`${mount}/api`)).text());
    }
    const told = answers.join('\n');
    expect(told).toContain('Known');
    for (const bytes of [seed, [...seed].reverse()]) {
      const secret = Buffer.from(bytes);
      for (const written of [secret.toString('base64'), secret.toString('hex'), bytes.join(',')]) {
        expect(told).not.toContain(written);
      }
    }
    expect(told).not.toContain(result.auth_token);
    expect(told).not.toContain('api-key-of-the-cluster');
  });
});
