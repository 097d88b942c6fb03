import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WebSocket as NodeWebSocket } from 'ws';
import { openAssociation } from '../../../mock/src/server.js';
import { createMockWallet } from '../../../mock/src/wallet/mock-wallet.js';
import {
  type HostileRelay,
  type Hostility,
  signEvent,
  startHostileRelay,
} from '../../../test/support/hostile-relay.js';
import { openPage } from '../../../test/support/left-page.js';
import { getDeadHost, listen } from '../../../test/support/listen.js';
import { getResult, IDENTITY, KEY, SEED } from '../../../test/support/mock-wallet.js';
import { startNostrRelay } from '../../../test/support/nostr-relay.js';
import { dappHandshake } from '../../connection/handshake.js';
import { joinRemoteAssociation } from '../../connection/join.js';
import { createRpcClient } from '../../connection/rpc.js';
import { getAssociationUri, parseAssociationUri } from '../../protocol/association.js';
import { createDappHello } from '../../protocol/hello.js';
import { createNostrKeyPair, getSessionIdentifier, type NostrEvent } from '../../protocol/nostr.js';
import { createAssociationKeyPair, exportPoint } from '../../protocol/session-keys.js';
import { encodeBase64 } from '../../util/bytes.js';
import { offerQrCodeByNostr } from './nostr.js';
import type { Offer } from './remote.js';

function closeLater<T extends Readonly<{ close(): void | Promise<void> }>>(opened: T): T {
  onTestFinished(() => opened.close());
  return opened;
}

async function makeOffer(...relays: readonly string[]) {
  const keys = await createAssociationKeyPair();
  const point = await exportPoint(keys);
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const offer = await offerQrCodeByNostr({ type: 'nostr', relays }, point, controller.signal);
  return { keys, point, offer, controller };
}

async function scan(
  { association }: Offer,
  point: Uint8Array,
  versions: readonly ('v1' | 'legacy')[] = ['v1'],
) {
  const wallet = await createMockWallet({ accounts: [{ seed: SEED }] });
  const request = parseAssociationUri(getAssociationUri(association, point, { versions }));
  const joined = joinRemoteAssociation(request);
  return { wallet, ended: joined.then((channel) => wallet.attach(channel, request)) };
}

/** Opens a whole session through relays. */
async function connect(relays: readonly string[], versions?: readonly ('v1' | 'legacy')[]) {
  const { keys, point, offer, controller } = await makeOffer(...relays);
  const { ended } = await scan(offer, point, versions);
  ended.catch(() => {});
  const channel = await offer.joined;
  const { secure, protocol } = await dappHandshake(channel, createDappHello(keys));
  return { dapp: createRpcClient(secure), protocol, ended, controller, channel };
}

async function sign(dapp: Awaited<ReturnType<typeof connect>>['dapp']): Promise<void> {
  const payload = encodeBase64(Uint8Array.of(1, 2, 3));
  const { signed_payloads } = await getResult(dapp, 'sign_messages', {
    addresses: [KEY],
    payloads: [payload],
  });
  expect(signed_payloads).toHaveLength(1);
}

