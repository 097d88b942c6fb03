import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createSolanaRpcSubscriptions } from '@solana/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createAddress, SOL, startChain } from '../../../test/support/chain.js';
import { forwardRpcSockets, getWebSocketUrl } from './forward-rpc-sockets.js';

const servers: Server[] = [];
const controller = new AbortController();

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Forwards the sockets of a server to the cluster whose RPC is at `url`; returns where it listens. */
async function forward(url: string, signal = controller.signal): Promise<string> {
  const server = createServer().on('upgrade', forwardRpcSockets(url, signal));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a chain whose subscriptions are where those of a cluster with a port are; returns the URL of its RPC. */
async function startCluster() {
  const { chain, url, wsUrl, close } = await startChain();
  const { port } = new URL(wsUrl);
  return { chain, close, url: url.replace(port, String(Number(port) - 1)) };
}

describe('forwardRpcSockets', () => {
  it.each([
    ['https://api.devnet.solana.com', 'wss://api.devnet.solana.com/'],
    ['https://rpc.example/v1?api-key=secret', 'wss://rpc.example/v1?api-key=secret'],
    ['http://127.0.0.1:8899', 'ws://127.0.0.1:8900/'],
    ['http://127.0.0.1:8899/#devnet', 'ws://127.0.0.1:8900/'],
  ])('finds the subscriptions of %s at %s', (url, expected) => {
    expect(getWebSocketUrl(url)).toBe(expected);
  });

  it('hands messages on in both directions', async () => {
    const { chain, url, close } = await startCluster();
    const account = await createAddress();
    const stop = new AbortController();
    const changes = await createSolanaRpcSubscriptions(await forward(url))
      .accountNotifications(account)
      .subscribe({ abortSignal: stop.signal });
    chain.airdrop(account, SOL);
    for await (const { value } of changes) {
      expect(value.lamports).toBe(SOL);
      break;
    }
    stop.abort();
    await close();
  });

  it('closes the client when the cluster does, and says nothing of its URL', async () => {
    const { url, close } = await startCluster();
    const client = new WebSocket(await forward(url));
    client.on('open', () => client.send('{"jsonrpc":"2.0","id":1,"method":"rootSubscribe"}'));
    await once(client, 'message');
    const closed = once(client, 'close');
    await close();
    const [, reason] = await closed;
    expect(String(reason)).toBe('');
  });

  it('closes the client when the cluster cannot be reached', async () => {
    const taken = createTcpServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await new Promise((resolve) => taken.close(resolve));
    const client = new WebSocket(await forward(`http://127.0.0.1:${port - 1}`));
    const [, reason] = await once(client, 'close');
    expect(String(reason)).toBe('');
  });

  it('takes the URL out of errors of the cluster', async () => {
    const cluster = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    cluster.on('connection', (socket) => {
      socket.send('{"jsonrpc":"2.0","error":{"code":-32401,"message":"secret-key has no credit"},"id":1}');
    });
    await once(cluster, 'listening');
    const { port } = cluster.address() as AddressInfo;
    const client = new WebSocket(await forward(`http://127.0.0.1:${port - 1}/secret-key`));
    const [data] = await once(client, 'message');
    expect(JSON.parse(String(data))).toMatchObject({ error: { message: '*** has no credit' } });
    client.terminate();
    await new Promise((resolve) => cluster.close(resolve));
  });

  it('closes the clients when the signal aborts', async () => {
    const { url, close } = await startCluster();
    const stop = new AbortController();
    const client = new WebSocket(await forward(url, stop.signal));
    await once(client, 'open');
    const closed = once(client, 'close');
    stop.abort();
    await closed;
    await close();
  });
});
