import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  createAssociationKeyPair,
  decodeReflectorId,
  exportPoint,
  getAssociationUri,
  getRandomPort,
  SUBPROTOCOLS,
} from 'mobile-wallet-standard/endpoint';
import { createLogger, createServer, type ViteDevServer } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { listen } from '../../test/support/listen.js';
import { findState, openSession, runIn } from '../../test/support/phone-server.js';
import { type MockWalletPluginOptions, mockWallet } from './vite.js';

let directory: string;
let server: ViteDevServer | undefined;
const sockets: WebSocket[] = [];

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'vite-')));
  await mkdir(join(directory, 'project'));
  await writeFile(join(directory, 'project', 'index.html'), '<!doctype html>');
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await server?.close();
  await rm(directory, { recursive: true });
});

/**
 * Returns this machine's address in its network, for which Vite has no local URL; or loopback if it has none.
 */
function getOwnAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list = []) => list);
  const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return own?.address ?? '127.0.0.1';
}

/** Serves the project; the seeds are kept under `state`. Returns the server's URL. */
async function serve(state: string, options: MockWalletPluginOptions = {}): Promise<string> {
  vi.stubEnv('XDG_STATE_HOME', join(directory, state));
  server = await createServer({
    root: join(directory, 'project'),
    configFile: false,
    logLevel: 'silent',
    plugins: [mockWallet({ airdrop: 0, ...options })],
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  return server.resolvedUrls?.local[0] ?? '';
}

/** Returns the files in which the server has written keys, with what must not be served of them. */
async function findKeys(): Promise<readonly Readonly<{ file: string; secret: string }>[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.pem'))
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({
      file,
      secret: /[\w+/]{40,}/.exec(await readFile(file, 'utf8'))?.[0] ?? 'no key found',
    })),
  );
}

/** Connects, and reads nothing before the caller does. */
async function connectTo(url: string, protocols: readonly string[], options = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, [...protocols], options);
  sockets.push(socket);
  socket.once('open', () => socket.pause());
  socket.on('newListener', (event) => event === 'message' && socket.resume());
  await once(socket, 'open');
  return socket;
}

