import { describe, expect, it } from 'vitest';
import { IDENTITY, KEY, SEED } from '../../test/support/mock-wallet.js';
import { createPhone } from '../../test/support/phone.js';
import { type AuthorizeParams, type MobileWallet, transact } from '../transact/bytes.js';
import { encodeBase58 } from '../util/base58.js';
import { decodeBase64, encodeUtf8 } from '../util/bytes.js';

const chain = 'solana:devnet';
const MESSAGE = encodeUtf8('Hello, wallet');

describe('requests that crash or silence the reference wallet are never sent', () => {
  const nothing = null as never;
  it.each<[what: string, params: AuthorizeParams]>([
    ['chain: null', { chain: nothing }],
    ['cluster: null', { cluster: nothing }],
    ['an unknown chain', { chain: 'solana:unknown' as typeof chain }],
    ['a chain of another network', { chain: 'eip155:1' as typeof chain }],
    ['chain: ""', { chain: '' as typeof chain }],
    ['an unknown cluster', { cluster: 'localnet' as 'devnet' }],
    ['identity: null', { identity: nothing }],
    ['null in the identity', { identity: { name: nothing, uri: nothing, icon: nothing } }],
    ['a relative uri', { identity: { uri: '/app' } }],
    ['an opaque uri', { identity: { uri: 'mailto:me@example.com' } }],
    ['an absolute icon', { identity: { ...IDENTITY, icon: 'https://example.com/i.png' } }],
    ['an icon elsewhere', { identity: { ...IDENTITY, icon: 'https://other.example/i.png' } }],
    ['a data: icon', { identity: { ...IDENTITY, icon: 'data:image/png;base64,AAAA' } }],
    ['an icon with a colon', { identity: { ...IDENTITY, icon: '/i:1.png' } }],
    ['an empty name', { identity: { name: '' } }],
    ['features: null', { features: nothing }],
    ['null among features', { features: [nothing] }],
    ['addresses: null', { addresses: nothing }],
    ['addresses: []', { addresses: [] }],
    ['an address in base58', { addresses: [encodeBase58(decodeBase64(KEY))] }],
    ['an address in base64url', { addresses: [`${'_-'.repeat(21)}8=`] }],
    ['auth_token: null', { auth_token: nothing }],
    ['auth_token: ""', { auth_token: '' }],
    ['sign_in_payload: null', { sign_in_payload: nothing }],
    ['null in the sign-in', { identity: IDENTITY, sign_in_payload: { domain: nothing, nonce: nothing } }],
    ['a short nonce', { identity: IDENTITY, sign_in_payload: { nonce: 'short' } }],
    ['a nonce of signs', { identity: IDENTITY, sign_in_payload: { nonce: 'abc-defgh' } }],
    ['a malformed time', { identity: IDENTITY, sign_in_payload: { issuedAt: 'now' } }],
    ['a sign-in address in base64', { identity: IDENTITY, sign_in_payload: { address: KEY } }],
  ])('%s', async (_, params) => {
    await expectHarmless((wallet) => wallet.authorize(params));
  });

  it.each<[what: string, call: (wallet: MobileWallet) => Promise<unknown>]>([
    ['no addresses', (wallet) => wallet.signMessages({ addresses: [], payloads: [MESSAGE] })],
    ['addresses: null', (wallet) => wallet.signMessages({ addresses: nothing, payloads: [MESSAGE] })],
    ['an address in base58', (wallet) => wallet.signMessages({ addresses: ['1'], payloads: [MESSAGE] })],
    ['payloads: null', (wallet) => wallet.signMessages({ addresses: [KEY], payloads: nothing })],
    ['no token to revoke', (wallet) => wallet.deauthorize({ auth_token: nothing })],
    ['no token to renew', (wallet) => wallet.reauthorize({ auth_token: nothing })],
    [
      'a slot that wraps',
      (wallet) => wallet.signAndSendTransactions({ transactions: [MESSAGE], minContextSlot: 2 ** 31 }),
    ],
    [
      'maxRetries: null',
      (wallet) => wallet.signAndSendTransactions({ transactions: [MESSAGE], maxRetries: nothing }),
    ],
    ['parameters of get_capabilities', (wallet) => Reflect.apply(wallet.getCapabilities, wallet, [{ a: 1 }])],
  ])('%s', async (_, call) => {
    await expectHarmless(call);
  });

  /**
   * Expects either an error before anything is sent, or an answered request, and that the wallet still runs
   * afterwards.
   */
  async function expectHarmless(call: (wallet: MobileWallet) => Promise<unknown>): Promise<void> {
    const phone = await createPhone({ accounts: [{ seed: SEED }] });
    await transact(async (wallet) => {
      await wallet.authorize({ chain, identity: IDENTITY });
      const refused = await call(wallet).then(
        () => undefined,
        (error) => error,
      );
      if (refused) expect(refused).toMatchObject({ code: 'INVALID_ARGUMENT' });
      expect(phone.requests).toHaveLength(refused ? 1 : 2);
      await wallet.authorize({ chain, identity: IDENTITY });
    }, phone);
    for (const { params } of phone.requests) expect(JSON.stringify(params)).not.toContain('null');
  }
});
