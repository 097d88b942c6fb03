import { describe, expect, it, vi } from 'vitest';
import { createPhone } from '../../../test/support/phone.js';
import { createChannelPair } from '../../connection/channel.js';
import { getAssociationUri } from '../../protocol/association.js';
import { createDappHello } from '../../protocol/hello.js';
import type { MobileWalletErrorCode } from '../../util/errors.js';
import { beginOpening, type Connection, establishSession } from './establish-session.js';

const wrap: Connection['wrap'] = (client) => client;

describe('attestation', () => {
  const answer = '{"jsonrpc":"2.0","id":1,"error":{"code":-100,"message":"attest origin","data":{}}}';

  it.each<[transport: Connection['transport'], where: string, code: MobileWalletErrorCode]>([
    ['local', 'in a page', 'INVALID_RESPONSE'],
    ['local', 'outside a page', 'WALLET_ERROR'],
    // A wallet on another device must not choose what the page loads.
    ['reflector', 'in a page', 'WALLET_ERROR'],
    ['nostr', 'in a page', 'WALLET_ERROR'],
  ])('that a wallet requires (%s, %s) results in %s', async (transport, where, code) => {
    if (where === 'in a page') vi.stubGlobal('document', new EventTarget());
    const phone = await createPhone({ faults: [{ at: 'authorize', rewrite: () => [answer] }] });
    const hello = await createDappHello();
    const opening = beginOpening(undefined, () => {});
    const { signal } = opening;
    await phone.launch(getAssociationUri({ type: 'local', port: 50_000 }, hello.associationPoint), {
      signal,
    });
    const channel = await phone.dial('', { signal });
    const session = await establishSession(
      opening,
      Promise.resolve({ transport, isOnDevice: true, channel, hello, wrap }),
    );
    if ('error' in session) throw session.error;
    const { requests, close } = session;
    await expect(requests.authorize({})).toRejectWith(code);
    close();
    await phone.whenIdle();
  });
});

it('a channel that opens after the abort is closed', async () => {
  const [channel, other] = createChannelPair();
  const hello = await createDappHello();
  const opening = beginOpening(AbortSignal.abort('enough'), () => {});
  const connecting = Promise.resolve({ transport: 'local', isOnDevice: true, channel, hello, wrap } as const);
  expect(await establishSession(opening, connecting)).toMatchObject({ error: 'enough' });
  await expect(other.read()).toRejectWith('SESSION_CLOSED');
});