describe('mockWallet', () => {
  it.each([
    ['elsewhere', 'state'],
    ['in the project itself', 'project/state'],
  ])('serves the keys of its accounts by no address, kept %s', async (_, state) => {
    const url = await serve(state);
    await runIn(`${url}__mobile-wallet`, { type: 'add-account' });
    const keys = await findKeys();
    expect(keys).toHaveLength(1);
    for (const { file, secret } of keys) {
      const path = relative(join(directory, 'project'), file);
      const places = [`@fs${file}`, `@fs/${file}`, path, encodeURIComponent(path), `@id/${file}`];
      const queries = [
        '',
        '?raw',
        '?url',
        '?inline',
        '?import&raw',
        '?raw??',
        '?import&url&inline',
        '?html-proxy',
      ];
      for (const place of places) {
        for (const query of queries) {
          const response = await fetch(`${url}${place}${query}`);
          const text = await response.text();
          expect(text, `${place}${query}`).not.toContain(secret);
          expect(text, `${place}${query}`).not.toContain(Buffer.from(secret).toString('base64').slice(4, 40));
        }
      }
    }
  });

  it('keeps the accounts and settings that the user has changed', async () => {
    const mount = `${await serve('state')}__mobile-wallet`;
    await runIn(mount, { type: 'add-account', label: 'Third' });
    await runIn(mount, { type: 'change-settings', changes: { decide: 'decline', delayMs: 5 } });
    const before = await findState(mount);
    await server?.close();
    const after = await findState(`${await serve('state')}__mobile-wallet`);
    expect(after.accounts.map(({ address, label }) => [address, label])).toEqual(
      before.accounts.map(({ address, label }) => [address, label]),
    );
    expect(after.accounts).toMatchObject([{ label: 'Main' }, { label: 'Savings' }, { label: 'Third' }]);
    expect(after.settings).toMatchObject({ decide: 'decline', delayMs: 5 });
  });

  it.each(['127.0.0.1', getOwnAddress()])('prints its addresses where it listens: %s', async (host) => {
    const lines: string[] = [];
    vi.stubEnv('XDG_STATE_HOME', join(directory, 'state'));
    server = await createServer({
      root: join(directory, 'project'),
      configFile: false,
      plugins: [mockWallet({ airdrop: 0 })],
      customLogger: { ...createLogger(), info: (line) => lines.push(line) },
      server: { port: 0, host },
    });
    await server.listen();
    server.printUrls();
    const addresses = lines.flatMap((line) => {
      const [, name, path] = /http:\/\/([\w.]+):\d+\/__mobile-wallet(\S+)/.exec(line) ?? [];
      return name === undefined ? [] : [[name, path]];
    });
    expect(addresses).toEqual([
      [host, '/'],
      [host, '/rpc/devnet'],
      [host, '/wallet/'],
    ]);
  });

  it('refuses to be in the plugins twice', async () => {
    const plugins = [mockWallet(), mockWallet()];
    const twice = createServer({
      configFile: false,
      logLevel: 'silent',
      plugins,
      server: { middlewareMode: true },
    });
    await expect(twice).rejects.toThrow('`mockWallet()` is in the plugins twice');
  });

  it('takes the options of the wallet itself', async () => {
    const asked: string[] = [];
    const replied: unknown[] = [];
    const mount = `${await serve('state', {
      approve: ({ type }) => {
        asked.push(`approve ${type}`);
        return { approved: type === 'authorize' };
      },
      onRequest: (method) => asked.push(method),
      onReply: (method, error) => replied.push([method, error?.code]),
      settings: { capabilities: { maxMessagesPerRequest: 3 } },
      faults: [{ at: 'get_capabilities', end: 1011 }],
    })}__mobile-wallet`;
    const { dapp } = await openSession(mount);
    await dapp.call('authorize', { identity: { name: 'Example' } });
    const { accounts, settings } = await findState(mount);
    await dapp.call('sign_messages', {
      addresses: [Buffer.from(accounts[0]?.publicKey ?? []).toString('base64')],
      payloads: ['AAAA'],
    });
    expect(asked).toEqual(['authorize', 'approve authorize', 'sign_messages', 'approve sign-messages']);
    expect(replied).toEqual([
      ['authorize', undefined],
      ['sign_messages', -3],
    ]);
    expect(settings.capabilities.maxMessagesPerRequest).toBe(3);
    await expect(
      dapp.call('get_capabilities', {}).then(() => dapp.call('get_capabilities', {})),
    ).rejects.toThrow();
  });

  it('demands an attestation if its options do', async () => {
    const attestation = { uri: 'https://wallet.example/attest', context: 'key', isAttested: () => true };
    const { dapp } = await openSession(`${await serve('state', { attestation })}__mobile-wallet`);
    const identity = { name: 'Example', uri: 'https://example.com' };
    expect(await dapp.call('authorize', { identity, chain: 'solana:devnet' })).toMatchObject({
      error: { code: -100 },
    });
    dapp.close();
  });

  it('answers no page of another host name that resolves to this machine', async () => {
    const url = await serve('state');
    const headers = { Host: 'evil.example', 'Content-Type': 'application/json' };
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${url}__mobile-wallet/rpc`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once('error', reject);
      sent.end('{"jsonrpc":"2.0","id":1,"method":"getSlot"}');
    });
    expect(status).toBe(403);
  });

  it('serves a reflector, until it closes', async () => {
    const { host } = new URL(await serve('state'));
    const dapp = await connectTo(`ws://${host}/reflect`, SUBPROTOCOLS);
    const [message] = await once(dapp, 'message');
    const id = Buffer.from(decodeReflectorId(Uint8Array.from(message)) ?? []).toString('base64url');
    const origin = `http://${host}`;
    const wallet = await connectTo(`ws://${host}/reflect?id=${id}`, SUBPROTOCOLS, { origin });
    await Promise.all([once(dapp, 'message'), once(wallet, 'message')]);
    wallet.send(Buffer.of(1, 2));
    expect((await once(dapp, 'message'))[0]).toEqual(Buffer.of(1, 2));
    const closed = once(dapp, 'close');
    await server?.close();
    await closed;
  });

  it('serves a Nostr relay, until it closes', async () => {
    const { host } = new URL(await serve('state'));
    const client = await connectTo(`ws://${host}/nostr`, []);
    client.send('["REQ","a",{}]');
    expect(JSON.parse(String((await once(client, 'message'))[0]))).toEqual(['EOSE', 'a']);
    const closed = once(client, 'close');
    await server?.close();
    await closed;
  });

  it.each<[what: string, headers: Readonly<Record<string, string>>]>([
    ['another site', { Origin: 'https://evil.example' }],
    ['another server of this machine', { Origin: 'http://localhost:3000' }],
    ['a host name that resolves to this machine', { Host: 'evil.example', Origin: 'http://evil.example' }],
  ])('lets no page of %s connect to its reflector', async (_, headers) => {
    const { host } = new URL(await serve('state'));
    for (const path of ['reflect', 'nostr']) {
      const socket = new WebSocket(`ws://${host}/${path}`, [...SUBPROTOCOLS], { headers });
      socket.on('error', () => {});
      const [, response] = await once(socket, 'unexpected-response');
      socket.terminate();
      expect(response.statusCode).toBe(403);
    }
  });

  it('leaves Vite’s own WebSocket alone', async () => {
    const { host } = new URL(await serve('state'));
    const socket = await connectTo(`ws://${host}/?token=${server?.config.webSocketToken}`, ['vite-hmr']);
    expect(JSON.parse(String((await once(socket, 'message'))[0]))).toEqual({ type: 'connected' });
  });

  it('stops listening when a server in middleware mode closes', async () => {
    vi.stubEnv('XDG_STATE_HOME', join(directory, 'state'));
    server = await createServer({
      root: join(directory, 'project'),
      configFile: false,
      logLevel: 'silent',
      plugins: [mockWallet({ airdrop: 0 })],
      server: { middlewareMode: true },
    });
    const origin = `http://127.0.0.1:${await listen(createHttpServer(server.middlewares))}`;
    const port = getRandomPort();
    const keys = await createAssociationKeyPair();
    const uri = getAssociationUri({ type: 'local', port }, await exportPoint(keys));
    const launched = await fetch(`${origin}/__mobile-wallet/launch`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify({ page: '0'.repeat(32), uri }),
    });
    expect(launched.status).toBe(200);
    const address = `http://localhost:${port}`;
    expect((await fetch(address)).status).toBe(204);
    await server.close();
    await expect(fetch(address)).rejects.toThrow();
  });
});
