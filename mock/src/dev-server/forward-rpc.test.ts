import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createSolanaRpcSubscriptions } from '@solana/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createAddress, SOL, startChain } from '../../../test/support/chain.js';
import { readPostedJson } from '../http.js';
import { forwardRpc, forwardRpcSockets, getWebSocketUrl } from './forward-rpc.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

const servers: Server[] = [];
const controller = new AbortController();

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('forwardRpc', () => {
  it('forwards the request and returns the response unchanged', async () => {
    const cluster = await listen(async (request, response) => {
      const body = await readPostedJson(request, 100);
      response.writeHead(429, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ body: body.toString(), type: request.headers['content-type'] }));
    });
    const url = await listen(forwardRpc(cluster));
    const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body: '{"id":1}' });
    expect(response.status).toBe(429);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ body: '{"id":1}', type: 'application/json' });
  });

  it('says that the cluster cannot be reached, and nothing of its URL', async () => {
    const cluster = await listen(() => {});
    await new Promise((resolve) => servers[0]?.close(resolve));
    const url = await listen(forwardRpc(`${cluster}secret-path?api-key=secret-key`));
    const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    expect(response.status).toBe(502);
    const text = await response.text();
    expect(text).toContain('The cluster cannot be reached');
    expect(text).not.toMatch(/secret|127\.0\.0\.1/);
  });

  it('takes the URL out of an error page that repeats it', async () => {
    const cluster = await listen((request, response) => {
      response.writeHead(404, { 'Content-Type': 'text/html' });
      response.end(`Cannot POST ${request.url} at ${request.headers.host}`);
    });
    const url = await listen(forwardRpc(`${cluster}secret-path?api-key=secret-key`));
    const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('Cannot POST /***?api-key=*** at ***');
  });

  it('takes the URL out of a JSON-RPC error in a response with status 200', async () => {
    const cluster = await listen((_, response) => {
      response.end('{"jsonrpc":"2.0","error":{"code":-32401,"message":"secret-key has no credit"},"id":1}');
    });
    const url = await listen(forwardRpc(`${cluster}?secret-key`));
    const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    expect(await response.json()).toMatchObject({ error: { message: '*** has no credit' } });
  });

  it('forwards a user name and a password, and takes them out of the response', async () => {
    const cluster = await listen((request, response) => {
      const [, credentials = ''] = request.headers.authorization?.split(' ') ?? [];
      const text = Buffer.from(credentials, 'base64').toString();
      response.writeHead(text === 'us@ers:secret-key' ? 401 : 500);
      response.end(`${credentials} are us@ers and secret-key`);
    });
    const { host } = new URL(cluster);
    const url = await listen(forwardRpc(`http://us%40ers:secret-key@${host}/`));
    const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    expect(response.status).toBe(401);
    expect(await response.text()).toBe('*** are *** and ***');
  });

  it('forwards nothing that a page of another site can send without a preflight', async () => {
    let calls = 0;
    const cluster = await listen((_, response) => {
      calls++;
      response.end('{}');
    });
    const url = await listen(forwardRpc(cluster));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body: '{}' });
      expect(response.status).toBe(415);
    }
    expect(calls).toBe(0);
  });

  it('refuses other methods than POST', async () => {
    const response = await fetch(await listen(forwardRpc('http://127.0.0.1:1')));
    expect(response.status).toBe(405);
  });
});

/** Starts a server that forwards sockets to the cluster whose RPC is at `url`. Returns its WebSocket URL. */
async function forward(url: string, signal = controller.signal): Promise<string> {
  const server = createServer().on('upgrade', forwardRpcSockets(url, signal));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a chain. Its subscriptions are at the port after that of the returned RPC URL, as for a cluster. */
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

  it('forwards messages in both directions', async () => {
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

  it('closes the client when the cluster does, without naming the URL', async () => {
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
