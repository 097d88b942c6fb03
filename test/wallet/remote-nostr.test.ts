import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeUtf8 } from '../../src/util/bytes.js';
import type { Grant } from '../../src/wallet/grant/stored-grant.js';
import { startNostrRelay } from '../support/nostr-relay.js';
import { setUpRemote } from '../support/remote.js';
import { editStored } from '../support/wallet.js';

/**
 * Connects over a relay, closes the wallet app and loads the page again, after `change` of what is stored.
 */
async function setUpReloaded(change: (grant: Grant) => Grant = (grant) => grant) {
  const relay = await startNostrRelay();
  onTestFinished(relay.close);
  const context = await setUpRemote({}, { remote: { type: 'nostr', relays: [relay.host] } });
  await context.wallet.features['standard:connect'].connect();
  await context.scanner.leave();
  context.scanner.requests.length = 0;
  editStored(context.store, change);
  const { wallet } = context.reload();
  const sign = () =>
    wallet.features['solana:signMessage'].signMessage({
      account: wallet.accounts[0] as WalletAccount,
      message: encodeUtf8('hello'),
    });
  const getAuthorize = () => context.scanner.requests.find(({ method }) => method === 'authorize')?.params;
  return { ...context, wallet, sign, getAuthorize };
}

describe('after a reload, with a wallet at a Nostr relay', () => {
  it('the stored token is used again, so that only the signature is asked for', async () => {
    const { sign, getAuthorize, codes } = await setUpReloaded();
    await sign();
    expect(getAuthorize()).toHaveProperty('auth_token');
    await sign();
    expect(codes).toHaveLength(2);
  });

  it.each([
    ['of the wallet app on this device', ({ remoteTokens: _, ...grant }: Grant): Grant => grant],
    [
      'that came through a reflector',
      ({ remoteTokens, ...grant }: Grant): Grant => ({
        ...grant,
        remoteTokens: (remoteTokens ?? []).map(({ token }) => ({
          token,
          transport: 'reflector',
          isOnDevice: false,
        })),
      }),
    ],
  ])('a token %s is not sent', async (_, change) => {
    const { sign, getAuthorize } = await setUpReloaded(change);
    await sign();
    expect(getAuthorize()).not.toHaveProperty('addresses');
    expect(getAuthorize()).not.toHaveProperty('auth_token');
  });

  it('revoke deauthorizes the token after a scan', async () => {
    const { wallet, scanner, codes } = await setUpReloaded();
    await wallet.features['mobile-wallet-standard:transact'].revoke();
    expect(scanner.getMethods()).toContain('deauthorize');
    expect(codes).toHaveLength(2);
    expect(wallet.accounts).toEqual([]);
  });
});
