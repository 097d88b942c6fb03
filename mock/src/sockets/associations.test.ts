import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  type Channel,
  createAssociationKeyPair,
  createDappHello,
  createRpcClient,
  createWebSocketChannel,
  dappHandshake,
  decodeBase64,
  decodeReflectorId,
  exportPoint,
  getAssociationUri,
  getRandomPort,
} from 'mobile-wallet-standard/endpoint';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { getResult, KEY, SEED } from '../../../test/support/mock-wallet.js';
import { playReflector } from '../../../test/support/reflector.js';
import type { Fault } from '../wallet/faults/fault.js';
import { createMockWallet, type MockWalletOptions } from '../wallet/mock-wallet.js';
import { PING_INTERVAL_MS } from '../wallet/reference-server.js';
import type { OpenAssociation } from './associations.js';
import { type OpenAssociationOptions, openAssociation } from './associations.js';
import { createReflector, type ReflectorOptions } from './reflector.js';

const BINARY = 'com.solana.mobilewalletadapter.v1';
const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';

const open: OpenAssociation[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((association) => association.close()));
});

async function createUri(port = getRandomPort()) {
  const keys = await createAssociationKeyPair();
  const uri = getAssociationUri({ type: 'local', port }, await exportPoint(keys));
  return { keys, uri, port };
}

/** Opens an association; tries another port where another program has the first. */
async function openWallet(
  options: OpenAssociationOptions = {},
  walletOptions: MockWalletOptions = {},
  rewrite: (uri: string) => string = (uri) => uri,
) {
  const wallet = await createMockWallet({ accounts: [{ seed: SEED }], ...walletOptions });
  const { keys, uri, port } = await createUri();
  const opening = openAssociation(wallet, rewrite(uri), options);
  const association = await opening.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return undefined;
    throw error;
  });
  if (!association) return openWallet(options, walletOptions, rewrite);
  open.push(association);
  return { wallet, keys, uri, port, association, url: `ws://127.0.0.1:${port}/solana-wallet` };
}

async function dial(
  url: string,
  protocols: string | string[] = [BINARY, BASE64],
  options = {},
): Promise<WebSocket> {
  const socket = new WebSocket(url, protocols, options);
  await once(socket, 'open');
  return socket;
}

/** Occupies a port of 127.0.0.1 as clients do, by a connection to another port. */
async function connectClient() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.once('close', () => server.close());
  await once(client, 'connect');
  const { localPort: port = 0 } = client;
  // The lowest association port.
  if (port >= 49_152) return { client, port };
  client.destroy();
  return connectClient();
}

async function getRefusal(url: string, protocols?: string | string[]): Promise<number | undefined> {
  const socket = new WebSocket(url, protocols);
  const [, response] = await once(socket, 'unexpected-response');
  socket.on('error', () => {});
  socket.terminate();
  return response.statusCode;
}

async function shakeHands(url: string, keys: CryptoKeyPair, timeout?: number) {
  const socket = await dial(url);
  const channel = createWebSocketChannel(socket as unknown as globalThis.WebSocket);
  const session = await dappHandshake(channel, createDappHello(keys), timeout);
  return { ...session, socket, channel, dapp: createRpcClient(session.secure) };
}

