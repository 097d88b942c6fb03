import { describe, expect, it, onTestFinished } from 'vitest';
import { startHostile } from '../../test/support/nostr-ends.js';
import { startNostrRelay } from '../../test/support/nostr-relay.js';
import { offerQrCodeByNostr } from '../dapp/open/nostr.js';
import type { AssociationRequest } from '../protocol/association.js';
import { createAssociationKeyPair, exportPoint } from '../protocol/session-keys.js';
import { joinRemoteAssociation } from './join.js';

async function createRequest(relay: string): Promise<AssociationRequest> {
  return {
    association: { type: 'remote-nostr', relay, publicKey: 'a'.repeat(64) },
    associationPublicKey: await exportPoint(await createAssociationKeyPair()),
    versions: ['v1'],
  };
}

describe('joinRemoteAssociation at a Nostr relay', () => {
  it.each(['remote-nostr', 'local-nostr'] as const)('joins a dapp that is there: %s', async (type) => {
    const relay = await startNostrRelay();
    onTestFinished(relay.close);
    const point = await exportPoint(await createAssociationKeyPair());
    const { signal } = new AbortController();
    const remote = { type: 'nostr', relays: [relay.host] } as const;
    const { association, joined } = await offerQrCodeByNostr(remote, point, signal);
    const request = { association: { ...association, type }, associationPublicKey: point, versions: [] };
    const joining = joinRemoteAssociation(request as AssociationRequest);
    const dapp = await joined;
    dapp.send(Uint8Array.of(1));
    const wallet = await joining;
    expect(await wallet.read()).toEqual(Uint8Array.of(1));
    wallet.send(Uint8Array.of(2));
    expect(await dapp.read()).toEqual(Uint8Array.of(2));
    dapp.close();
    await expect(wallet.read()).toRejectWith('SESSION_CLOSED', {}, 'The other end ended the session');
  });

  it('rejects with SESSION_TIMEOUT when the dapp is not there any more', async () => {
    const relay = await startNostrRelay();
    onTestFinished(relay.close);
    const start = performance.now();
    await expect(joinRemoteAssociation(await createRequest(relay.host))).toRejectWith(
      'SESSION_TIMEOUT',
      {},
      `No dapp has answered at the relay ${relay.host}`,
    );
    expect(performance.now() - start).toBeGreaterThan(9_900);
  });

  it('rejects with SESSION_CLOSED when the relay refuses CONNECT', async () => {
    const relay = await startHostile({
      onEvent: ({ id }, _, { send }) => send(['OK', id, false, 'blocked: no']),
    });
    await expect(joinRemoteAssociation(await createRequest(relay.host))).toRejectWith(
      'SESSION_CLOSED',
      { closeReason: 'blocked: no' },
      `The relay ${relay.host} refused a message`,
    );
  });

  it('rejects with the signal’s reason', async () => {
    const controller = new AbortController();
    const relay = await startHostile({ onEvent: () => controller.abort('reason') });
    const joining = joinRemoteAssociation(await createRequest(relay.host), controller);
    await expect(joining).rejects.toBe('reason');
  });

  it('refuses a relay that is not a host', async () => {
    await expect(joinRemoteAssociation(await createRequest('https://example.com'))).toRejectWith(
      'INVALID_ARGUMENT',
      { argument: 'relay' },
    );
  });
});
