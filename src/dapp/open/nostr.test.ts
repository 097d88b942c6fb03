import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAssociation } from '../../../mock/src/server.js';
import { createMockWallet } from '../../../mock/src/wallet/mock-wallet.js';
import type { HostileRelay } from '../../../test/support/hostile-relay.js';
import { getDeadHost, listen } from '../../../test/support/listen.js';
import { getResult, IDENTITY, SEED } from '../../../test/support/mock-wallet.js';
import { startHostile } from '../../../test/support/nostr-ends.js';
import { startNostrRelay } from '../../../test/support/nostr-relay.js';
import { connect, makeOffer, scan, sign, startRelay } from '../../../test/support/nostr-session.js';
import { dappHandshake } from '../../connection/handshake.js';
import { createRpcClient } from '../../connection/rpc.js';
import { getAssociationUri } from '../../protocol/association.js';
import { createDappHello } from '../../protocol/hello.js';
import { getSessionIdentifier } from '../../protocol/nostr.js';
import { createAssociationKeyPair, exportPoint } from '../../protocol/session-keys.js';
import { offerQrCodeByNostr } from './nostr.js';

describe('an offer at a Nostr relay', () => {
  it.each<[protocol: 'v1' | 'legacy', versions: readonly 'v1'[], chain: object]>([
    ['v1', ['v1'], { chain: 'solana:devnet' }],
    ['legacy', [], { cluster: 'devnet' }],
  ])('leads to a whole session: %s', async (expected, versions, chain) => {
    const relay = await startRelay();
    const { dapp, protocol, ended } = await connect([relay.host], versions);
    expect(protocol).toBe(expected);
    await getResult(dapp, 'authorize', { identity: IDENTITY, ...chain });
    await sign(dapp);
    await sign(dapp);
    dapp.close();
    expect((await ended).established).toBe(true);
  });

  it('is what the mock wallet joins by its association URI, until either end leaves', async () => {
    const relay = await startRelay();
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
    const relay = await startRelay();
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
    const relay = await startRelay();
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
    const relay = await startRelay();
    const offers = [await makeOffer(relay.host), await makeOffer(relay.host)];
    const [first, second] = offers.map(({ offer }) => offer.association);
    expect(first).not.toEqual(second);
  });

  it.each<[string, () => Promise<string>]>([
    ['dead', getDeadHost],
    ['silent', async () => (await startHostile({ onRequest() {} })).host],
    ['mute from the beginning', startSilentServer],
    ['no relay', startHttpServer],
    ['refusing', async () => (await startHostile({ onRequest: refuseRequest })).host],
  ])('of which the first relay is %s uses the second one', async (_, start) => {
    const relay = await startRelay();
    const { dapp } = await connect([await start(), relay.host]);
    await getResult(dapp, 'authorize', { identity: IDENTITY, chain: 'solana:devnet' });
    await sign(dapp);
  });

  it('closes the relays that it does not use', async () => {
    const released: (() => void)[] = [];
    const slow = await startHostile({
      onRequest: (_, { send }) => released.push(() => send(['EOSE', 'session'])),
    });
    const relay = await startRelay();
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
    const { host: refusing } = await startHostile({ onRequest: refuseRequest });
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
    const mute = await startHostile({ onRequest() {} });
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
    const relay = await startRelay();
    const { offer, controller } = await makeOffer(relay.host);
    const [socket] = relay.sockets;
    const closed = socket && once(socket, 'close');
    controller.abort('reason');
    await expect(offer.joined).rejects.toBe('reason');
    await closed;
  });

  it('is closed by its signal: while relays are dialled', async () => {
    const controller = new AbortController();
    const mute = await startHostile({ onRequest: () => controller.abort('reason') });
    const point = await exportPoint(await createAssociationKeyPair());
    for (let count = 0; count < 2; count++) {
      const offer = offerQrCodeByNostr({ type: 'nostr', relays: [mute.host] }, point, controller.signal);
      await expect(offer).rejects.toBe('reason');
    }
  });

  it('is closed by its signal: in a session, and tells the wallet', async () => {
    const relay = await startRelay();
    const { dapp, controller, ended } = await connect([relay.host]);
    controller.abort('reason');
    expect(await dapp.closed).toBe('reason');
    await ended;
  });
});

/** Answers a subscription as a relay that refuses it. */
function refuseRequest(_: unknown, { send }: HostileRelay): void {
  send(['CLOSED', 'session', 'blocked: no\n']);
}

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