describe('the local server', () => {
  it('serves a session from HELLO_REQ to a signature', async () => {
    const { url, keys, association } = await openWallet();
    const { dapp, protocol } = await shakeHands(url, keys);
    expect(protocol).toBe('v1');
    await getResult(dapp, 'authorize', { chain: 'solana:devnet' });
    const { signed_payloads } = await getResult(dapp, 'sign_messages', {
      addresses: [KEY],
      payloads: ['YWJj'],
    });
    const [signed = new Uint8Array()] = (signed_payloads as readonly string[]).map(decodeBase64);
    expect(ed25519.verify(signed.subarray(-64), signed.subarray(0, -64), ed25519.getPublicKey(SEED))).toBe(
      true,
    );
    dapp.close();
    await association.ended;
  });

  it.each([[[BINARY, BASE64]], [[BASE64, BINARY]], [[BINARY]]])(
    'selects the binary subprotocol of %j',
    async (offer) => {
      const { url } = await openWallet();
      const socket = await dial(url, offer);
      expect(socket.protocol).toBe(BINARY);
      socket.close();
    },
  );

  it.each([[[BASE64]], [['unknown']], [undefined]])(
    'answers HTTP 404 to the subprotocols %j',
    async (offer) => {
      const { url } = await openWallet();
      expect(await getRefusal(url, offer)).toBe(404);
    },
  );

  it('listens where browsers look next at a port that a client has on 127.0.0.1', async () => {
    const { client, port } = await connectClient();
    const { uri } = await createUri(port);
    const association = await openAssociation(await createMockWallet(), uri);
    const socket = await dial(`ws://[::1]:${port}/solana-wallet`);
    expect(socket.protocol).toBe(BINARY);
    socket.close();
    await association.close();
    client.destroy();
  });

  it('refuses a port that is taken there, too, and says why', async () => {
    const { client, port } = await connectClient();
    const { uri } = await createUri(port);
    const second = createServer().listen(port, '::1');
    await once(second, 'listening');
    await expect(openAssociation(await createMockWallet(), uri)).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: expect.stringMatching(/127\.0\.0\.1:\d+\. Another program’s connection has this port/),
    });
    second.close();
    client.destroy();
  });

  it('does not check the path', async () => {
    const { port } = await openWallet();
    const socket = await dial(`ws://127.0.0.1:${port}/anything?at=all`);
    expect(socket.protocol).toBe(BINARY);
    socket.close();
  });

  it.each([
    [204, {}],
    [404, { refusesPlainRequests: true }],
  ])('answers %i without CORS headers to a plain GET with %j, and then serves a session', async (...row) => {
    const [status, options] = row;
    const { url, port, keys } = await openWallet(options);
    const response = await fetch(`http://127.0.0.1:${port}/solana-wallet`, {
      headers: { origin: 'https://example.com' },
    });
    expect(response.status).toBe(status);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await shakeHands(url, keys)).protocol).toBe('v1');
  });

  it('sends nothing before HELLO_RSP', async () => {
    const { url } = await openWallet({ pingInterval: 500 });
    const socket = await dial(url);
    const messages: unknown[] = [];
    socket.on('message', (message) => messages.push(message));
    await once(socket, 'ping');
    expect(messages).toEqual([]);
    socket.close();
  });

  it('sends no empty frames in a session', async () => {
    const { url, keys } = await openWallet({ pingInterval: 500 });
    const { socket, dapp } = await shakeHands(url, keys);
    const lengths: number[] = [];
    socket.on('message', (data: ArrayBuffer) => lengths.push(data.byteLength));
    await getResult(dapp, 'get_capabilities');
    await once(socket, 'ping');
    expect(lengths).toEqual([expect.any(Number)]);
    expect(lengths).not.toContain(0);
  });

  it('pings, again and again', async () => {
    expect(PING_INTERVAL_MS).toBe(45_000);
    const { url } = await openWallet({ pingInterval: 500 });
    const socket = await dial(url);
    await once(socket, 'ping');
    await once(socket, 'ping');
    await once(socket, 'ping');
    socket.close();
  });

  it('drops a socket that does not answer pings', async () => {
    const { url } = await openWallet({ pingInterval: 5 });
    const socket = await dial(url, BINARY, { autoPong: false });
    expect((await once(socket, 'close'))[0]).toBe(1006);
  });
});

describe('an association URI', () => {
  it.each(['=', '.', '=.'])('may have a token that ends with %j', async (ending) => {
    const { url, keys } = await openWallet({}, {}, (uri) =>
      uri.replace(/association=[^&]+/, (token) => token + encodeURIComponent(ending)),
    );
    expect((await shakeHands(url, keys)).protocol).toBe('v1');
  });

  it.each(['', '&v=legacy', '&v=v9'])('with the versions %j opens a legacy session', async (versions) => {
    const { url, keys } = await openWallet({}, {}, (uri) => uri.replace(/&v=v1$/, versions));
    expect((await shakeHands(url, keys)).protocol).toBe('legacy');
  });
});

