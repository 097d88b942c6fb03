import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createAssociationKeyPair,
  exportPoint,
  getAssociationUri,
  getRandomPort,
  type RpcClient,
} from 'mobile-wallet-standard/endpoint';
import { transact } from 'mobile-wallet-standard/session';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findState, openSession, PAGE, readEvents, runIn } from '../../../../test/support/phone-server.js';
import '../../../../test/support/reflector.js';
import type { ApprovalState } from '../../phone/approval-desk.js';
import { parseTagged, stringifyTagged } from '../../phone/tagged-json.js';
import { MOCK_WALLET_APPS } from '../../phone/wallet-apps.js';
import type { WalletCommand } from '../../phone/wallet-state.js';
import { createReflector } from '../../sockets/reflector.js';
import { createNodeStore } from './node-store.js';
import { createOriginCheck } from './own-origin.js';
import { createRoutes } from './routes.js';
import { createServedPhone, type ServedPhone } from './served-phone.js';

const OTHER_PAGE = 'b'.repeat(32);

let directory: string;
let phone: ServedPhone;
let server: Server;
let url: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'routes-'));
  await mkdir(join(directory, 'mock'));
  await writeFile(join(directory, 'mock', 'page.js'), 'export {};');
  await writeFile(join(directory, 'secret.json'), '{}');
  phone = await createServedPhone({}, () => createNodeStore(directory));
  const isOwnOrigin = createOriginCheck([]);
  const client = { walletUriBase: 'https://wallet.example', launchConsumesActivation: true };
  server = createServer(createRoutes({ phone, pages: directory, client, isOwnOrigin }));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  phone.close();
  server.close();
  server.closeAllConnections();
  await rm(directory, { recursive: true });
});

function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: JSON.stringify(body),
  });
}

/** Launches a wallet from a page, and connects to it as the dapp. */
const connect = async (page: string): Promise<RpcClient> => (await openSession(url, url, page)).dapp;

async function find(page: string, isWanted: (state: ApprovalState) => boolean): Promise<ApprovalState> {
  for await (const event of readEvents(`${url}/events?page=${page}`)) {
    const state = parseTagged<ApprovalState>(event);
    if (isWanted(state)) return state;
  }
  throw new Error('The events have ended');
}

