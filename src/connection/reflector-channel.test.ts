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

type Options = Parameters<typeof openReflectorChannel<Channel>>[0];

/** Opens a channel, which can be used at once if no other `prepare` is given. */
const open = (host: string, options: Partial<Options> = {}): Promise<Channel> =>
  openReflectorChannel({ host, prepare: async (channel) => channel, timeoutMs: 20_000, ...options });

describe('a channel to a reflector', () => {
  it('is opened at /reflect, and by the wallet with the id as base64url', async () => {
    const { host, accept } = await play();
    const [dapp] = await Promise.all([accept(), open(host)]);
    expect(dapp.path).toBe('/reflect');
    const id = Uint8Array.of(0xfb, 0xff, 0xfe, 1);
    const [wallet] = await Promise.all([accept(), open(host, { id })]);
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
    await expect(open('localhost', { createWebSocket })).toRejectWith('SESSION_CLOSED', { closeCode: 1006 });
  });

  it('does not lose a message that arrives with the answer to the upgrade', async () => {
    const { host } = await play((socket) => socket.send(Uint8Array.of(1)));
    for (let turn = 0; turn < 20; turn++) expect(await (await open(host)).read()).toEqual(Uint8Array.of(1));
  });

  it.each([
    ['binary', 4_096],
    ['base64', 3_072],
  ] as const)(
    'carries messages up to what a frame holds, and no longer ones: %s',
    async (subprotocol, most) => {
      const { host, close } = await createReflector({ subprotocol });
      onTestFinished(close);
      let id = new Uint8Array();
      const dapp = await open(host, {
        prepare: async (channel) => {
          id = (await channel.read()).slice(1);
          return channel;
        },
      });
      const wallet = await open(host, { id, prepare: waitForAppPing });
      await waitForAppPing(dapp);
      expect([dapp.maxMessageBytes, wallet.maxMessageBytes]).toEqual([most, most]);
      const message = crypto.getRandomValues(new Uint8Array(most));
      dapp.send(message);
      expect(await wallet.read()).toEqual(message);
      dapp.send(new Uint8Array(most + 1));
      await expect(dapp.read()).toRejectWith('SESSION_CLOSED', { closeCode: 1009 });
      await expect(wallet.read()).toRejectWith('SESSION_CLOSED', { closeCode: 1001 });
    },
  );

  it.each([
    ['binary', undefined, Buffer.alloc(0), true],
    ['base64', BASE64, Buffer.alloc(0), false],
  ] as const)('is kept alive by empty messages: %s', async (_, subprotocol, data, isBinary) => {
    const { host, accept } = await play(undefined, subprotocol);
    const [{ socket }] = await Promise.all([accept(), open(host, { keepAliveMs: 20 })]);
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
        const channel = await open(host, { prepare: waitForAppPing });
        expect(await channel.read()).toEqual(Uint8Array.of(1, 2, 3));
      }
    },
  );
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
    const createWebSocket: CreateWebSocket = (url, protocols) => new WebSocket(url, protocols);
    await expect(open(host, { createWebSocket })).toRejectWith('SESSION_CLOSED', { closeCode: 1006 });
  });

  it('rejects with SESSION_CLOSED when the WebSocket cannot be created', async () => {
    const cause = new Error('The page’s policy forbids it');
    const createWebSocket = () => {
      throw cause;
    };
    await expect(open('localhost:1', { createWebSocket })).rejects.toMatchObject({
      code: 'SESSION_CLOSED',
      cause,
    });
  });

  it.each([
    ['reflect.example', 'wss://reflect.example/reflect'],
    ['localhost.example:80', 'wss://localhost.example:80/reflect'],
    ['localhost:80', 'ws://localhost/reflect'],
    ['127.0.0.1', 'ws://127.0.0.1/reflect'],
    ['[::1]:8080', 'ws://[::1]:8080/reflect'],
  ])('uses wss: for every host but loopback: %s', async (host, expected) => {
    const createWebSocket = (url: string) => {
      expect(url).toBe(expected);
      throw new Error('Not now');
    };
    await expect(open(host, { createWebSocket })).rejects.toHaveProperty('cause.message', 'Not now');
  });

  it('rejects with SESSION_TIMEOUT, and closes the connection, when the reflector is silent', async () => {
    const { host, accept } = await play();
    const accepted = accept();
    const opening = open(host, { prepare: waitForAppPing, timeoutMs: 2_000 });
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
      await expect(open(host, { signal })).rejects.toBe('enough');
      return;
    }
    const opening = open(host, { signal, ...(when === 'while it waits' && { prepare: waitForAppPing }) });
    const { socket } = await accepted;
    const closed = once(socket, 'close');
    const reading = when === 'later' ? (await opening).read() : opening;
    controller.abort('enough');
    await expect(reading).rejects.toBe('enough');
    await closed;
  });
});
