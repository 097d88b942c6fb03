import { ed25519 } from '@noble/curves/ed25519.js';
import { address } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import type { Quirks } from '../../mock/src/wallet/quirks.js';
import { createUnsigned, getTransfer, SOL } from '../../test/support/chain.js';
import { IDENTITY, KEY, OTHER_KEY } from '../../test/support/mock-wallet.js';
import { createPhone } from '../../test/support/phone.js';
import { createFunded, createQuirky, transactAuthorized } from '../../test/support/quirks.js';
import { transact } from '../transact/bytes.js';
import { decodeBase58, encodeBase58 } from '../util/base58.js';
import { decodeBase64, encodeUtf8 } from '../util/bytes.js';

// Real wallets behave differently in these points, and the session API must support all of them.
const chain = 'solana:devnet';
const MESSAGE = encodeUtf8('Hello, wallet');

describe('session properties', () => {
  it.each(['1', 1, 'v1'] as const)('{"v":%j} mean a session of protocol 2.0', async (propertiesVersion) => {
    const phone = await createQuirky({ propertiesVersion });
    await transactAuthorized(phone, async () => {});
    expect(phone.requests).toMatchObject([{ method: 'authorize', params: { chain } }]);
  });
});

describe('an authorization', () => {
  it.each([true, false])('has no wallet_uri_base if the wallet sends none (null: %s)', async (isNull) => {
    const phone = await createQuirky({ nullWalletUriBase: isNull, walletIcon: false });
    const authorization = await transact((wallet) => wallet.authorize({ chain }), phone);
    expect(Object.keys(authorization).sort()).toEqual(['accounts', 'auth_token']);
  });

  it.each<[names: boolean, features: unknown]>([
    [false, undefined],
    [true, expect.arrayContaining(['solana:signMessages'])],
  ])('has accounts with the authorized chain, whether they name it or not: %s', async (names, features) => {
    const phone = await createQuirky({ accountChains: names, accountFeatures: names });
    const { accounts } = await transact((wallet) => wallet.authorize({ chain }), phone);
    expect(accounts).toMatchObject([{ address: KEY, chains: [chain] }]);
    expect(accounts[0].features).toEqual(features);
    expect(Object.hasOwn(accounts[0], 'features')).toBe(names);
  });

  it('has a new token if the wallet renews tokens, and the old token is invalid', async () => {
    const phone = await createQuirky({ renewsTokens: true });
    await transactAuthorized(phone, async (wallet, auth_token) => {
      const renewed = await wallet.reauthorize({ auth_token, identity: IDENTITY });
      expect(renewed.auth_token).not.toBe(auth_token);
      await expect(wallet.reauthorize({ auth_token, identity: IDENTITY })).toRejectWith('NOT_AUTHORIZED');
    });
  });

  it('is renewed by a 2.0 wallet without reauthorize', async () => {
    const phone = await createQuirky({ answersReauthorize: false });
    await transactAuthorized(phone, (wallet, auth_token) =>
      wallet.reauthorize({ auth_token, identity: IDENTITY }),
    );
    expect(phone.getMethods()).toEqual(['authorize', 'authorize']);
  });

  it('with a token of another chain is refused, or granted for the new chain, as the wallet decides', async () => {
    const outcomes = await Promise.all(
      [true, false].map(async (refusesTokenOfOtherChain) => {
        const phone = await createQuirky({ refusesTokenOfOtherChain });
        return transactAuthorized(phone, (wallet, auth_token) =>
          wallet.authorize({ chain: 'solana:testnet', identity: IDENTITY, auth_token }).then(
            (granted) => granted.accounts[0].chains,
            (error) => error.code,
          ),
        );
      }),
    );
    expect(outcomes).toEqual(['NOT_AUTHORIZED', ['solana:testnet']]);
  });

  it('is not renewed with a token of another identity if the wallet checks it', async () => {
    const phone = await createQuirky({ refusesTokenOfOtherIdentity: true });
    await transactAuthorized(phone, async (wallet, auth_token) => {
      await expect(wallet.authorize({ chain, identity: { name: 'Other' }, auth_token })).toRejectWith(
        'NOT_AUTHORIZED',
        { rpcCode: -1 },
      );
    });
  });

  it.each([
    [true, 'NOT_AUTHORIZED'],
    [false, 'signed'],
  ])('is lost when a later authorize fails, if the wallet drops it then (%s)', async (drops, expected) => {
    const phone = await createQuirky({ authorizeDropsAuthorization: drops });
    const outcome = await transactAuthorized(phone, async (wallet) => {
      const dead = wallet.authorize({ chain, identity: IDENTITY, auth_token: 'AAAA' });
      await expect(dead).toRejectWith('NOT_AUTHORIZED');
      return wallet.signMessages({ addresses: [KEY], payloads: [MESSAGE] }).then(
        () => 'signed',
        (error) => error.code,
      );
    });
    expect(outcome).toBe(expected);
  });
});

describe('capabilities', () => {
  it.each<Partial<Quirks>>([
    { legacyCapabilities: true, answersCapabilitiesTwice: true },
    { legacyCapabilities: false, answersCapabilitiesTwice: false },
  ])('are returned once, with the features of protocol 2.0: %j', async (quirks) => {
    const phone = await createQuirky(quirks);
    const both = await transact(
      async (wallet) => [await wallet.getCapabilities(), await wallet.getCapabilities()],
      phone,
    );
    for (const { features } of both) expect(features).toContain('solana:signInWithSolana');
    expect(phone.requests).toEqual([
      { method: 'get_capabilities', params: {} },
      { method: 'get_capabilities', params: {} },
    ]);
  });
});

describe('the data of an error', () => {
  it.each([true, false])(
    'is parsed, whether sent as a string of JSON or not (%s)',
    async (errorDataIsText) => {
      const { options, createWire, payer } = await createFunded({ errorDataIsText });
      const phone = await createPhone(options);
      const good = await createWire();
      const foreign = await createWire(address(encodeBase58(decodeBase64(OTHER_KEY))));
      const [invalid, unsent] = await transactAuthorized(phone, async (wallet) => [
        await wallet.signTransactions({ transactions: [good, foreign] }).catch((error) => error),
        await wallet
          .signAndSendTransactions({
            transactions: [
              good,
              await createUnsigned(options.chain, payer, [getTransfer(payer, payer, 9n * SOL)]),
            ],
          })
          .catch((error) => error),
      ]);
      expect(invalid).toMatchObject({
        code: 'INVALID_PAYLOADS',
        context: { rpcCode: -2, data: { valid: [true, false] } },
      });
      expect(unsent).toMatchObject({ code: 'ALREADY_SUBMITTED', context: { rpcCode: -4 } });
      const [sent, notSent] = unsent.context.transactions;
      expect(ed25519.verify(decodeBase58(sent.signature), good.subarray(65), decodeBase64(KEY))).toBe(true);
      expect(notSent).toEqual({ status: 'not-submitted' });
    },
  );
});
