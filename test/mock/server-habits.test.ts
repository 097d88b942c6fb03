import { once } from 'node:events';
import { createRpcClient } from 'mobile-wallet-standard/endpoint';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PING_INTERVAL_MS } from '../../mock/src/web-socket-server.js';
import { getResult, KEY } from '../support/mock-wallet.js';
import {
  BASE64,
  BINARY,
  closeAll,
  dial,
  readResponse,
  type Session,
  sendText,
  serve,
  shakeHands,
  whenClosed,
} from './served-wallet.js';

// What the reference wallet library does with sockets and frames; the other habits are in protocol-habits.test.ts.

const SIGN = { addresses: [KEY], payloads: ['YWJj'] };

afterEach(closeAll);

describe('protocol breaches', () => {
  it.each<[what: string, breach: (session: Session) => void | Promise<void>]>([
    ['a second HELLO_REQ', ({ socket, sent }) => socket.send(sent[0] ?? '')],
    ['a repeated sequence number', ({ socket, sent }) => socket.send(sent[1] ?? '')],
    [
      'a wrong sequence number',
      async (session) => {
        await session.secure.seal('{}');
        await sendText(session, 2, 'get_capabilities');
      },
    ],
    [
      'a bad tag',
      async ({ socket, secure }) =>
        socket.send(
          (await secure.seal('{}')).map((byte, index, { length }) =>
            index === length - 1 ? byte ^ 1 : byte,
          ),
        ),
    ],
  ])('closes with 1001 at once and without a reply after %s', async (_, breach) => {
    const session = await shakeHands(await serve());
    await sendText(session, 1, 'get_capabilities');
    await readResponse(session);
    const before = session.received.length;
    const closed = whenClosed(session.socket);
    await breach(session);
    expect(await closed).toBe(1001);
    expect(session.received).toHaveLength(before);
  });

  it('leaves the socket open after a breach, as the library alone does (quirk `closesOnBreach`)', async () => {
    const session = await shakeHands(await serve({ quirks: { closesOnBreach: false } }));
    session.socket.send(session.sent[0] ?? '');
    const pong = once(session.socket, 'pong');
    session.socket.ping();
    await pong;
    expect(session.socket.readyState).toBe(WebSocket.OPEN);
  });

  it.each([
    ['too short', new Uint8Array(31)],
    ['empty', new Uint8Array()],
  ])('survives a frame that is %s, in every state', async (_, frame) => {
    const served = await serve();
    const early = await dial(served.url);
    early.send(frame);
    const session = await shakeHands(served);
    session.socket.send(frame);
    await sendText(session, 1, 'get_capabilities');
    expect(await readResponse(session)).toHaveProperty('result');
    session.socket.send(frame);
    await sendText(session, 2, 'get_capabilities');
    expect(await readResponse(session)).toHaveProperty('result');
    expect(early.readyState).toBe(WebSocket.OPEN);
  });

  it('sends no empty frames', async () => {
    const session = await shakeHands(await serve({}, { pingInterval: 500 }));
    await sendText(session, 1, 'get_capabilities');
    await readResponse(session);
    await once(session.socket, 'ping');
    expect(session.received.filter(({ length }) => length === 0)).toEqual([]);
  });

  it('sends no HELLO_RSP to a second socket after an established session has ended', async () => {
    const served = await serve({}, { keepsListening: true });
    const { socket } = await shakeHands(served);
    socket.close();
    await once(socket, 'close');
    await expect(shakeHands(served, 100)).rejects.toMatchObject({ code: 'SESSION_TIMEOUT' });
  });

  it('shares one authorization between two sockets at once', async () => {
    const served = await serve();
    const [first, second] = [await shakeHands(served), await shakeHands(served)];
    await getResult(createRpcClient(first.secure), 'authorize');
    expect(await getResult(createRpcClient(second.secure), 'sign_messages', SIGN)).toHaveProperty(
      'signed_payloads',
    );
  });
});

describe('properties', () => {
  it('are {"v":"1"}', async () => {
    const { received, protocol } = await shakeHands(await serve());
    // The wallet's point, and the text between its number, IV and tag.
    expect(received[0]).toHaveLength(65 + 4 + 12 + '{"v":"1"}'.length + 16);
    expect(protocol).toBe('v1');
  });

  it.each([
    ['absent', ''],
    ['legacy', '&v=legacy'],
    ['unknown', '&v=v9'],
  ])('are missing where `v` is %s', async (_, version) => {
    const served = await serve({}, {}, (uri) => uri.replace(/&v=v1$/, version));
    const { received, protocol } = await shakeHands(served);
    expect(received[0]).toHaveLength(65);
    expect(protocol).toBe('legacy');
  });
});

describe('the server', () => {
  it.each([[[BINARY, BASE64]], [[BASE64, BINARY]]])('selects the binary subprotocol of %j', async (offer) => {
    const { url } = await serve();
    expect((await dial(url, offer)).protocol).toBe(BINARY);
  });

  it.each([
    ['the base64 one alone', [BASE64]],
    ['an unknown one', ['unknown']],
    ['none', []],
  ])('answers HTTP 404 to a WebSocket with %s', async (_, offer) => {
    const { url } = await serve();
    const socket = new WebSocket(url, offer);
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(404);
    socket.on('error', () => {});
    socket.terminate();
  });

  it('does not check the path', async () => {
    const { port } = await serve();
    expect((await dial(`ws://127.0.0.1:${port}/any/path`)).protocol).toBe(BINARY);
  });

  it('answers a plain GET with 404, without CORS headers, and a WebSocket works right after (option `refusesPlainRequests`)', async () => {
    const served = await serve({}, { refusesPlainRequests: true });
    const response = await fetch(`http://127.0.0.1:${served.port}/solana-wallet`, {
      headers: { origin: 'https://example.com' },
    });
    expect(response.status).toBe(404);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await shakeHands(served)).protocol).toBe('v1');
  });

  it('pings every 45 s', () => {
    expect(PING_INTERVAL_MS).toBe(45_000);
  });

  it('holds a reply back until a further request releases it (quirk `holdsReplyTo`)', async () => {
    const session = await shakeHands(await serve({ quirks: { holdsReplyTo: 'authorize' } }));
    await sendText(session, 1, 'authorize');
    const answered: unknown[] = [];
    for (let id = 2; !answered.includes(1); id++) {
      await sendText(session, id, 'get_capabilities');
      while (answered.at(-1) !== id) answered.push((await readResponse(session))['id']);
    }
    expect(answered.indexOf(1)).toBeGreaterThan(0);
  });
});
