import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { forwardRpc } from './forward-rpc.js';
import { readBody } from './http.js';

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
    const response = await fetch(url, { method: 'POST', body: '{"id":1}' });
    expect(response.status).toBe(429);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ body: '{"id":1}', type: 'application/json' });
  });

  it('says so when the cluster cannot be reached', async () => {
    const cluster = await listen(() => {});
    await new Promise((resolve) => servers[0]?.close(resolve));
    const response = await fetch(await listen(forwardRpc(cluster)), { method: 'POST', body: '{}' });
    expect(response.status).toBe(502);
    expect(await response.text()).toContain(cluster);
  });

  it('takes POST alone', async () => {
    const response = await fetch(await listen(forwardRpc('http://127.0.0.1:1')));
    expect(response.status).toBe(405);
  });
});
