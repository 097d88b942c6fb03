import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readBody } from '../http.js';
import { forwardRpc } from './forward-rpc.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

const servers: Server[] = [];

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
  it('hands the request on, and the answer back as it is', async () => {
    const cluster = await listen(async (request, response) => {
      const body = await readBody(request, 100);
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

  it('takes the URL out of an error that the cluster answers with 200', async () => {
    const cluster = await listen((_, response) => {
      response.end('{"jsonrpc":"2.0","error":{"code":-32401,"message":"secret-key has no credit"},"id":1}');
    });
    const url = await listen(forwardRpc(`${cluster}?secret-key`));
    const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    expect(await response.json()).toMatchObject({ error: { message: '*** has no credit' } });
  });

  it('hands a user name and a password on, and says nothing of them', async () => {
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

  it('hands nothing on that a page of another site can send unasked', async () => {
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

  it('takes POST alone', async () => {
    const response = await fetch(await listen(forwardRpc('http://127.0.0.1:1')));
    expect(response.status).toBe(405);
  });
});