describe('createRoutes', () => {
  it('lets only the page that opened a session decide its requests', async () => {
    const dapp = await connect(PAGE);
    const answer = dapp.call('authorize', { chain: 'solana:devnet', identity: { name: 'Example' } });
    const { accounts, requests } = await find(PAGE, (state) => state.requests.length > 0);
    expect(requests).toMatchObject([{ type: 'authorize', identity: { name: 'Example' } }]);
    expect(accounts.map(({ label }) => label)).toEqual(['Main', 'Savings']);
    expect(await find(OTHER_PAGE, () => true)).toMatchObject({ sessions: 0, requests: [] });

    const decision = { id: requests[0]?.id, approved: true, accounts: [accounts[1]?.address] };
    expect((await post('decisions', { page: OTHER_PAGE, ...decision })).status).toBe(409);
    expect((await post('decisions', { page: PAGE, ...decision })).status).toBe(204);
    expect((await post('decisions', { page: PAGE, ...decision })).status).toBe(409);
    expect(await answer).toMatchObject({ result: { accounts: [{ label: 'Savings' }] } });

    dapp.close();
    await find(PAGE, (state) => state.sessions === 0);
  });

  it('ends the sessions of a page that is left, and no others', async () => {
    const dapp = await connect(PAGE);
    const other = await connect(OTHER_PAGE);
    const answer = dapp.call('authorize', {});
    await find(PAGE, (state) => state.requests.length > 0);
    expect((await post('leave', { page: PAGE })).status).toBe(204);
    await expect(answer).toRejectWith('SESSION_CLOSED');
    expect(await find(PAGE, (state) => state.sessions === 0)).toMatchObject({ requests: [] });
    expect(await other.call('get_capabilities', {})).toHaveProperty('result');
    other.close();
  });

  it('answers a launch with the number that later states contain', async () => {
    const keys = await createAssociationKeyPair();
    const uri = getAssociationUri({ type: 'local', port: getRandomPort() }, await exportPoint(keys));
    const response = await post('launch', { page: PAGE, uri });
    const { launch } = (await response.json()) as { launch: number };
    expect(await find(PAGE, () => true)).toMatchObject({ launch, sessions: 1 });
  });

  it('ends a launch whose wallet is still starting when its page is left', async () => {
    const slow = await createServedPhone({ readyDelay: 60_000 }, () => createNodeStore(directory));
    const keys = await createAssociationKeyPair();
    const uri = getAssociationUri({ type: 'local', port: getRandomPort() }, await exportPoint(keys));
    const launched = slow.launch(PAGE, uri);
    void slow.leave(OTHER_PAGE);
    void slow.leave(PAGE);
    await expect(launched).rejects.toThrow('left the wallet');
    const states: ApprovalState[] = [];
    slow.desk.watch(PAGE, (state) => states.push(state))();
    expect(states[0]?.sessions).toBe(0);
  });

  it('joins a dapp on another device by its link, until the dapp leaves', async () => {
    const reflector = await createReflector();
    let launched: Promise<readonly Response[]> = Promise.resolve([]);
    const remote = { type: 'reflector', host: reflector.host } as const;
    const session = transact(
      async (wallet) => {
        const [response = Response.error()] = await launched;
        const answer = (await response.json()) as object;
        expect(await find(PAGE, () => true)).toMatchObject({ ...answer, sessions: 1, requests: [] });
        return wallet.getCapabilities();
      },
      {
        remote,
        scan: ({ uri }) => {
          launched = Promise.all([post('launch', { page: PAGE, uri })]);
        },
      },
    );
    expect(await session).toHaveProperty('max_messages_per_request');
    await find(PAGE, (state) => state.sessions === 0);
    await reflector.close();
  });

  it('reports that a dapp on another device does not wait any more, and counts no session for it', async () => {
    const reflector = await createReflector();
    const point = await exportPoint(await createAssociationKeyPair());
    const reflectorId = new Uint8Array(16);
    const uri = getAssociationUri({ type: 'remote', reflector: reflector.host, reflectorId }, point);
    const response = await post('launch', { page: PAGE, uri });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('no longer waits for this QR code');
    expect(await find(PAGE, () => true)).toMatchObject({ sessions: 0 });
    await reflector.close();
  });

  it('reports why a URI cannot be opened, and counts no session for it', async () => {
    const response = await post('launch', {
      page: PAGE,
      uri: 'solana-wallet:/v1/associate/local?port=50000',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('association');
    expect(await find(PAGE, () => true)).toMatchObject({ sessions: 0 });
  });

  it.each<[path: string, body: object, reason: string]>([
    ['launch', { page: PAGE }, '`uri` must be'],
    ['launch', { page: PAGE, uri: 'solana-wallet:' }, 'association'],
    ['launch', { page: PAGE, uri: 'solana-wallet:', androidPackage: 1 }, '`androidPackage` must be'],
    ['find-app', {}, '`address` must be'],
    ['find-app', { address: 'solana-wallet:/v1', choice: 'com.example.mockwallet' }, '`choice`'],
    [
      'find-app',
      { address: 'solana-wallet:/v1', choice: { androidPackage: 'app.other', isAlways: true } },
      'app.other',
    ],
    ['find-app', { address: 'intent:/v1#Intent;scheme=solana-wallet' }, 'intent'],
    ['decisions', { page: PAGE, id: '1', approved: true }, '`id`'],
    ['decisions', { page: PAGE, id: 1, approved: 1 }, 'approved'],
    ['decisions', { page: PAGE, id: 1, approved: true, accounts: 'x' }, 'accounts'],
    ['decisions', { page: PAGE, id: 1, approved: true, afterMs: 600_001 }, 'afterMs'],
    ['decisions', { id: 1, approved: true }, '`page` must be'],
    ['launch', { page: 'x', uri: 'solana-wallet:' }, '`page` must be'],
    ['leave', {}, '`page` must be'],
    ['leave', { page: `${PAGE}0` }, '`page` must be'],
    ['leave', { page: `0${PAGE}` }, '`page` must be'],
    ['leave', { page: PAGE.toUpperCase() }, '`page` must be'],
  ])('refuses %s of %j', async (path, body, reason) => {
    const response = await post(path, body);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(reason)]);
  });

  it.each(['launch', 'find-app', 'decisions', 'leave', 'commands'])(
    'refuses %s of more than 64 KiB',
    async (path) => {
      expect((await post(path, { page: PAGE, text: 'x'.repeat(65_536) })).status).toBe(413);
      expect((await post(path, { text: 'x'.repeat(65_000) })).status).toBe(400);
    },
  );

  it('says what opens an address, and opens the app', async () => {
    phone.wallet.changeSettings({ phone: 'android-apps' });
    const keys = await createAssociationKeyPair();
    const uri = getAssociationUri({ type: 'local', port: getRandomPort() }, await exportPoint(keys));
    const ask = async (body: object): Promise<unknown> => (await post('find-app', body)).json();
    expect(await ask({ address: uri })).toMatchObject({ type: 'chooser', apps: MOCK_WALLET_APPS });
    const choice = { androidPackage: 'com.example.secondwallet', isAlways: true };
    const app = { name: 'Second wallet' };
    expect(await ask({ address: uri, choice })).toMatchObject({ type: 'app', uri, app });
    expect(await ask({ address: uri })).toMatchObject({ type: 'app', app });
    const { androidPackage } = choice;
    expect((await post('launch', { page: PAGE, uri, androidPackage })).status).toBe(200);
    expect(await find(PAGE, () => true)).toMatchObject({ app: 'Second wallet', sessions: 1 });
  });

  it.each(['launch', 'find-app', 'decisions', 'leave', 'commands'])(
    'refuses %s from another origin',
    async (path) => {
      const response = await post(path, { page: PAGE }, { Origin: 'http://localhost:1' });
      expect(response.status).toBe(403);
    },
  );

  it.each<[path: string, body: object | string]>([
    ['launch', { page: PAGE, uri: 'solana-wallet:/v1/associate/local' }],
    ['leave', { page: PAGE }],
    ['decisions', { page: PAGE, id: 1, approved: true }],
    ['commands', stringifyTagged({ type: 'reset' })],
  ])('refuses %s of a program, which names no origin', async (path, body) => {
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('Only pages');
  });

  it.each([
    'rpc',
    'rpc/devnet',
    'events?page=x',
    'state',
    'launch',
    'find-app',
    'decisions',
    'commands',
    'leave',
    '',
    'home.js',
    'approval.js',
    'client.js',
    'approval/',
    'assets/mock/page.js',
  ])('refuses %s to other sites, by POST and by GET', async (path) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot' });
    for (const type of ['application/json', 'text/plain']) {
      const headers = { 'Content-Type': type, Origin: 'https://evil.example' };
      const response = await fetch(`${url}/${path}`, { method: 'POST', headers, body });
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBe(null);
    }
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' };
    expect((await fetch(`${url}/${path}`, { headers })).status).toBe(403);
  });

  it('answers programs that are not browsers', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot' });
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(`${url}/rpc`, { method: 'POST', headers, body })).status).toBe(200);
    const asText = { 'Content-Type': 'text/plain' };
    expect((await fetch(`${url}/rpc`, { method: 'POST', headers: asText, body })).status).toBe(415);
  });

  it.each(['rpc', 'rpc/mainnet-beta', 'rpc/testnet', 'rpc/devnet', 'rpc/localnet'])(
    'answers the same chain at %s',
    async (path) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`${url}/${path}`, { method: 'POST', headers, body });
      expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' });
    },
  );

  it("serves the chain's JSON-RPC, where the first account has its airdrop", async () => {
    const { accounts } = await find(PAGE, () => true);
    const getBalance = async (address: string | undefined) => {
      const response = await post('rpc', { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] });
      return ((await response.json()) as { result: { value: number } }).result.value;
    };
    expect(await getBalance(accounts[0]?.address)).toBe(10_000_000_000);
    expect(await getBalance(accounts[1]?.address)).toBe(0);
  });

  it.each(['/x', '//', '///x', '/../secret.json'])('answers %s with 404', async (path) => {
    const { port } = new URL(url);
    const response = await new Promise<IncomingMessage>((resolve) => {
      get({ host: 'localhost', port, path }, resolve);
    });
    response.resume();
    expect(response.statusCode).toBe(404);
  });

  it('serves its pages and the built scripts, and nothing else from the folder', async () => {
    const approval = await fetch(`${url}/approval/?page=${PAGE}`);
    expect(approval.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(await (await fetch(`${url}/wallet/`)).text()).toBe(await approval.text());
    const client = await (await fetch(`${url}/client.js`)).text();
    expect(client).toContain('https://wallet.example');
    expect(client).toContain('"launchConsumesActivation":true');
    const script = await fetch(`${url}/assets/mock/page.js`);
    expect(script.headers.get('content-type')).toContain('text/javascript');
    for (const path of ['assets/secret.json', 'assets/mock/none.js', 'assets/%2e%2e/mock/page.js', 'other']) {
      expect((await fetch(`${url}/${path}`)).status).toBe(404);
    }
  });
});

