import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSolanaRpc, createSolanaRpcSubscriptions, generateKeyPairSigner, lamports } from '@solana/kit';
import { Connection, Keypair, SystemProgram, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';
import {
  build,
  createServer,
  type InlineConfig,
  type PreviewServer,
  preview,
  type ViteDevServer,
} from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { stopReconnecting } from '../../../../test/support/chain.js';
import { mockWallet } from '../../vite.js';
import { RPC_PATH } from './paths.js';

let directory: string;
let server: ViteDevServer | PreviewServer | undefined;

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'serve-phone-')));
  await writeFile(join(directory, 'index.html'), '<!doctype html>');
  vi.stubEnv('XDG_STATE_HOME', join(directory, 'state'));
});

afterEach(async () => {
  await server?.close();
  await rm(directory, { recursive: true });
});

function getConfig(): InlineConfig {
  // Below the ports that systems give to connections, so that the next one is most likely free.
  const address = { port: 20_000 + randomInt(10_000), host: '127.0.0.1' };
  const plugins = [mockWallet({ airdrop: 0 })];
  return {
    root: directory,
    configFile: false,
    logLevel: 'silent',
    plugins,
    server: address,
    preview: address,
  };
}

/** Starts the dev server; returns where it listens. */
async function serve(): Promise<URL> {
  const dev = await createServer(getConfig());
  server = await dev.listen();
  return new URL(dev.resolvedUrls?.local[0] ?? '');
}

async function servePreview(): Promise<URL> {
  await build({ ...getConfig(), build: { outDir: join(directory, 'dist') } });
  server = await preview({ ...getConfig(), build: { outDir: join(directory, 'dist') } });
  return new URL(server.resolvedUrls?.local[0] ?? '');
}

/** Opens a socket as a browser does for a page of `origin`; rejects when it is refused. */
async function open(url: string, origin?: string, protocol?: string): Promise<WebSocket> {
  const socket = new WebSocket(url, protocol, origin === undefined ? {} : { origin });
  await once(socket, 'open');
  return socket;
}

async function read(socket: WebSocket): Promise<unknown> {
  const [data] = await once(socket, 'message');
  return JSON.parse(String(data));
}

async function subscribe(socket: WebSocket): Promise<unknown> {
  socket.send('{"jsonrpc":"2.0","id":1,"method":"rootSubscribe"}');
  return read(socket);
}

const SUBSCRIBED = { jsonrpc: '2.0', id: 1, result: 1 };

describe('the RPC of a dev server', () => {
  it.each([
    ['the dev server', serve],
    ['the preview', servePreview],
  ])('confirms a transaction for web3.js that knows only the URL, in %s', async (_, start) => {
    const { origin } = await start();
    const connection = new Connection(`${origin}${RPC_PATH}/devnet`, 'confirmed');
    const payer = Keypair.generate();
    const airdrop = await connection.requestAirdrop(payer.publicKey, 2e9);
    const latest = await connection.getLatestBlockhash();
    await connection.confirmTransaction({ signature: airdrop, ...latest });
    const transfer = { fromPubkey: payer.publicKey, toPubkey: Keypair.generate().publicKey, lamports: 1e8 };
    const transaction = new Transaction().add(SystemProgram.transfer(transfer));
    const signature = await sendAndConfirmTransaction(connection, transaction, [payer]);
    expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err: null });
    stopReconnecting(connection);
  });

  it('serves subscriptions for kit on its own port', async () => {
    const { origin, host } = await serve();
    const account = await generateKeyPairSigner();
    const controller = new AbortController();
    const changes = await createSolanaRpcSubscriptions(`ws://${host}${RPC_PATH}/devnet`)
      .accountNotifications(account.address)
      .subscribe({ abortSignal: controller.signal });
    const rpc = createSolanaRpc(`${origin}${RPC_PATH}/devnet`);
    await rpc.requestAirdrop(account.address, lamports(1_000_000_000n)).send();
    for await (const { value } of changes) {
      expect(value.lamports).toBe(1_000_000_000n);
      break;
    }
    controller.abort();
  });

  it('leaves the sockets of Vite alone', async () => {
    const { host, origin } = await serve();
    const { webSocketToken } = (server as ViteDevServer).config;
    const url = `ws://${host}/?token=${webSocketToken}`;
    const socket = new WebSocket(url, 'vite-hmr', { origin });
    expect(await read(socket)).toEqual({ type: 'connected' });
    socket.terminate();
  });

  it('leaves every other path alone', async () => {
    const { host } = await serve();
    server?.httpServer?.on('upgrade', (request: { url: string }, stream: NodeJS.WritableStream) => {
      if (request.url === '/__mobile-wallet/other') stream.end('HTTP/1.1 418 x\r\nContent-Length: 0\r\n\r\n');
    });
    await expect(open(`ws://${host}/__mobile-wallet/other`)).rejects.toThrow('418');
  });

  it('keeps a client that hangs up at another path from ending the server', async () => {
    const { host, hostname, port } = await serve();
    const arrived = new Promise<NodeJS.WritableStream>((resolve) =>
      server?.httpServer?.on('upgrade', (_: unknown, stream: NodeJS.WritableStream) => resolve(stream)),
    );
    const client = connect(Number(port), hostname);
    client.write(`GET /other HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    const stream = await arrived;
    // An `error` that nobody listens to would be thrown here.
    expect(stream.emit('error', new Error('ECONNRESET'))).toBe(true);
    client.destroy();
  });

  it('serves the sockets of its own pages and of programs, and of no other sites, at both ports', async () => {
    const { origin, hostname, port } = await serve();
    await createSolanaRpc(`${origin}${RPC_PATH}`).getHealth().send();
    for (const at of [Number(port), Number(port) + 1]) {
      for (const from of [origin, undefined]) {
        const socket = await open(`ws://${hostname}:${at}${RPC_PATH}/devnet`, from);
        expect(await subscribe(socket)).toEqual(SUBSCRIBED);
        socket.terminate();
      }
      await expect(open(`ws://${hostname}:${at}${RPC_PATH}/devnet`, 'https://evil.example')).rejects.toThrow(
        '403',
      );
    }
  });

  it('opens the next port at the first request to the RPC, for sockets only', async () => {
    const { origin, hostname, port } = await serve();
    const next = `http://${hostname}:${Number(port) + 1}/`;
    await expect(fetch(next)).rejects.toThrow();
    await createSolanaRpc(`${origin}${RPC_PATH}`).getHealth().send();
    expect((await fetch(next)).status).toBe(426);
    await server?.close();
    await expect(fetch(next)).rejects.toThrow();
  });

  it('says what to do if the next port is taken, and still answers', async () => {
    const { origin, hostname, port } = await serve();
    const warn = vi.spyOn((server as ViteDevServer).config.logger, 'warn');
    const other = createTcpServer().listen(Number(port) + 1, hostname);
    await once(other, 'listening');
    expect(await createSolanaRpc(`${origin}${RPC_PATH}`).getHealth().send()).toBe('ok');
    await createSolanaRpc(`${origin}${RPC_PATH}`).getHealth().send();
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining(`wsEndpoint to 'ws://localhost:${port}${RPC_PATH}/devnet'`)],
    ]);
    other.close();
  });

  it('closes the sockets with the server', async () => {
    const { host } = await serve();
    const socket = await open(`ws://${host}${RPC_PATH}`);
    const closed = once(socket, 'close');
    await server?.close();
    await closed;
  });
});