describe('an association', () => {
  it('stops listening after the session', async () => {
    const { url, keys, association } = await openWallet();
    const { dapp } = await shakeHands(url, keys);
    dapp.close();
    await association.ended;
    // On a busy machine the system may still accept the connection for a server that has just closed.
    await expect(dial(url)).rejects.toMatchObject({ code: expect.stringMatching(/^ECONN(REFUSED|RESET)$/) });
  });

  it('keeps listening after a socket that sent nothing', async () => {
    const { url, keys } = await openWallet();
    const socket = await dial(url);
    socket.close();
    await once(socket, 'close');
    expect((await shakeHands(url, keys)).protocol).toBe('v1');
  });

  it('sends no HELLO_RSP to a second socket after an ended session', async () => {
    const { url, keys } = await openWallet({ keepsListening: true });
    const { dapp, socket } = await shakeHands(url, keys);
    dapp.close();
    await once(socket, 'close');
    await expect(shakeHands(url, keys, 50)).toRejectWith('SESSION_TIMEOUT');
  });

  it('ends when no client connects in time', async () => {
    const { url, association } = await openWallet({ listenTimeout: 20 });
    await association.ended;
    await expect(dial(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('does not time out after a client has connected', async () => {
    const { url, keys } = await openWallet({ listenTimeout: 300 });
    const { dapp } = await shakeHands(url, keys);
    const later = await openWallet({ listenTimeout: 300 });
    await later.association.ended;
    expect(await getResult(dapp, 'get_capabilities')).toHaveProperty('features');
  });

  it.each<[what: string, breach: (socket: WebSocket, frame: Uint8Array) => void]>([
    ['a text frame', (socket) => socket.send('text is no frame')],
    ['a frame with a wrong sequence number', (socket, frame) => socket.send(frame.fill(9, 0, 4))],
    ['a frame with a bad tag', (socket, frame) => socket.send(frame.fill(9, -16))],
    ['a second HELLO_REQ', (socket) => socket.send(new Uint8Array(129).fill(4))],
  ])('closes the socket with 1001 after %s', async (_, breach) => {
    const { url, keys, association } = await openWallet();
    const { dapp, socket, secure } = await shakeHands(url, keys);
    await getResult(dapp, 'get_capabilities');
    const closed = once(socket, 'close');
    breach(socket, await secure.seal('{}'));
    expect((await closed)[0]).toBe(1001);
    await association.ended;
  });

  it('keeps the socket open after a protocol violation until the dapp closes it, without the quirk `closesOnBreach`', async () => {
    const { url, keys, association, wallet } = await openWallet({}, { quirks: { closesOnBreach: false } });
    const { socket } = await shakeHands(url, keys);
    socket.send('text is no frame');
    socket.send(new Uint8Array(3));
    const pong = once(socket, 'pong');
    socket.ping();
    await pong;
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.close();
    await association.ended;
    expect(wallet.accounts).toHaveLength(1);
  });

  it('keeps nothing of what a client sends after a failed handshake', async () => {
    const wallet = await createMockWallet();
    const { uri, port } = await createUri();
    const channels: Channel[] = [];
    const ends: Promise<unknown>[] = [];
    const attach: typeof wallet.attach = (channel, request) => {
      channels.push(channel);
      const end = wallet.attach(channel, request);
      ends.push(end);
      return end;
    };
    open.push(await openAssociation({ ...wallet, attach }, uri));
    const socket = await dial(`ws://127.0.0.1:${port}/solana-wallet`);
    socket.send(new Uint8Array(100));
    // The server has handled what was sent before its pong.
    const isHandled = async (): Promise<void> => {
      socket.ping();
      await once(socket, 'pong');
    };
    await isHandled();
    expect(await ends[0]).toEqual({ established: false });
    await setImmediate();
    socket.send(new Uint8Array(100));
    await isHandled();
    expect(await Promise.race([channels[0]?.read(), setImmediate('nothing')])).toBe('nothing');
    socket.terminate();
  });

  it('closes cleanly when the wallet hangs up', async () => {
    const { url, keys } = await openWallet({}, { quirks: { hangsUpOn: 'authorize' } });
    const { dapp, socket } = await shakeHands(url, keys);
    const closed = once(socket, 'close');
    await expect(dapp.call('authorize', {})).toRejectWith('SESSION_CLOSED');
    expect((await closed)[0]).toBe(1005);
  });

  it('drops its socket uncleanly when the app crashes, and stops listening', async () => {
    const { url, keys, association } = await openWallet();
    const { dapp, socket } = await shakeHands(url, keys);
    const closed = once(socket, 'close');
    await expect(dapp.call('authorize', { chain: null })).toRejectWith('SESSION_CLOSED');
    expect((await closed)[0]).toBe(1006);
    await association.ended;
  });

  it('closes its sockets when it is closed', async () => {
    const { url, keys, association } = await openWallet();
    const { dapp } = await shakeHands(url, keys);
    await association.close();
    expect(await dapp.closed).toMatchObject({ code: 'SESSION_CLOSED', context: { closeCode: 1001 } });
  });

  it('closes when its signal aborts', async () => {
    const controller = new AbortController();
    const { association } = await openWallet({ signal: controller.signal });
    controller.abort();
    await association.ended;
  });
});

describe('openAssociation with a dapp on another device', () => {
  /** Waits at a reflector as a dapp does. */
  async function waitForWallet(options?: ReflectorOptions) {
    const reflector = await createReflector(options);
    open.push({ ended: Promise.resolve(), close: reflector.close });
    const socket = new WebSocket(`ws://${reflector.host}/reflect`, [BINARY, BASE64]);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const channel = await new Promise<Channel>((resolve) => {
      socket.once('open', () => resolve(createWebSocketChannel(socket)));
    });
    const reflectorId = decodeReflectorId(await channel.read());
    if (!reflectorId) throw new Error('The reflector sent no id');
    const keys = await createAssociationKeyPair();
    const uri = getAssociationUri(
      { type: 'remote', reflector: reflector.host, reflectorId },
      await exportPoint(keys),
    );
    return { reflector, socket, closed, channel, keys, uri };
  }

  async function join(walletOptions: MockWalletOptions = {}, options: OpenAssociationOptions = {}) {
    const { channel, keys, uri, ...rest } = await waitForWallet();
    const wallet = await createMockWallet({ accounts: [{ seed: SEED }], ...walletOptions });
    const association = await openAssociation(wallet, uri, options);
    expect(await channel.read()).toHaveLength(0);
    const { secure, protocol } = await dappHandshake(channel, createDappHello(keys));
    return { ...rest, association, protocol, dapp: createRpcClient(secure), secure };
  }

  /** Lets a mock wallet join the test itself, in the place of reflector and dapp. */
  async function joinPlayed() {
    const { host, accept, close } = await playReflector((socket) => socket.send(''));
    open.push({ ended: Promise.resolve(), close: async () => close() });
    const keys = await createAssociationKeyPair();
    const uri = getAssociationUri(
      { type: 'remote', reflector: host, reflectorId: new Uint8Array(16) },
      await exportPoint(keys),
    );
    const opening = openAssociation(await createMockWallet(), uri);
    const [{ socket }, association] = await Promise.all([accept(), opening]);
    return { socket, association, keys };
  }

  it('joins it at the reflector, and serves the session until the dapp closes it', async () => {
    const { dapp, association, reflector } = await join();
    await getResult(dapp, 'authorize', { chain: 'solana:devnet' });
    expect(await getResult(dapp, 'sign_messages', { addresses: [KEY], payloads: ['YWJj'] })).toHaveProperty(
      'signed_payloads',
    );
    dapp.close();
    await association.ended;
    expect(reflector.getStats()).toMatchObject({ halfOpen: 0, pairs: 0 });
  });

  it('closes the session when it is closed', async () => {
    const { dapp, association } = await join();
    await association.close();
    expect(await dapp.closed).toMatchObject({ code: 'SESSION_CLOSED', context: { closeCode: 1001 } });
  });

  it('closes the session when its signal aborts', async () => {
    const controller = new AbortController();
    const { dapp, association } = await join({}, controller);
    controller.abort();
    await association.ended;
    expect(await dapp.closed).toMatchObject({ code: 'SESSION_CLOSED' });
  });

  it.each<[what: string, options: MockWalletOptions, params: Readonly<Record<string, unknown>>]>([
    ['hangs up', { quirks: { hangsUpOn: 'authorize' } }, {}],
    ['crashes', {}, { chain: null }],
    ['ends the connection', { faults: [{ at: 'authorize', send: () => [], end: 'drop' }] }, {}],
    ['sends a frame of the other kind', { faults: [{ at: 'authorize', inOtherKind: true }] }, {}],
  ])('ends when the wallet %s', async (what, options, params) => {
    const { dapp, association } = await join(options);
    const code = what.startsWith('sends') ? 'PROTOCOL_VIOLATION' : 'SESSION_CLOSED';
    await expect(dapp.call('authorize', params)).toRejectWith(code);
    await association.ended;
  });

  it('drops its connection uncleanly when the app crashes', async () => {
    const { socket, keys } = await joinPlayed();
    const { secure } = await dappHandshake(createWebSocketChannel(socket), createDappHello(keys));
    const closed = once(socket, 'close');
    await expect(createRpcClient(secure).call('authorize', { chain: null })).toRejectWith('SESSION_CLOSED');
    expect((await closed)[0]).toBe(1006);
  });

  it('leaves when there can be no session, even if the other end keeps the connection', async () => {
    const { socket, association } = await joinPlayed();
    const closed = once(socket, 'close');
    socket.send(new Uint8Array(129));
    await association.ended;
    expect((await closed)[0]).toBe(1001);
  });

  it('ends after a protocol violation by the dapp', async () => {
    const { dapp, secure, socket, association } = await join();
    await getResult(dapp, 'get_capabilities');
    socket.send((await secure.seal('{}')).fill(9, 0, 4));
    await association.ended;
    expect(await dapp.closed).toMatchObject({ code: 'SESSION_CLOSED' });
  });

  it('does not come before the app is ready', async () => {
    const { uri, reflector } = await waitForWallet();
    const opening = openAssociation(await createMockWallet(), uri, { readyDelay: 200 });
    expect(reflector.getStats()).toMatchObject({ halfOpen: 1, pairs: 0 });
    open.push(await opening);
    expect(reflector.getStats()).toMatchObject({ halfOpen: 0, pairs: 1 });
  });

  it('rejects when the dapp no longer waits', async () => {
    const { uri, closed } = await waitForWallet({ halfOpenTimeout: 50 });
    await closed;
    await expect(openAssociation(await createMockWallet(), uri)).toRejectWith('SESSION_CLOSED', {
      closeCode: 1008,
    });
  });
});

describe('openAssociation', () => {
  it('does not listen before the app is ready', async () => {
    const wallet = await createMockWallet();
    const { uri, port } = await createUri();
    const opening = openAssociation(wallet, uri, { readyDelay: 500 });
    await expect(dial(`ws://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    open.push(await opening);
    expect((await dial(`ws://127.0.0.1:${port}`)).protocol).toBe(BINARY);
  });

  it('rejects with the signal’s reason', async () => {
    const controller = new AbortController();
    const { uri } = await createUri();
    const reason = new Error('enough');
    const wallet = await createMockWallet();
    const opening = openAssociation(wallet, uri, { readyDelay: 60_000, signal: controller.signal });
    controller.abort(reason);
    await expect(opening).rejects.toBe(reason);
    await expect(openAssociation(wallet, uri, { signal: controller.signal })).rejects.toBe(reason);
  });

  it('refuses other URIs', async () => {
    const wallet = await createMockWallet();
    const { uri: local } = await createUri();
    for (const uri of [local.replace('/local', '/other'), 'https://example.com', 'nonsense']) {
      await expect(openAssociation(wallet, uri)).toRejectWith('INVALID_ARGUMENT');
    }
  });

  it.each<[what: string, faults: readonly Fault[]]>([
    ['refuses', []],
    ['leaves waiting', [{ at: 'connection', answer: 'silence' }]],
    ['answers with an error', [{ at: 'connection', answer: { status: 500 } }]],
  ])('survives a client that it %s, and that resets its connection', async (_, faults) => {
    const { wallet, port } = await openWallet();
    wallet.misbehave(faults);
    const client = connect(port, '127.0.0.1');
    await once(client, 'connect');
    const upgrade = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    client.write(upgrade);
    await setImmediate();
    client.resetAndDestroy();
    // An error event without a listener would end the process, and fail this file.
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(204);
  });
});
