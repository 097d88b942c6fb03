import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { listen } from '../../../test/support/listen.js';
import { attachReflector, createReflector, type ReflectorOptions } from './reflector.js';

const BINARY = 'com.solana.mobilewalletadapter.v1';
const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';

async function open(options: ReflectorOptions = {}) {
  const reflector = await createReflector(options);
  onTestFinished(reflector.close);
  const url = `ws://${reflector.host}/reflect`;
  /** Opens a half-open connection. */
  const wait = async () => {
    const dapp = connect(url);
    const { data, isBinary } = await dapp.next();
    const message = isBinary ? data : Buffer.from(data.toString(), 'base64');
    return { dapp, message, walletUrl: `${url}?id=${message.subarray(1).toString('base64url')}` };
  };
  /** Opens a pair whose ends have both received APP_PING. */
  const pair = async () => {
    const { dapp, walletUrl } = await wait();
    const wallet = connect(walletUrl);
    await Promise.all([dapp.next(), wallet.next()]);
    return { dapp, wallet, walletUrl };
  };
  return { ...reflector, url, wait, pair };
}

type Message = Readonly<{ data: Buffer; isBinary: boolean }>;

/** Connects at once, and keeps all messages until they are read. */
function connect(url: string, protocols: string[] = [BINARY, BASE64], options = {}) {
  const socket = new WebSocket(url, protocols, options);
  const messages: Message[] = [];
  let notify = (): void => {};
  socket.on('message', (data: Buffer, isBinary) => {
    messages.push({ data, isBinary });
    notify();
  });
  const closed = new Promise<Readonly<{ code: number; reason: string }>>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  socket.on('error', () => {});
  onTestFinished(() => socket.terminate());
  return {
    socket,
    messages,
    closed,
    async next(): Promise<Message> {
      while (messages.length === 0) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
      return messages.shift() as Message;
    },
  };
}

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

