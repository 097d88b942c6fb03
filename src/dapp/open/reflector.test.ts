import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import { openAssociation } from '../../../mock/src/server.js';
import { createReflector, type ReflectorOptions } from '../../../mock/src/sockets/reflector.js';
import { createMockWallet, type MockWalletOptions } from '../../../mock/src/wallet/mock-wallet.js';
import { getResult } from '../../../test/support/mock-wallet.js';
import { type PlayedReflector, playReflector } from '../../../test/support/reflector.js';
import { dappHandshake } from '../../connection/handshake.js';
import { createRpcClient } from '../../connection/rpc.js';
import { encodeReflectorId, getAssociationUri } from '../../protocol/association.js';
import { createDappHello } from '../../protocol/hello.js';
import { createAssociationKeyPair, exportPoint } from '../../protocol/session-keys.js';
import { encodeBase64 } from '../../util/bytes.js';
import { offerQrCodeByReflector, REFLECTOR } from './reflector.js';

const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';
const ID = crypto.getRandomValues(new Uint8Array(16));

async function serve(options?: ReflectorOptions) {
  const reflector = await createReflector(options);
  onTestFinished(reflector.close);
  return reflector;
}

async function play(...params: Parameters<typeof playReflector>): Promise<PlayedReflector> {
  const played = await playReflector(...params);
  onTestFinished(played.close);
  return played;
}

async function offer(host: string, signal = new AbortController().signal) {
  const keys = await createAssociationKeyPair();
  const point = await exportPoint(keys);
  const made = await offerQrCodeByReflector({ type: 'reflector', host }, point, signal);
  return { ...made, keys, uri: getAssociationUri(made.association, point) };
}

/** Makes an offer that a mock wallet joins, and a session with it. */
async function connect(reflectorOptions?: ReflectorOptions, walletOptions?: MockWalletOptions) {
  const reflector = await serve(reflectorOptions);
  const wallet = await createMockWallet(walletOptions);
  const { joined, keys, uri } = await offer(reflector.host);
  const [channel, association] = await Promise.all([joined, openAssociation(wallet, uri)]);
  onTestFinished(association.close);
  const { secure, protocol } = await dappHandshake(channel, createDappHello(keys));
  return {
    reflector,
    association,
    protocol,
    channel,
    dapp: createRpcClient(secure, undefined, REFLECTOR.explainEnd),
  };
}

const sendId = (socket: WebSocket): void => socket.send(encodeReflectorId(ID));

