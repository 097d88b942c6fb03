import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SUBPROTOCOLS } from 'mobile-wallet-standard/endpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createNodeStore } from './node-store.js';
import { createOriginCheck } from './own-origin.js';
import { type PhoneServer, servePhone } from './serve-phone.js';
import { createServedPhone } from './served-phone.js';

const PAGE = 'a'.repeat(32);
const DAPP = 'http://localhost:3000';
/** What dapps' pages use, and what only the wallet's own pages use. */
const FOR_DAPPS = ['client.js', 'launch', 'leave', 'rpc/devnet'] as const;
const OWN = [`events?page=${PAGE}`, 'state', 'decisions', 'commands', 'home.js', 'approval.js'] as const;
const DOCUMENTS = ['', 'approval/', 'wallet/'] as const;

let directory: string;
let server: Server;
let phone: PhoneServer;
let port: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loopback-'));
  server = createServer((sent, response) =>
    phone.handle(sent, response, () => response.writeHead(404).end()),
  );
  phone = servePhone({
    phone: await createServedPhone({}, () => createNodeStore(directory)),
    server,
    client: {},
    isOwnOrigin: createOriginCheck([]),
    hasRunnerApi: true,
    isForLoopbackPages: true,
    warn: () => {},
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  phone.close();
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

type Headers = Readonly<Record<string, string>>;

/** Sends a request with any headers, which `fetch` does not allow. */
async function ask(path: string, method: string, headers: Headers): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port, path: `/__mobile-wallet/${path}`, method, headers });
  sent.end(method === 'POST' ? JSON.stringify({ page: PAGE, uri: 'x', method: 'getHealth' }) : '');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

const asPage = (origin: string): Headers => ({
  Host: `localhost:${port}`,
  Origin: origin,
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'cors',
  'Content-Type': 'application/json',
});
const FRAME: Headers = {
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'iframe',
};
const getMethod = (path: string): string =>
  /^(launch|leave|decisions|commands|rpc)/.test(path) ? 'POST' : 'GET';

describe('a server for the pages of all servers on this machine', () => {
  it.each([DAPP, 'https://localhost:3000', 'http://app.localhost:3000', 'http://127.0.0.1:3000'])(
    'serves %s what a dapp needs',
    async (origin) => {
      for (const path of FOR_DAPPS) {
        const response = await ask(path, getMethod(path), asPage(origin));
        expect(response.statusCode, path).not.toBe(403);
        expect(['*', origin], path).toContain(response.headers['access-control-allow-origin']);
        response.resume();
      }
    },
  );

  it.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://evil-localhost:3000',
    'http://192.168.1.5:3000',
    // No `frame-ancestors` can name it.
    'http://[::1]:3000',
    'http://127.0.0.1.evil.example',
    'null',
    'file://',
  ])('serves nothing to %s', async (origin) => {
    for (const path of [...FOR_DAPPS, ...OWN, ...DOCUMENTS]) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const response = await ask(path, method, asPage(origin));
        response.resume();
        expect(response.statusCode, `${method} ${path}`).toBe(403);
        expect(response.headers['access-control-allow-origin'], path).toBe(undefined);
        expect(response.headers['access-control-allow-private-network'], path).toBe(undefined);
      }
    }
  });

  it.each([DAPP, 'http://127.0.0.1:3000'])(
    'lets no page of %s see or change the wallet itself',
    async (origin) => {
      for (const path of OWN) {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const response = await ask(path, method, asPage(origin));
          response.resume();
          expect(response.statusCode, `${method} ${path}`).toBe(403);
          expect(response.headers['access-control-allow-origin'], path).toBe(undefined);
        }
      }
    },
  );

  it('serves nothing at a host name that resolves to this machine', async () => {
    const Host = `evil.example:${port}`;
    for (const origin of [undefined, `http://${Host}`, DAPP]) {
      for (const path of [...FOR_DAPPS, ...OWN, ...DOCUMENTS]) {
        const headers = origin === undefined ? FRAME : asPage(origin);
        const response = await ask(path, getMethod(path), { ...headers, Host });
        response.resume();
        expect(response.statusCode, path).toBe(403);
      }
    }
  });

  it('answers the question of a browser before a dapp posts', async () => {
    const headers = {
      ...asPage(DAPP),
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    };
    for (const path of ['launch', 'leave', 'rpc']) {
      const response = await ask(path, 'OPTIONS', headers);
      expect(response.statusCode).toBe(204);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': DAPP,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'content-type',
      });
      response.resume();
    }
  });

  it('lets only pages of this machine embed its documents, which is up to their browser', async () => {
    for (const path of DOCUMENTS) {
      const response = await ask(path, 'GET', { Host: `localhost:${port}`, ...FRAME });
      expect(response.statusCode).toBe(200);
      const policy = String(response.headers['content-security-policy']);
      const [, ancestors = ''] = /frame-ancestors (.*)$/.exec(policy) ?? [];
      expect(ancestors.split(' ').sort()).toEqual([
        "'self'",
        'http://*.localhost:*',
        'http://127.0.0.1:*',
        'http://localhost:*',
        'https://*.localhost:*',
        'https://127.0.0.1:*',
        'https://localhost:*',
      ]);
      expect(await text(response)).not.toContain(PAGE);
    }
    const opened = await ask('', 'GET', { ...FRAME, 'Sec-Fetch-Dest': 'document' });
    opened.resume();
    expect(opened.statusCode).toBe(403);
  });

  it.each([
    ['its reflector', 'reflect', DAPP, true],
    ['its reflector', 'reflect', 'https://evil.example', false],
    ['its subscriptions', '__mobile-wallet/rpc/devnet', DAPP, true],
    ['its subscriptions', '__mobile-wallet/rpc/devnet', 'https://evil.example', false],
  ])('serves %s at /%s to %s: %s', async (_, path, origin, isServed) => {
    const protocols = path === 'reflect' ? [...SUBPROTOCOLS] : [];
    const socket = new WebSocket(`ws://localhost:${port}/${path}`, protocols, { origin });
    socket.on('error', () => {});
    const opened = once(socket, 'open').then(() => true);
    const refused = once(socket, 'unexpected-response').then(() => false);
    expect(await Promise.race([opened, refused])).toBe(isServed);
    socket.terminate();
  });
});