describe('an offer at a Nostr relay', () => {
  it('leads to a whole session', async () => {
    const relay = closeLater(await startNostrRelay());
    const { dapp, protocol, ended } = await connect([relay.host]);
    expect(protocol).toBe('v1');
    await getResult(dapp, 'authorize', { identity: IDENTITY, chain: 'solana:devnet' });
    await sign(dapp);
    await sign(dapp);
    dapp.close();
    expect((await ended).established).toBe(true);
  });

  it('leads to a legacy session, too', async () => {
    const relay = closeLater(await startNostrRelay());
    const { dapp, protocol } = await connect([relay.host], []);
    expect(protocol).toBe('legacy');
    await getResult(dapp, 'authorize', { identity: IDENTITY, cluster: 'devnet' });
    await sign(dapp);
  });

  it('is what the mock wallet joins by its association URI, until either end leaves', async () => {
    const relay = closeLater(await startNostrRelay());
    const wallet = await createMockWallet({ accounts: [{ seed: SEED }] });
    for (const leaves of ['dapp', 'wallet']) {
      const { keys, point, offer } = await makeOffer(relay.host);
      const opening = openAssociation(wallet, getAssociationUri(offer.association, point));
      const { secure } = await dappHandshake(await offer.joined, createDappHello(keys));
      const dapp = createRpcClient(secure);
      await getResult(dapp, 'get_capabilities');
      const association = await opening;
      if (leaves === 'dapp') dapp.close();
      else await association.close();
      await association.ended;
      dapp.close();
    }
  });

  it('is for a wallet on another device and for one on this device', async () => {
    const relay = closeLater(await startNostrRelay());
    const { offer, point } = await makeOffer(`ws://${relay.host}/`);
    const { association, localAssociation } = offer;
    expect(association).toEqual({
      type: 'remote-nostr',
      relay: relay.host,
      publicKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(localAssociation).toEqual({ ...association, type: 'local-nostr' });
    expect(offer.lifetimeMs).toBe(300_000);
    const { ended } = await scan({ ...offer, association: localAssociation ?? association }, point);
    (await offer.joined).close();
    await ended.catch(() => {});
  });

  it('tells the relay the session identifier and nothing else before a wallet has joined', async () => {
    const relay = closeLater(await startNostrRelay());
    const { offer, point } = await makeOffer(relay.host);
    const filter = { kinds: [20012], '#d': [await getSessionIdentifier(point)] };
    expect(relay.received).toEqual([['REQ', 'session', filter]]);
    const { ended } = await scan(offer, point);
    (await offer.joined).close();
    await ended.catch(() => {});
    expect(relay.received.slice(0, 2)).toEqual([
      ['REQ', 'session', filter],
      ['REQ', 'session', filter],
    ]);
  });

  it('has a key of its own', async () => {
    const relay = closeLater(await startNostrRelay());
    const offers = [await makeOffer(relay.host), await makeOffer(relay.host)];
    const [first, second] = offers.map(({ offer }) => offer.association);
    expect(first).not.toEqual(second);
  });

  it.each<[string, () => Promise<string>]>([
    ['dead', async () => getDeadHost()],
    ['silent', async () => closeLater(await startHostileRelay({ onRequest() {} })).host],
    ['mute from the beginning', async () => startSilentServer()],
    ['no relay', async () => startHttpServer()],
    [
      'refusing',
      async () => {
        const onRequest = (_: unknown, { send }: { send(message: unknown): void }) =>
          send(['CLOSED', 'session', 'auth-required: no']);
        return closeLater(await startHostileRelay({ onRequest })).host;
      },
    ],
  ])('of which the first relay is %s uses the second one', async (_, start) => {
    const relay = closeLater(await startNostrRelay());
    const { dapp } = await connect([await start(), relay.host]);
    await getResult(dapp, 'authorize', { identity: IDENTITY, chain: 'solana:devnet' });
    await sign(dapp);
  });

  it('closes the relays that it does not use', async () => {
    const released: (() => void)[] = [];
    const slow = closeLater(
      await startHostileRelay({ onRequest: (_, { send }) => released.push(() => send(['EOSE', 'session'])) }),
    );
    const relay = closeLater(await startNostrRelay());
    const slowRequest = slow.whenReceived(([type]) => type === 'REQ');
    const both = await Promise.all([connect([slow.host, relay.host]), slowRequest]);
    const [socket] = slow.sockets;
    if (socket) await once(socket, 'close');
    for (const release of released) release();
    expect(slow.sockets.size).toBe(0);
    await getResult(both[0].dapp, 'get_capabilities');
  });

  it('names every relay that cannot be used, and why', async () => {
    const dead = await getDeadHost();
    const refusing = closeLater(
      await startHostileRelay({ onRequest: (_, { send }) => send(['CLOSED', 'session', 'blocked: no\n']) }),
    ).host;
    const error = await makeOffer(dead, refusing).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'SESSION_CLOSED',
      message:
        'No Nostr relay can be used: ' +
        `The relay ${dead} could not be reached; The relay ${refusing} ended the subscription`,
      cause: { errors: [{ code: 'SESSION_CLOSED' }, { context: { closeReason: 'blocked: no' } }] },
    });
  });

  it('gives up a relay that does not answer for 10 s', async () => {
    const silent = await startSilentServer();
    const mute = closeLater(await startHostileRelay({ onRequest() {} }));
    const start = performance.now();
    const error = await makeOffer(silent, mute.host).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'SESSION_TIMEOUT',
      message: expect.stringContaining(`The relay ${mute.host} did not answer`),
      cause: { errors: [{ code: 'SESSION_TIMEOUT' }, { code: 'SESSION_TIMEOUT' }] },
    });
    expect(performance.now() - start).toBeGreaterThan(9_900);
  });

  it.each(['ws://relay.example.com', 'https://relay.example.com', ''])(
    'refuses the relay %j',
    async (relay) => {
      await expect(makeOffer(relay)).toRejectWith('INVALID_ARGUMENT', { argument: 'remote.relays[0]' });
    },
  );

  it('ends when the relay dies before a wallet has joined', async () => {
    const relay = await startNostrRelay();
    const { offer } = await makeOffer(relay.host);
    await relay.close();
    await expect(offer.joined).toRejectWith(
      'SESSION_CLOSED',
      { closeCode: 1006 },
      `The relay ${relay.host} closed the connection (code 1006)`,
    );
  });

  it('is closed by its signal: before a wallet has joined', async () => {
    const relay = closeLater(await startNostrRelay());
    const { offer, controller } = await makeOffer(relay.host);
    const [socket] = relay.sockets;
    const closed = socket && once(socket, 'close');
    controller.abort('reason');
    await expect(offer.joined).rejects.toBe('reason');
    await closed;
  });

  it('is closed by its signal: while relays are dialled', async () => {
    const controller = new AbortController();
    const mute = closeLater(await startHostileRelay({ onRequest: () => controller.abort('reason') }));
    const point = await exportPoint(await createAssociationKeyPair());
    const offer = offerQrCodeByNostr({ type: 'nostr', relays: [mute.host] }, point, controller.signal);
    await expect(offer).rejects.toBe('reason');
    const again = offerQrCodeByNostr({ type: 'nostr', relays: [mute.host] }, point, controller.signal);
    await expect(again).rejects.toBe('reason');
  });

  it('is closed by its signal: in a session, and tells the wallet', async () => {
    const relay = closeLater(await startNostrRelay());
    const { dapp, controller, ended } = await connect([relay.host]);
    controller.abort('reason');
    expect(await dapp.closed).toBe('reason');
    await ended;
  });
});