describe('a session through a reflector', () => {
  it.each([
    ['v1', 'binary'],
    ['v1', 'base64'],
    ['legacy', 'binary'],
    ['legacy', 'base64'],
  ] as const)('is authorized: %s, %s', async (version, subprotocol) => {
    const { dapp, protocol, association, reflector } = await connect({ subprotocol }, { protocol: version });
    expect(protocol).toBe(version);
    const chain = version === 'v1' ? { chain: 'solana:devnet' } : { cluster: 'devnet' };
    const { accounts } = await getResult(dapp, 'authorize', chain);
    expect(accounts).toHaveLength(1);
    dapp.close();
    await association.ended;
    expect(reflector.getStats()).toMatchObject({ halfOpen: 0, pairs: 0 });
  });

  it.each<[how: string, options: MockWalletOptions, params: Readonly<Record<string, unknown>>]>([
    ['cleanly', { quirks: { hangsUpOn: 'authorize' } }, {}],
    ['uncleanly', {}, { chain: null }],
  ])('ends with SESSION_CLOSED when the wallet leaves in mid-request %s', async (_, options, params) => {
    const { dapp, association } = await connect({}, options);
    await expect(dapp.call('authorize', params)).toRejectWith('SESSION_CLOSED', { closeCode: 1001 });
    await association.ended;
  });

  it('ends with SESSION_CLOSED when the reflector’s time for a pair is over', async () => {
    const { host } = await serve({ pairTimeout: 100 });
    const { joined, uri } = await offer(host);
    const [channel, association] = await Promise.all([
      joined,
      openAssociation(await createMockWallet(), uri),
    ]);
    await expect(channel.read()).toRejectWith('SESSION_CLOSED', { closeCode: 1001 });
    await association.ended;
  });

  it.each<[who: string, close: (opened: Awaited<ReturnType<typeof connect>>) => Promise<void>]>([
    ['the reflector', ({ reflector }) => reflector.close()],
    ['the wallet app', ({ association }) => association.close()],
  ])('ends with SESSION_CLOSED when %s closes it', async (_, close) => {
    const opened = await connect({}, { approve: () => new Promise(() => {}) });
    const call = expect(opened.dapp.call('authorize', {})).toRejectWith('SESSION_CLOSED');
    await close(opened);
    await call;
    await opened.association.ended;
  });

  it('ends with SESSION_CLOSED when the connection is lost', async () => {
    const { host, accept } = await play((socket) => {
      sendId(socket);
      socket.send('');
    });
    const [{ socket }, { joined }] = await Promise.all([accept(), offer(host)]);
    const reading = (await joined).read();
    socket.terminate();
    await expect(reading).toRejectWith('SESSION_CLOSED', { closeCode: 1006 });
  });

  it('ends with SESSION_CLOSED and 1009 after a message above the limit of frames', async () => {
    const { channel, dapp } = await connect();
    channel.send(new Uint8Array(4_097));
    expect(await dapp.closed).toMatchObject({ code: 'SESSION_CLOSED', context: { closeCode: 1009 } });
  });

  it.each<[reflector: ReflectorOptions, walletIconBytes: number]>([
    [{}, 3_000],
    [{ subprotocol: 'base64' }, 2_200],
    [{ largerFrame: 'drop', pairTimeout: 1_500 }, 3_000],
  ])('says that the wallet’s icon may be too large where `authorize` ends it: %o', async (options, size) => {
    const { dapp } = await connect(options, { quirks: { walletIconBytes: size } });
    const message = expect.stringMatching(/\(code 1001\).* icon .*Nostr/);
    await expect(dapp.call('authorize', {})).toRejectWith('SESSION_CLOSED', { closeCode: 1001 }, message);
    expect(await dapp.closed).toMatchObject({
      code: 'SESSION_CLOSED',
      context: { closeCode: 1001 },
      message,
    });
  });

  it.each<[what: string, method: string, end: (opened: Awaited<ReturnType<typeof connect>>) => unknown]>([
    ['another request', 'get_capabilities', () => {}],
    ['the dapp', 'authorize', ({ dapp }) => dapp.close()],
    // Because the first one arrived.
    ['a later authorization', 'authorize', ({ association }) => association.close()],
  ])('says nothing of icons where %s ends it', async (what, method, end) => {
    const opened = await connect({}, { quirks: { hangsUpOn: 'get_capabilities', authorizeMs: 500 } });
    if (what === 'a later authorization') await getResult(opened.dapp, 'authorize');
    const text = expect.not.stringContaining('icon');
    const call = expect(opened.dapp.call(method, {})).toRejectWith('SESSION_CLOSED', {}, text);
    await end(opened);
    await call;
  });

  it('accepts base64 frames with line breaks after 76 characters and at the end', async () => {
    const message = crypto.getRandomValues(new Uint8Array(300));
    const wrap = (bytes: Uint8Array): string => encodeBase64(bytes).replace(/.{1,76}/g, '$&\n');
    const { host } = await play((socket) => {
      socket.send(wrap(encodeReflectorId(ID)));
      socket.send('\n');
      socket.send(wrap(message));
    }, BASE64);
    const { association, joined } = await offer(host);
    expect(association).toEqual({ type: 'remote', reflector: host, reflectorId: ID });
    expect(await (await joined).read()).toEqual(message);
  });
});