describe('the routes of the wallet’s own screens', () => {
  const ADDRESS = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
  const seed = new Uint8Array(32).fill(1);

  it('run commands, and tell the state after each', async () => {
    const added = findState(url, ({ accounts }) => accounts.length === 3);
    expect((await runIn(url, { type: 'add-account', label: 'Imported', seed })).status).toBe(204);
    expect((await added).accounts[2]).toMatchObject({
      address: ADDRESS,
      label: 'Imported',
      isGranted: false,
    });
    const funded = findState(url, ({ accounts }) => accounts[2]?.balance === 5_000_000_000n);
    expect((await runIn(url, { type: 'airdrop', address: ADDRESS, lamports: 5_000_000_000n })).status).toBe(
      204,
    );
    expect((await funded).chain).toEqual({ name: 'LiteSVM', hasFaucet: true, canReset: true });
    await runIn(url, { type: 'change-settings', changes: { decide: 'approve' } });
    const dapp = await connect(PAGE);
    const authorized = await dapp.call('authorize', { identity: { name: 'Example' } });
    expect(authorized).toHaveProperty('result');
    const { apps, activity } = await findState(url);
    expect(apps).toMatchObject([{ identity: { name: 'Example' } }]);
    expect(activity).toMatchObject([{ method: 'authorize', decision: 'approved' }]);
    dapp.close();
    expect((await runIn(url, { type: 'reset' })).status).toBe(204);
    expect(await findState(url)).toMatchObject({ apps: [], activity: [], accounts: [{ label: 'Main' }, {}] });
  });

  it.each<[command: unknown, reason: string]>([
    [{ type: 'swap' }, '`command.type` is no command.'],
    [{ type: 'add-account', seed: new Uint8Array(31) }, '32 bytes'],
    [{ type: 'change-settings', changes: { delayMs: -1 } }, 'delayMs'],
    [{ type: 'rename-account', address: 'x', label: 'y' }, 'x'],
  ])('refuse %o with its reason', async (command, reason) => {
    const response = await runIn(url, command as WalletCommand);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain(reason);
    expect(text.trim().split('\n')).toHaveLength(1);
  });

  it.each(['x', '{"type":"reset"}', '[]', '{"type":"sreset"'])('refuse %s', async (body) => {
    const headers = { 'Content-Type': 'application/json', Origin: url };
    const response = await fetch(`${url}/commands`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
  });

  it('tell no seed and no token', async () => {
    await runIn(url, { type: 'add-account', seed });
    await runIn(url, { type: 'change-settings', changes: { decide: 'approve' } });
    const dapp = await connect(PAGE);
    const answer = await dapp.call('authorize', { identity: { name: 'Example' } });
    const { auth_token: token } = (answer as unknown as { result: { auth_token: string } }).result;
    await dapp.call('reauthorize', { auth_token: token, identity: { name: 'Example' } });
    const [state = ''] = [await readFirst('state')];
    expect(state).toContain('Example');
    expect(state).not.toContain(token);
    const { accounts } = await createNodeStore(directory).load();
    const seeds = accounts?.list.map((account) => account.seed) ?? [];
    expect(seeds.at(-1)).toEqual(seed);
    for (const secret of seeds) {
      for (const text of [state, await readFirst(`events?page=${PAGE}`)]) {
        expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 40));
        expect(text).not.toContain(Buffer.from(secret).toString('hex'));
      }
    }
    dapp.close();
  });
});

/** Returns the first event of a path. */
async function readFirst(path: string): Promise<string> {
  for await (const event of readEvents(`${url}/${path}`)) return event;
  throw new Error('The events have ended');
}
