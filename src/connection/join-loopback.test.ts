import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createReflector } from '../../mock/src/sockets/reflector.js';
import { TEST_CERTIFICATE } from '../../test/support/certificate.js';
import { getDeadHost } from '../../test/support/listen.js';
import { startHostile } from '../../test/support/nostr-ends.js';
import { startNostrRelay } from '../../test/support/nostr-relay.js';
import { startTlsProxy } from '../../test/support/tls.js';
import { offerQrCodeByNostr } from '../dapp/open/nostr.js';
import { getAssociationUri, parseAssociationUri } from '../protocol/association.js';
import { createAssociationKeyPair, exportPoint } from '../protocol/session-keys.js';
import { joinRemoteAssociation } from './join.js';

/** The URLs at which both ends have dialled. */
let dialled: string[] = [];

/** Trusts the certificate of tests, as a developer's browser does after a visit. */
class TrustingWebSocket extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols, { ca: TEST_CERTIFICATE.cert });
    dialled.push(url);
  }
}

beforeEach(() => {
  dialled = [];
  vi.stubGlobal('WebSocket', TrustingWebSocket);
});

/** Serves TLS for `target` at `localhost`. Returns its host and port. */
async function serveTls(target: string): Promise<string> {
  const { port, close } = await startTlsProxy(target, TEST_CERTIFICATE);
  onTestFinished(close);
  return `localhost:${port}`;
}

async function createPoint() {
  return exportPoint(await createAssociationKeyPair());
}

/** Returns the URI of an association that names a relay or a reflector, for which nobody waits there. */
async function createUri(way: Readonly<{ relay: string } | { reflector: string }>): Promise<string> {
  const association =
    'relay' in way
      ? ({ type: 'remote-nostr', publicKey: 'a'.repeat(64), ...way } as const)
      : ({ type: 'remote', reflectorId: Uint8Array.of(1), ...way } as const);
  return getAssociationUri(association, await createPoint());
}

describe('a wallet that joins at this device itself', () => {
  it.each([
    ['wss:', async (relay: string) => `wss://${await serveTls(relay)}`],
    ['ws:', async (relay: string) => relay],
  ])('meets the dapp at a relay that is reached by %s', async (scheme, serve) => {
    const relay = await startNostrRelay();
    onTestFinished(relay.close);
    const point = await createPoint();
    const remote = { type: 'nostr', relays: [await serve(relay.host)] } as const;
    const { association, joined } = await offerQrCodeByNostr(remote, point, new AbortController().signal);
    const request = parseAssociationUri(getAssociationUri(association, point));
    expect(request.association).toHaveProperty('relay', expect.not.stringContaining('//'));
    const joining = joinRemoteAssociation(request);
    // The wallet has joined once the dapp has spoken. Before that, it can only fail.
    const dapp = await Promise.race([joined, joining]);
    dapp.send(Uint8Array.of(1));
    expect(await (await joining).read()).toEqual(Uint8Array.of(1));
    expect(dialled.at(-1)).toBe(dialled[0]);
    expect(dialled[0]).toMatch(scheme);
  });

  it('meets a dapp that waits at a reflector with a certificate', async () => {
    const reflector = await createReflector();
    onTestFinished(reflector.close);
    const host = await serveTls(reflector.host);
    const dapp = new TrustingWebSocket(`wss://${host}/reflect`, ['com.solana.mobilewalletadapter.v1']);
    onTestFinished(() => dapp.terminate());
    const reflectorId = await new Promise<Uint8Array>((resolve) =>
      dapp.once('message', (message: Buffer) => resolve(Uint8Array.from(message.subarray(1)))),
    );
    const received = new Promise((resolve) =>
      dapp.on('message', (message: Buffer) => message.length > 0 && resolve([...message])),
    );
    const uri = getAssociationUri({ type: 'remote', reflector: host, reflectorId }, await createPoint());
    const wallet = await joinRemoteAssociation(parseAssociationUri(uri));
    wallet.send(Uint8Array.of(7));
    expect(await received).toEqual([7]);
  });

  it.each([
    ['The relay', (host: string) => ({ relay: host }), ''],
    ['The reflector', (host: string) => ({ reflector: host }), '/reflect?id=AQ'],
  ])('%s cannot be reached, which it says after it has tried both', async (subject, name, path) => {
    const host = await getDeadHost();
    const joining = joinRemoteAssociation(parseAssociationUri(await createUri(name(host))));
    await expect(joining).toRejectWith(
      'SESSION_CLOSED',
      { closeCode: 1006 },
      `${subject} ${host} could not be reached`,
    );
    expect(dialled).toEqual([`wss://${host}${path}`, `ws://${host}${path}`]);
  });

  it('dials once where the URI has a scheme, or names another device', async () => {
    const host = await getDeadHost();
    for (const relay of [`wss://${host}`, `ws://${host}`, 'relay.invalid']) {
      dialled = [];
      const joining = joinRemoteAssociation(parseAssociationUri(await createUri({ relay })));
      await expect(joining).rejects.toThrow('could not be reached');
      expect(dialled).toEqual([relay.includes('//') ? relay : `wss://${relay}`]);
    }
  });

  it('says what a relay with a certificate has refused, and does not try without', async () => {
    const relay = await startHostile({
      onRequest: (_, { send }) => send(['CLOSED', 'session', 'restricted: members only']),
    });
    const host = await serveTls(relay.host);
    const joining = joinRemoteAssociation(parseAssociationUri(await createUri({ relay: host })));
    const context = { closeReason: 'restricted: members only' };
    await expect(joining).toRejectWith('SESSION_CLOSED', context, `The relay ${host} ended the subscription`);
    expect(dialled).toEqual([`wss://${host}`]);
  });

  it('dials no more after its signal has aborted', async () => {
    const controller = new AbortController();
    const host = await getDeadHost();
    const joining = joinRemoteAssociation(parseAssociationUri(await createUri({ relay: host })), {
      signal: controller.signal,
      createWebSocket(url, protocols) {
        const socket = new TrustingWebSocket(url, protocols);
        socket.on('error', () => controller.abort('reason'));
        return socket;
      },
    });
    await expect(joining).rejects.toBe('reason');
    expect(dialled).toEqual([`wss://${host}`]);
  });
});
