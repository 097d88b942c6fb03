import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createReflector } from '../../mock/src/sockets/reflector.js';
import { type PlayedReflector, playReflector } from '../../test/support/reflector.js';
import type { Channel } from './channel.js';
import { openReflectorChannel, waitForAppPing } from './reflector-channel.js';
import type { CreateWebSocket } from './web-socket.js';

const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';

async function play(...params: Parameters<typeof playReflector>): Promise<PlayedReflector> {
  const played = await playReflector(...params);
  onTestFinished(played.close);
  return played;
}

const open = (host: string, signal?: AbortSignal): Promise<Channel> =>
  openReflectorChannel({ host, prepare: async (channel) => channel, timeoutMs: 20_000, signal });

describe('a channel to a reflector', () => {
  it('is opened at /reflect, and by the wallet with the id as base64url', async () => {
    const { host, accept } = await play();
    const options = { host, prepare: async (channel: Channel) => channel, timeoutMs: 20_000 };
    const [dapp] = await Promise.all([accept(), openReflectorChannel(options)]);
    expect(dapp.path).toBe('/reflect');
    const id = Uint8Array.of(0xfb, 0xff, 0xfe, 1);
    const [wallet] = await Promise.all([accept(), openReflectorChannel({ ...options, id })]);
    expect(wallet.path).toBe('/reflect?id=-__-AQ');
  });

  it('is refused by an error alone, as Chromium tells of a connection that the page’s policy forbids', async () => {
    const createWebSocket: CreateWebSocket = () => ({
      protocol: '',
      readyState: 3,
      binaryType: '',
      send() {},
      close() {},
      addEventListener(type: string, listener: (event: never) => void) {
        if (type === 'error') queueMicrotask(() => listener(undefined as never));
      },
      removeEventListener() {},
    });
    const prepare = async (channel: Channel) => channel;
    const opening = openReflectorChannel({ host: 'localhost', prepare, timeoutMs: 20_000, createWebSocket });
    await expect(opening).toRejectWith('SESSION_CLOSED', { closeCode: 1006 });
  });

  it('does not lose a message that arrives with the answer to the upgrade', async () => {
    const { host } = await play((socket) => socket.send(Uint8Array.of(1)));
    for (let turn = 0; turn < 20; turn++) expect(await (await open(host)).read()).toEqual(Uint8Array.of(1));
  });

  it.each([
    ['binary', undefined, 4_096],
    ['base64', BASE64, 3_072],
  ] as const)('says what a frame holds: %s', async (_, subprotocol, expected) => {
    const { host } = await play(undefined, subprotocol);
    expect((await open(host)).maxMessageBytes).toBe(expected);
  });

  it.each([
    ['binary', 'binary'],
    ['base64', 'base64'],
  ] as const)('carries messages up to that, and no longer ones: %s', async (_, subprotocol) => {
    const reflector = await createReflector({ subprotocol });
    onTestFinished(reflector.close);
    let id = new Uint8Array();
    const dapp = await openReflectorChannel({
      host: reflector.host,
      timeoutMs: 20_000,
      prepare: async (channel) => {
        id = (await channel.read()).slice(1);
        return channel;
      },
    });
    const { host } = reflector;
    const wallet = await openReflectorChannel({ host, id, prepare: waitForAppPing, timeoutMs: 20_000 });
    await waitForAppPing(dapp);
    const message = crypto.getRandomValues(new Uint8Array(dapp.maxMessageBytes ?? 0));
    dapp.send(message);
    expect(await wallet.read()).toEqual(message);
    dapp.send(new Uint8Array(message.length + 1));
    await expect(dapp.read()).toRejectWith('SESSION_CLOSED', { closeCode: 1009 });
    await expect(wallet.read()).toRejectWith('SESSION_CLOSED', { closeCode: 1001 });
  });

  it.each([
    ['binary', undefined, Buffer.alloc(0), true],
    ['base64', BASE64, Buffer.alloc(0), false],
  ] as const)('is kept alive by empty messages: %s', async (_, subprotocol, data, isBinary) => {
    const { host, accept } = await play(undefined, subprotocol);
    const options = { host, prepare: async (channel: Channel) => channel, timeoutMs: 20_000 };
    const [{ socket }] = await Promise.all([accept(), openReflectorChannel({ ...options, keepAliveMs: 20 })]);
    for (let turn = 0; turn < 3; turn++) expect(await once(socket, 'message')).toEqual([data, isBinary]);
  });

  it.each([
    ['text', ''],
    ['binary', new Uint8Array()],
  ])(
    'takes an empty %s frame as APP_PING under either subprotocol, and drops what came before',
    async (_, ping) => {
      for (const subprotocol of [undefined, BASE64]) {
        const { host } = await play((socket) => {
          socket.send(subprotocol ? 'AAAA' : new Uint8Array(200));
          socket.send(ping);
          socket.send(subprotocol ? 'AQID' : Uint8Array.of(1, 2, 3));
        }, subprotocol);
        const channel = await openReflectorChannel({ host, prepare: waitForAppPing, timeoutMs: 20_000 });
        expect(await channel.read()).toEqual(Uint8Array.of(1, 2, 3));
      }
    },
  );

  it.each([
    ['text', undefined, 'AAAA'],
    ['bytes', BASE64, Uint8Array.of(1)],
  ])('is ended by %s under the other subprotocol', async (_, subprotocol, frame) => {
    const { host } = await play((socket) => socket.send(frame), subprotocol);
    await expect((await open(host)).read()).toRejectWith('PROTOCOL_VIOLATION');
  });
});