describe('an offer at a reflector', () => {
  it('has the URI of the connection that waits there', async () => {
    const { host, getStats } = await serve();
    const { association, uri, lifetimeMs } = await offer(host);
    expect(association).toMatchObject({ type: 'remote', reflector: host });
    expect(uri).toMatch(
      /^solana-wallet:\/v1\/associate\/remote\?association=.*&reflector=127\.0\.0\.1%3A\d+&id=/,
    );
    expect(lifetimeMs).toBe(30_000);
    expect(getStats().halfOpen).toBe(1);
  });

  it.each([
    ['text under the binary subprotocol', '', undefined],
    ['binary under the base64 subprotocol', new Uint8Array(), BASE64],
  ])('is joined with an APP_PING of %s', async (_, ping, subprotocol) => {
    const { host } = await play((socket) => {
      socket.send(subprotocol ? encodeBase64(encodeReflectorId(ID)) : encodeReflectorId(ID));
      socket.send(ping);
    }, subprotocol);
    expect(await (await offer(host)).joined).toHaveProperty('send');
  });

  it('takes no message before APP_PING for the wallet’s', async () => {
    const { host } = await play((socket) => {
      sendId(socket);
      socket.send(new Uint8Array(65).fill(4));
      socket.send(new Uint8Array());
      socket.send(Uint8Array.of(1));
    });
    const channel = await (await offer(host)).joined;
    expect(await channel.read()).toEqual(Uint8Array.of(1));
  });

  it.each<[what: string, message: Uint8Array | string]>([
    ['empty', new Uint8Array()],
    ['of no bytes', Uint8Array.of(0)],
    ['too short', Uint8Array.of(3, 1, 2)],
    ['too long', Uint8Array.of(1, 1, 2)],
    ['with a varint that does not end', new Uint8Array(6).fill(0x80)],
    ['with more bytes than a code can hold', encodeReflectorId(new Uint8Array(257))],
    ['text', 'AQID'],
  ])('rejects with PROTOCOL_VIOLATION for a REFLECTOR_ID that is %s', async (_, message) => {
    const { host, accept } = await play((socket) => socket.send(message));
    const closed = accept().then(({ socket }) => once(socket, 'close'));
    await expect(offer(host)).toRejectWith('PROTOCOL_VIOLATION');
    await closed;
  });

  it('rejects with SESSION_TIMEOUT when the reflector sends no id for 10 s', async () => {
    const { host } = await play();
    const start = performance.now();
    await expect(offer(host)).toRejectWith('SESSION_TIMEOUT');
    expect(performance.now() - start).toBeGreaterThan(9_900);
  });

  it.each<[how: string, close: (socket: WebSocket) => void, closeCode: number]>([
    ['cleanly', (socket) => socket.close(1000), 1000],
    ['because it is full', (socket) => socket.close(1013), 1013],
    ['uncleanly', (socket) => socket.terminate(), 1006],
  ])(
    'ends with SESSION_CLOSED when the reflector closes %s, before the id or later',
    async (_, close, closeCode) => {
      const closing = await play(close);
      await expect(offer(closing.host)).toRejectWith('SESSION_CLOSED', { closeCode });
      const { host, accept } = await play(sendId);
      const [{ socket }, { joined }] = await Promise.all([accept(), offer(host)]);
      close(socket);
      await expect(joined).toRejectWith('SESSION_CLOSED', { closeCode });
    },
  );

  it('ends with SESSION_CLOSED after the reflector’s time for a connection that waits', async () => {
    const { host } = await serve({ halfOpenTimeout: 50 });
    await expect((await offer(host)).joined).toRejectWith('SESSION_CLOSED');
  });

  it.each([
    ['before', ['AAAA']],
    ['after', ['', 'AAAA']],
  ])('ends with PROTOCOL_VIOLATION for a text %s the ping of a binary connection', async (_, texts) => {
    const { host } = await play((socket) => {
      sendId(socket);
      for (const text of texts) socket.send(text);
    });
    const { joined } = await offer(host);
    const end = texts.length === 1 ? joined : joined.then((channel) => channel.read());
    await expect(end).toRejectWith('PROTOCOL_VIOLATION');
  });

  it('closes everything when its signal aborts, also the channel of a wallet that has joined', async () => {
    const { host, getStats } = await serve();
    const controller = new AbortController();
    const waiting = await offer(host, controller.signal);
    const other = await offer(host, controller.signal);
    const association = await openAssociation(await createMockWallet(), other.uri);
    const reading = (await other.joined).read();
    controller.abort('enough');
    await expect(waiting.joined).rejects.toBe('enough');
    await expect(reading).rejects.toBe('enough');
    await association.ended;
    await expect.poll(getStats).toMatchObject({ halfOpen: 0, pairs: 0 });
  });

  it('rejects with the reason of a signal that has aborted', async () => {
    const { host } = await serve();
    await expect(offer(host, AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});