describe('a session of a page that is left', () => {
  it('is ended before the page has gone, which is at once', async () => {
    const page = openPage();
    const relay = closeLater(await startNostrRelay());
    const { dapp, ended } = await connect([relay.host]);
    await getResult(dapp, 'get_capabilities', {});
    const send = vi.spyOn(WebSocket.prototype, 'send');
    const close = vi.spyOn(WebSocket.prototype, 'close');
    page.close();
    expect(send.mock.calls.map(([message]) => String(message))).toEqual([
      expect.stringMatching(/"msg","SESSION_END"/),
    ]);
    expect(await dapp.closed).toMatchObject({ code: 'SESSION_CLOSED', message: 'The user left the page' });
    expect(close).toHaveBeenCalled();
    await ended;
  });

  it('leaves a date that relays accept for at least a minute', async () => {
    const page = openPage();
    const relay = closeLater(await startNostrRelay());
    const { dapp, ended } = await connect([relay.host]);
    await getResult(dapp, 'get_capabilities', {});
    page.close();
    await ended;
    const [, event] = relay.received.at(-1) as [string, NostrEvent];
    expect(event.tags).toContainEqual(['msg', 'SESSION_END']);
    const aheadSeconds = event.created_at - Date.now() / 1_000;
    expect(aheadSeconds).toBeGreaterThan(0);
    expect(aheadSeconds).toBeLessThan(60);
  });

  it('is ended even if a wallet has joined at that moment', async () => {
    const page = openPage();
    const relay = closeLater(await startNostrRelay());
    const { point, offer } = await makeOffer(relay.host);
    const request = parseAssociationUri(getAssociationUri(offer.association, point));
    const wallet = joinRemoteAssociation(request);
    wallet.catch(() => {});
    await offer.joined;
    page.close();
    await expect.poll(() => relay.received.at(-1)?.[1]).toMatchObject({ content: '' });
    await expect(wallet.then((channel) => channel.read())).toRejectWith('SESSION_CLOSED');
  });
});

