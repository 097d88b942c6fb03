import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
} from '@solana/kit';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  getTransfer,
  SOL,
  startChain,
} from '../../../../test/support/chain.js';
import { getDeadHost, listen } from '../../../../test/support/listen.js';
import { readPostedJson } from '../../sockets/http.js';
import { forwardRpc, forwardRpcSockets, getWebSocketUrl } from './json-rpc-server.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

const controller = new AbortController();

const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}/`;

const KEY_QUERY = '?QUOTED-name=QUOTED%2Fa%2Bb%20c';
/** The key, in any spelling: each text of the cluster has this word. */
const QUOTED = /quoted/i;
/** What a provider may answer with its key in it. */
const BODIES = [
  '<h1>Cannot POST /?QUOTED-name=QUOTED%2fa%2bb+c</h1>',
  'QUOTED',
  '"QUOTED"',
  '{"error":"QUOTED"}',
  '{"QUOTED":1}',
  '{"jsonrpc":"2.0","error":{"code":-32401,"message":"QUOTED\\/a+b c"},"id":1}',
  '{"jsonrpc":"2.0","error":{"code":-32401,"QUOTED":"no"},"result":"QUOTED","QUOTED":1,"id":"QUOTED"}',
  '{"jsonrpc":"2.0","error":{"code":-32002,"message":"QUOTED","data":{"err":"QUOTED","logs":["QUOTED"]}},"id":1}',
  '{"jsonrpc":"2.0","error":{"code":-32002,"message":"","data":{"err":{"QUOTED":["QUOTED"]},"QUOTED":1}},"id":1}',
  '{"jsonrpc":"2.0","error":{"code":-32002,"message":"","data":{"err":{"InstructionError":[0,{"BorshIoError":"QUOTED"}]}}},"id":1}',
  '[{"jsonrpc":"2.0","error":{"code":-32005,"message":"","data":{"numSlotsBehind":"QUOTED"}},"id":1},"QUOTED"]',
];

/**
 * Sends a request through a server that forwards it to a cluster, at a URL with `query`, that answers with
 * `body`.
 */
async function postThrough(
  query: string,
  status: number,
  body: string,
  asked = '{"id":1}',
): Promise<Response> {
  const cluster = await serve((_, response) => {
    response.writeHead(status, { 'Content-Type': 'text/html; title=QUOTED', Location: '/QUOTED' });
    response.end(body);
  });
  const url = await serve(forwardRpc(`${cluster}${query}`));
  return fetch(url, { method: 'POST', headers: JSON_TYPE, body: asked });
}

describe('forwardRpc', () => {
  it('forwards the request and returns the response unchanged', async () => {
    const cluster = await serve(async (request, response) => {
      const body = await readPostedJson(request, 100);
      response.writeHead(429, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ body: body.toString(), type: request.headers['content-type'] }));
    });
    const url = await serve(forwardRpc(cluster));
    const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body: '{"id":1}' });
    expect(response.status).toBe(429);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ body: '{"id":1}', type: 'application/json' });
  });

  it('says that the cluster cannot be reached, and nothing of its URL', async () => {
    const cluster = `http://${await getDeadHost()}/secret-path?api-key=secret-key`;
    const url = await serve(forwardRpc(cluster));
    const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    expect(response.status).toBe(502);
    const text = await response.text();
    expect(text).toContain('The cluster cannot be reached');
    expect(text).not.toMatch(/secret|127\.0\.0\.1/);
  });

  it.each([200, 401, 404, 429, 500])(
    'passes on no text of an error with status %i, only its code',
    async (status) => {
      for (const body of BODIES) {
        const response = await postThrough(KEY_QUERY, status, body);
        const text = await response.text();
        expect(text).not.toMatch(QUOTED);
        expect([...response.headers].join()).not.toMatch(QUOTED);
        const isRpc = body.includes('"code":');
        expect(response.status).toBe(status === 200 && !isRpc ? 502 : status);
        expect(text).toContain(isRpc ? '-32' : `HTTP ${status}`);
      }
    },
  );

  it('passes on that a notification has no answer', async () => {
    expect((await postThrough(KEY_QUERY, 204, '', '{"method":"a"}')).status).toBe(204);
  });

  it('passes on the text of an error if the URL can hold no key', async () => {
    const error =
      '{"jsonrpc":"2.0","error":{"code":-32002,"message":"why","data":{"logs":["a log"]}},"id":1}';
    expect(await (await postThrough('', 200, error)).text()).toBe(error);
  });

  it('passes on results with all digits, also in a batch with an error, and nothing beside them', async () => {
    const result = '{"rentEpoch":18446744073709551615,"uiAmount":0.10,"logs":["\\"7\\\\","QUOTED 8"]}';
    const asked = '[{"id":"a"},{"id":18446744073709551615}]';
    const given = `[{"jsonrpc":"2.0","url":"QUOTED","result":${result},"id":"a"},{"error":{"code":-32005},"id":18446744073709551615}]`;
    const text = await (await postThrough(KEY_QUERY, 200, given, asked)).text();
    const [first, second] = text.slice(1).split(',{"jsonrpc":"2.0","id":18446744073709551615,"error"');
    expect(first).toBe(`{"jsonrpc":"2.0","id":"a","result":${result}}`);
    expect(second).toContain('"code":-32005');
  });

  it('tells kit why a transaction fails, without the logs', async () => {
    const { chain, url, close } = await startChain();
    const payer = await createFundedSigner(chain);
    const wire = await createSigned(chain, payer, [
      getTransfer(payer.address, await createAddress(), 5n * SOL),
    ]);
    const rpc = createSolanaRpc(await serve(forwardRpc(`${url}/${KEY_QUERY}`)));
    const send = rpc.sendTransaction(encodeBase64(wire) as Base64EncodedWireTransaction, {
      encoding: 'base64',
    });
    const error: unknown = await send.send().catch((reason: unknown) => reason);
    if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE))
      throw error;
    expect(error.cause).toMatchObject({ context: { index: 0, code: 1 } });
    expect(error.context.logs).toBeNull();
    const { value } = await rpc.getAccountInfo(payer.address, { encoding: 'base64' }).send();
    expect(value?.lamports).toBe(2n * SOL);
    await close();
  });

  it('forwards a user name and a password, and takes them out of the response', async () => {
    const cluster = await serve((request, response) => {
      const [, credentials = ''] = request.headers.authorization?.split(' ') ?? [];
      const text = Buffer.from(credentials, 'base64').toString();
      response.writeHead(text === 'us@ers:secret-key' ? 401 : 500);
      response.end(`${credentials} are us@ers and secret-key`);
    });
    const { host } = new URL(cluster);
    const url = await serve(forwardRpc(`http://us%40ers:secret-key@${host}/`));
    const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    expect(response.status).toBe(401);
    expect(await response.text()).toBe('The cluster answered with HTTP 401\n');
  });

  it('forwards nothing that a page of another site can send without a preflight', async () => {
    let calls = 0;
    const cluster = await serve((_, response) => {
      calls++;
      response.end('{}');
    });
    const url = await serve(forwardRpc(cluster));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body: '{}' });
      expect(response.status).toBe(415);
    }
    expect(calls).toBe(0);
  });

  it('refuses other methods than POST', async () => {
    const response = await fetch(await serve(forwardRpc('http://127.0.0.1:1')));
    expect(response.status).toBe(405);
  });
});