describe('a reflector', () => {
  it('sends REFLECTOR_ID, a varint of the length and the id, at once', async () => {
    const { url } = await open();
    const { data, isBinary } = await connect(url).next();
    expect(isBinary).toBe(true);
    expect(data).toHaveLength(1 + (data[0] ?? 0));
  });

  it('gives every connection another random id of at least 16 bytes', async () => {
    const { wait } = await open();
    const waits = await Promise.all(Array.from({ length: 20 }, () => wait()));
    const ids = waits.map(({ message }) => message.subarray(1).toString('hex'));
    expect(new Set(ids).size).toBe(20);
    expect(Math.min(...ids.map(({ length }) => length))).toBeGreaterThanOrEqual(32);
  });

  it('holds a connection without an id as half-open, and discards what it sends', async () => {
    const { wait, getStats } = await open();
    const { dapp, walletUrl } = await wait();
    dapp.socket.send(bytes(1, 2, 3));
    const pong = once(dapp.socket, 'pong');
    dapp.socket.ping();
    await pong;
    expect(getStats()).toEqual({ halfOpen: 1, pairs: 0, bytes: 0 });
    const wallet = connect(walletUrl);
    expect(await wallet.next()).toEqual({ data: Buffer.alloc(0), isBinary: true });
    dapp.socket.send(bytes(4));
    expect((await wallet.next()).data).toEqual(Buffer.of(4));
  });

  it('makes a pair of a connection with the id, and sends APP_PING to both', async () => {
    const { wait, getStats } = await open();
    const { dapp, walletUrl } = await wait();
    const wallet = connect(walletUrl);
    const ping = { data: Buffer.alloc(0), isBinary: true };
    expect(await Promise.all([dapp.next(), wallet.next()])).toEqual([ping, ping]);
    expect(getStats()).toEqual({ halfOpen: 0, pairs: 1, bytes: 0 });
  });

  it('takes an id with padding', async () => {
    const { wait } = await open();
    const { walletUrl } = await wait();
    expect((await connect(`${walletUrl}==`).next()).data).toHaveLength(0);
  });

  it('passes on every message, in both directions and in order, of either kind', async () => {
    const { pair, getStats } = await open();
    const { dapp, wallet } = await pair();
    dapp.socket.send(bytes(1, 2, 3));
    dapp.socket.send('text');
    wallet.socket.send(bytes(4));
    wallet.socket.send(bytes());
    expect(await wallet.next()).toEqual({ data: Buffer.of(1, 2, 3), isBinary: true });
    expect(await wallet.next()).toEqual({ data: Buffer.from('text'), isBinary: false });
    expect(await dapp.next()).toEqual({ data: Buffer.of(4), isBinary: true });
    expect(await dapp.next()).toEqual({ data: Buffer.alloc(0), isBinary: true });
    expect(getStats().bytes).toBe(8);
  });

  it('keeps pairs apart', async () => {
    const { pair } = await open();
    const pairs = await Promise.all(Array.from({ length: 10 }, () => pair()));
    for (const [index, { dapp, wallet }] of pairs.entries()) {
      dapp.socket.send(bytes(index));
      wallet.socket.send(bytes(100 + index));
    }
    for (const [index, { dapp, wallet }] of pairs.entries()) {
      expect((await wallet.next()).data).toEqual(Buffer.of(index));
      expect((await dapp.next()).data).toEqual(Buffer.of(100 + index));
      expect([dapp.messages, wallet.messages]).toEqual([[], []]);
    }
  });

  it('closes a second connection with the id of a pair immediately, and leaves the pair alone', async () => {
    const { pair } = await open();
    const { dapp, wallet, walletUrl } = await pair();
    expect((await connect(walletUrl).closed).code).toBe(1008);
    dapp.socket.send(bytes(1));
    expect((await wallet.next()).data).toEqual(Buffer.of(1));
  });

  it.each(['?id=AAAA', '?id=', '?id=***'])('closes a connection whose id nobody has: %s', async (query) => {
    const { url, getStats } = await open();
    const stranger = connect(url + query);
    expect((await stranger.closed).code).toBe(1008);
    expect(stranger.messages).toEqual([]);
    expect(getStats()).toEqual({ halfOpen: 0, pairs: 0, bytes: 0 });
  });

  it.each<['dapp' | 'wallet', 'cleanly' | 'uncleanly']>([
    ['dapp', 'cleanly'],
    ['dapp', 'uncleanly'],
    ['wallet', 'cleanly'],
    ['wallet', 'uncleanly'],
  ])('closes the pair when the %s leaves %s', async (leaver, how) => {
    const { pair, getStats } = await open();
    const { dapp, wallet } = await pair();
    const [own, other] = leaver === 'dapp' ? [dapp, wallet] : [wallet, dapp];
    if (how === 'cleanly') own.socket.close();
    else own.socket.terminate();
    expect(await other.closed).toEqual({ code: 1001, reason: 'The counterpart has left' });
    expect(getStats()).toMatchObject({ halfOpen: 0, pairs: 0 });
  });

  it('forgets a half-open connection that closes', async () => {
    const { wait, getStats } = await open();
    const { dapp, walletUrl } = await wait();
    dapp.socket.close();
    await dapp.closed;
    expect((await connect(walletUrl).closed).code).toBe(1008);
    expect(getStats()).toMatchObject({ halfOpen: 0, pairs: 0 });
  });

  it('closes a half-open connection after the half-open time-out, not before', async () => {
    const { wait, getStats } = await open({ halfOpenTimeout: 200 });
    const start = performance.now();
    const { dapp } = await wait();
    expect(await dapp.closed).toEqual({ code: 1001, reason: 'No counterpart has come' });
    expect(performance.now() - start).toBeGreaterThan(190);
    expect(getStats()).toMatchObject({ halfOpen: 0, pairs: 0 });
  });

  it('closes both connections of a pair after the time-out of pairs, not before', async () => {
    const { pair, getStats } = await open({ pairTimeout: 200, halfOpenTimeout: 60_000 });
    const start = performance.now();
    const { dapp, wallet } = await pair();
    const end = { code: 1001, reason: 'The time of this pair is over' };
    expect(await Promise.all([dapp.closed, wallet.closed])).toEqual([end, end]);
    expect(performance.now() - start).toBeGreaterThan(190);
    expect(getStats()).toMatchObject({ halfOpen: 0, pairs: 0 });
  });

  it('does not close a pair by the half-open time-out', async () => {
    const { pair, wait } = await open({ halfOpenTimeout: 2_000 });
    const { dapp, wallet } = await pair();
    // This one began later, so its time-out passes after the pair's would have.
    await (await wait()).dapp.closed;
    dapp.socket.send(bytes(1));
    expect((await wallet.next()).data).toEqual(Buffer.of(1));
  });

  it('drops a connection that does not answer the closing handshake', async () => {
    const { pair, close } = await open();
    const { dapp } = await pair();
    dapp.socket.pause();
    await close();
  });

  it('pings each connection periodically', async () => {
    const { pair } = await open({ pingInterval: 500 });
    const { dapp, wallet } = await pair();
    await Promise.all([once(dapp.socket, 'ping'), once(wallet.socket, 'ping')]);
    await Promise.all([once(dapp.socket, 'ping'), once(wallet.socket, 'ping')]);
  });

  it('drops a connection that does not answer pings', async () => {
    const { url } = await open({ pingInterval: 20 });
    expect((await connect(url, [BINARY], { autoPong: false }).closed).code).toBe(1006);
  });

  it('passes on a frame of 4 KB', async () => {
    const { pair } = await open();
    const { dapp, wallet } = await pair();
    dapp.socket.send(new Uint8Array(4_096));
    expect((await wallet.next()).data).toHaveLength(4_096);
  });

  it('closes the connection of a larger frame with 1009, and its counterpart', async () => {
    const { pair } = await open();
    const { dapp, wallet } = await pair();
    dapp.socket.send(new Uint8Array(4_097));
    expect((await dapp.closed).code).toBe(1009);
    expect((await wallet.closed).code).toBe(1001);
  });

  it('drops a larger frame and goes on, if `largerFrame` is drop', async () => {
    const { pair } = await open({ largerFrame: 'drop', maxFrame: 10 });
    const { dapp, wallet } = await pair();
    dapp.socket.send(new Uint8Array(11));
    dapp.socket.send(new Uint8Array(10));
    expect((await wallet.next()).data).toHaveLength(10);
  });

  it('closes a pair of which one end does not read', async () => {
    const { pair } = await open({ maxFrame: 1_000_000 });
    const { dapp, wallet } = await pair();
    wallet.socket.pause();
    const message = new Uint8Array(1_000_000);
    const send = (): void => {
      if (dapp.socket.readyState === WebSocket.OPEN) dapp.socket.send(message, send);
    };
    send();
    expect(await dapp.closed).toEqual({ code: 1001, reason: 'The counterpart does not read' });
  });
});

