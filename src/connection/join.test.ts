import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createReflector, type ReflectorOptions } from '../../mock/src/sockets/reflector.js';
import { offerQrCodeByReflector } from '../dapp/open/reflector.js';
import { getAssociationUri, parseAssociationUri } from '../protocol/association.js';
import { createDappHello, getSessionProperties } from '../protocol/hello.js';
import { createAssociationKeyPair, exportPoint } from '../protocol/session-keys.js';
import { dappHandshake, walletHandshake } from './handshake.js';
import { joinRemoteAssociation } from './join.js';

async function offer(options?: ReflectorOptions) {
  const reflector = await createReflector(options);
  onTestFinished(reflector.close);
  const keys = await createAssociationKeyPair();
  const point = await exportPoint(keys);
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const remote = { type: 'reflector', host: reflector.host } as const;
  const { association, joined } = await offerQrCodeByReflector(remote, point, controller.signal);
  return { reflector, keys, joined, uri: getAssociationUri(association, point), controller };
}

describe('joinRemoteAssociation', () => {
  it.each([
    ['binary', 'v1'],
    ['base64', 'v1'],
    ['binary', 'legacy'],
    ['base64', 'legacy'],
  ] as const)(
    'joins a dapp at a reflector, and shakes hands with it: %s, %s',
    async (subprotocol, version) => {
      const { keys, joined, uri } = await offer({ subprotocol });
      const request = parseAssociationUri(uri);
      const properties = getSessionProperties(version === 'v1' ? request.versions : []);
      const wallet = joinRemoteAssociation(request).then((channel) =>
        walletHandshake(channel, request.associationPublicKey, properties),
      );
      const dapp = await dappHandshake(await joined, createDappHello(keys));
      expect([dapp.protocol, (await wallet).protocol]).toEqual([version, version]);
      await dapp.secure.send('to the wallet');
      expect(await (await wallet).secure.read()).toBe('to the wallet');
      await (await wallet).secure.send('to the dapp');
      expect(await dapp.secure.read()).toBe('to the dapp');
    },
  );

  it('uses the given WebSocket, which must be given where there is no global one', async () => {
    const { uri, joined } = await offer();
    vi.stubGlobal('WebSocket', undefined);
    await expect(joinRemoteAssociation(parseAssociationUri(uri))).toRejectWith('INVALID_ARGUMENT', {
      argument: 'createWebSocket',
    });
    const createWebSocket = (url: string, protocols: string[]): WebSocket => new WebSocket(url, protocols);
    const [wallet, dapp] = await Promise.all([
      joinRemoteAssociation(parseAssociationUri(uri), { createWebSocket }),
      joined,
    ]);
    wallet.send(Uint8Array.of(1));
    expect(await dapp.read()).toEqual(Uint8Array.of(1));
  });

  it('rejects with SESSION_CLOSED when no dapp waits with the id', async () => {
    const { uri, controller, reflector } = await offer();
    controller.abort();
    await expect.poll(reflector.getStats).toMatchObject({ halfOpen: 0 });
    await expect(joinRemoteAssociation(parseAssociationUri(uri))).toRejectWith('SESSION_CLOSED', {
      closeCode: 1008,
    });
  });

  it('rejects with SESSION_CLOSED when another wallet has joined, which goes on', async () => {
    const { uri, joined } = await offer();
    const first = await joinRemoteAssociation(parseAssociationUri(uri));
    await expect(joinRemoteAssociation(parseAssociationUri(uri))).toRejectWith('SESSION_CLOSED', {
      closeCode: 1008,
    });
    first.send(Uint8Array.of(1));
    expect(await (await joined).read()).toEqual(Uint8Array.of(1));
  });

  it('ends the channel with the signal’s reason, and with it the dapp’s', async () => {
    const { uri, joined } = await offer();
    const controller = new AbortController();
    const wallet = await joinRemoteAssociation(parseAssociationUri(uri), controller);
    const dapp = await joined;
    controller.abort('enough');
    await expect(wallet.read()).rejects.toBe('enough');
    await expect(dapp.read()).toRejectWith('SESSION_CLOSED');
  });

  it('refuses a local association', async () => {
    const { uri } = await offer();
    const request = { ...parseAssociationUri(uri), association: { type: 'local', port: 50_000 } } as const;
    await expect(joinRemoteAssociation(request)).toRejectWith('INVALID_ARGUMENT', {
      argument: 'association',
    });
  });
});