/** Starts a server that forwards sockets to the cluster whose RPC is at `url`. Returns its WebSocket URL. */
async function forward(url: string, signal = controller.signal): Promise<string> {
  const server = createServer().on('upgrade', forwardRpcSockets(url, signal));
  return `ws://127.0.0.1:${await listen(server)}`;
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
    const { port } = new URL(`http://${await getDeadHost()}`);
    const client = new WebSocket(await forward(`http://127.0.0.1:${Number(port) - 1}`));
    const [, reason] = await once(client, 'close');
    expect(String(reason)).toBe('');
  });

  it('passes on no text of an error, and notifications with all digits', async () => {
    const params = '{"result":18446744073709551615,"subscription":9}';
    const cluster = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    cluster.on('connection', (socket) => {
      for (const body of BODIES) socket.send(body);
      socket.send(`{"jsonrpc":"2.0","method":"QUOTED","params":${params}}`);
      socket.send(`{"jsonrpc":"2.0","url":"QUOTED","method":"slotNotification","params":${params}}`);
    });
    await once(cluster, 'listening');
    const { port } = cluster.address() as AddressInfo;
    const client = new WebSocket(await forward(`http://127.0.0.1:${port - 1}/${KEY_QUERY}`));
    const texts: string[] = [];
    await new Promise<void>((resolve) => {
      client.on('message', (data) => {
        texts.push(String(data));
        if (texts.at(-1)?.includes('slotNotification')) resolve();
      });
    });
    expect(texts.join()).not.toMatch(QUOTED);
    expect(texts).toHaveLength(BODIES.filter((body) => body.includes('"code":')).length + 1);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ error: { code: -32401 } });
    expect(texts.at(-1)).toBe(
      '{"jsonrpc":"2.0","method":"slotNotification","params":{"subscription":9,"result":18446744073709551615}}',
    );
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