describe('the subprotocols of a reflector', () => {
  it.each([
    ['binary', BINARY],
    ['base64', BASE64],
  ] as const)('are both requested, and it picks %s for both ends', async (subprotocol, name) => {
    const { pair } = await open({ subprotocol });
    const { dapp, wallet } = await pair();
    expect([dapp.socket.protocol, wallet.socket.protocol]).toEqual([name, name]);
  });

  it('make REFLECTOR_ID and APP_PING text frames with base64', async () => {
    const { url } = await open({ subprotocol: 'base64' });
    const dapp = connect(url);
    const { data, isBinary } = await dapp.next();
    expect(isBinary).toBe(false);
    const message = Buffer.from(data.toString(), 'base64');
    expect(message.toString('base64')).toBe(data.toString());
    expect(message).toHaveLength(1 + (message[0] ?? 0));
    const wallet = connect(`${url}?id=${message.subarray(1).toString('base64url')}`);
    const ping = { data: Buffer.alloc(0), isBinary: false };
    expect(await Promise.all([dapp.next(), wallet.next()])).toEqual([ping, ping]);
  });

  it('are demanded: 400 for a client that does not offer the right one', async () => {
    const { url } = await open();
    const socket = new WebSocket(url, [BASE64]);
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    socket.terminate();
    expect(response.statusCode).toBe(400);
  });
});

describe('createReflector', () => {
  it.each(['/', '/reflection', '/reflect/', '/other?id=AAAA'])('answers 404 to %s', async (path) => {
    const { host } = await open();
    const socket = new WebSocket(`ws://${host}${path}`, [BINARY]);
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    socket.terminate();
    expect(response.statusCode).toBe(404);
  });

  it('closes its connections and its port', async () => {
    const { pair, wait, close, url } = await open();
    const { dapp, wallet } = await pair();
    const waiting = await wait();
    await close();
    const ends = await Promise.all([dapp.closed, wallet.closed, waiting.dapp.closed]);
    expect(ends.map(({ code }) => code)).toEqual([1001, 1001, 1001]);
    const [error] = await once(new WebSocket(url), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('listens on the given port, and rejects when it is taken', async () => {
    const { port } = await open();
    await expect(createReflector({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('attachReflector', () => {
  it('serves /reflect of a server, and leaves other paths to the server’s other listeners', async () => {
    const server = createServer();
    const url = `ws://127.0.0.1:${await listen(server)}`;
    const reflector = attachReflector(server);
    onTestFinished(reflector.close);
    const others: (string | undefined)[] = [];
    server.on('upgrade', (request, stream) => {
      if (request.url?.startsWith('/reflect')) return;
      others.push(request.url);
      stream.destroy();
    });
    await connect(`${url}/reflect`).next();
    await connect(`${url}/hot-reload`).closed;
    expect(others).toEqual(['/hot-reload']);
    expect(reflector.getStats().halfOpen).toBe(1);
    await reflector.close();
    expect(server.listenerCount('upgrade')).toBe(1);
  });

  it('refuses clients that are not allowed with 403', async () => {
    const { url } = await open({ isAllowed: ({ headers }) => headers.origin === undefined });
    await connect(url).next();
    const socket = new WebSocket(url, [BINARY], { origin: 'https://evil.example' });
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    socket.terminate();
    expect(response.statusCode).toBe(403);
  });
});