describe('opening a channel to a reflector', () => {
  it('rejects with SESSION_CLOSED, and names the host, when nothing listens', async () => {
    const { host, close } = await play();
    close();
    await expect(open(host)).toRejectWith(
      'SESSION_CLOSED',
      { closeCode: 1006 },
      `The reflector ${host} could not be reached`,
    );
  });

  it('rejects with SESSION_CLOSED when the reflector picks no subprotocol, which browsers and `ws` refuse', async () => {
    const { host } = await play(undefined, false);
    const opening = openReflectorChannel({
      host,
      prepare: waitForAppPing,
      timeoutMs: 20_000,
      createWebSocket: (url, protocols) => new WebSocket(url, protocols),
    });
    await expect(opening).toRejectWith('SESSION_CLOSED', { closeCode: 1006 });
  });

  it('rejects with SESSION_CLOSED when the WebSocket cannot be created', async () => {
    const cause = new Error('The page’s policy forbids it');
    const opening = openReflectorChannel({
      host: 'localhost:1',
      prepare: waitForAppPing,
      timeoutMs: 20_000,
      createWebSocket() {
        throw cause;
      },
    });
    await expect(opening).rejects.toMatchObject({ code: 'SESSION_CLOSED', cause });
  });

  it('uses wss: for every host but loopback', async () => {
    const urls: string[] = [];
    for (const host of [
      'reflect.example',
      'localhost.example:80',
      'localhost:80',
      '127.0.0.1',
      '[::1]:8080',
    ]) {
      const opening = openReflectorChannel({
        host,
        prepare: waitForAppPing,
        timeoutMs: 20_000,
        createWebSocket(url) {
          urls.push(url);
          throw new Error('Not now');
        },
      });
      await expect(opening).toRejectWith('SESSION_CLOSED');
    }
    expect(urls).toEqual([
      'wss://reflect.example/reflect',
      'wss://localhost.example:80/reflect',
      'ws://localhost/reflect',
      'ws://127.0.0.1/reflect',
      'ws://[::1]:8080/reflect',
    ]);
  });

  it('rejects with SESSION_TIMEOUT, and closes the connection, when the reflector is silent', async () => {
    const { host, accept } = await play();
    const accepted = accept();
    const opening = openReflectorChannel({ host, prepare: waitForAppPing, timeoutMs: 2_000 });
    const closed = accepted.then(({ socket }) => once(socket, 'close'));
    await expect(opening).toRejectWith('SESSION_TIMEOUT', {}, `The reflector ${host} did not answer`);
    await closed;
  });

  it.each(['at once', 'while it waits', 'later'])('ends with the signal’s reason: %s', async (when) => {
    const { host, accept } = await play();
    const controller = new AbortController();
    const { signal } = controller;
    const accepted = accept();
    if (when === 'at once') {
      controller.abort('enough');
      await expect(open(host, signal)).rejects.toBe('enough');
      return;
    }
    const prepare = when === 'later' ? async (channel: Channel) => channel : waitForAppPing;
    const opening = openReflectorChannel({ host, prepare, timeoutMs: 20_000, signal });
    const { socket } = await accepted;
    const closed = once(socket, 'close');
    const reading = when === 'later' ? (await opening).read() : opening;
    controller.abort('enough');
    await expect(reading).rejects.toBe('enough');
    await closed;
  });
});