describe('a session through a hostile relay', () => {
  /**
   * Starts a relay that calls `onWalletEvent` with each event from the wallet, of which CONNECT is number 0.
   */
  async function start(
    onWalletEvent: (event: NostrEvent, index: number, socket: NodeWebSocket, relay: HostileRelay) => void,
  ): Promise<HostileRelay> {
    let dappKey: string | undefined;
    let index = 0;
    const onEvent: Hostility['onEvent'] = (event, socket, relay) => {
      relay.send(['OK', event.id, true, '']);
      // CONNECT comes first, and names the dapp's key.
      dappKey ??= event.tags.find(([name]) => name === 'p')?.[1];
      if (event.pubkey === dappKey) relay.deliver(event);
      else onWalletEvent(event, index++, socket, relay);
    };
    return closeLater(await startHostileRelay({ onEvent }));
  }

  it('goes on when it repeats, forges and adds events', async () => {
    const stranger = createNostrKeyPair();
    const relay = await start((event, _index, _socket, { deliver, send }) => {
      deliver({ ...event, sig: event.id.repeat(2) });
      deliver({ ...event, content: 'AAAA' });
      send(['NOTICE', 'x']);
      deliver(event);
      deliver(event);
      const tags = event.tags.map((tag) => [...tag]);
      void signEvent(stranger, { tags, content: event.content }).then(deliver);
    });
    const { dapp, ended } = await connect([relay.host]);
    await getResult(dapp, 'authorize', { identity: IDENTITY, chain: 'solana:devnet' });
    for (let count = 0; count < 5; count++) await sign(dapp);
    dapp.close();
    expect((await ended).established).toBe(true);
  });

  it('ends with PROTOCOL_VIOLATION when it drops a response, at the next one', async () => {
    const relay = await start((event, index, _socket, { deliver }) => {
      if (index !== 2) deliver(event);
    });
    const { dapp } = await connect([relay.host]);
    const calls = [getResult(dapp, 'get_capabilities'), getResult(dapp, 'get_capabilities')];
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'PROTOCOL_VIOLATION' } });
    }
  });

  it('ends with PROTOCOL_VIOLATION when it changes the order', async () => {
    const held: NostrEvent[] = [];
    const relay = await start((event, index, _socket, { deliver }) => {
      if (index === 2) held.push(event);
      else for (const next of [event, ...held.splice(0)]) deliver(next);
    });
    const { dapp } = await connect([relay.host]);
    const calls = [getResult(dapp, 'get_capabilities'), getResult(dapp, 'get_capabilities')];
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'PROTOCOL_VIOLATION' } });
    }
  });

  it.each([
    ['CONNECT', 0],
    ['HELLO_RSP', 1],
    ['the first response', 2],
    ['the second response', 3],
  ])('ends with SESSION_CLOSED when it closes the connections instead of %s', async (_, closeAt) => {
    const relay = await start((event, index, _socket, { deliver, sockets }) => {
      if (index < closeAt) deliver(event);
      else for (const socket of sockets) socket.close(1001, 'going away');
    });
    const run = async (): Promise<void> => {
      const { dapp } = await connect([relay.host]);
      await getResult(dapp, 'get_capabilities');
      await getResult(dapp, 'get_capabilities');
    };
    await expect(run()).toRejectWith('SESSION_CLOSED', { closeCode: 1001, closeReason: 'going away' });
  });

  it.each([
    ['HELLO_REQ', 1],
    ['a request', 2],
  ])('ends with SESSION_CLOSED when it refuses %s', async (_, refuseAt) => {
    let dappKey: string | undefined;
    let index = 0;
    const relay = closeLater(
      await startHostileRelay({
        onEvent(event, _socket, { deliver, send }) {
          const isFromWallet = event.pubkey !== dappKey;
          dappKey ??= event.tags.find(([name]) => name === 'p')?.[1];
          if (isFromWallet || ++index < refuseAt) deliver(event);
          else send(['OK', event.id, false, 'invalid: too large']);
        },
      }),
    );
    const run = async (): Promise<void> => {
      const { dapp } = await connect([relay.host]);
      await getResult(dapp, 'get_capabilities');
    };
    await expect(run()).toRejectWith(
      'SESSION_CLOSED',
      { closeReason: 'invalid: too large' },
      `The relay ${relay.host} refused a message`,
    );
  });
});

/** Starts a server that accepts connections and never says anything. */
async function startSilentServer(): Promise<string> {
  return startServer(() => {});
}

async function startHttpServer(): Promise<string> {
  return startServer((answer) => answer('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'));
}

async function startServer(onData: (answer: (text: string) => void) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', () => onData((text) => socket.end(text)));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return `127.0.0.1:${await listen(server)}`;
}
