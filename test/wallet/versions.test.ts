import { describe, expect, it } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { members, result } from '../faults/replies.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { countRequests } from '../support/requests.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction, setUpConnected } from '../support/wallet.js';

const VERSIONS = { all: ['legacy', 0, 1], usual: ['legacy', 0], old: ['legacy'] } as const;

/** A connected wallet, and its ways to sign or send transactions. */
async function setUp(options: MockWalletOptions = {}) {
  const context = await setUpConnected({ chain: ACCEPTING_CHAIN, ...options });
  const { account, settings, phone } = context;
  const create = (version: 'legacy' | 0 | 1) =>
    createTransaction(account.address, 'memo', undefined, version);
  const getWays = (wallet = context.wallet) => {
    const { features } = wallet;
    const { signAndSendTransaction } = features['solana:signAndSendTransaction'];
    const { transact } = features['mobile-wallet-standard:transact'];
    return {
      sign: (...transactions: readonly Uint8Array[]) =>
        getSignTransaction(features).signTransaction(
          ...transactions.map((transaction) => ({ account, transaction })),
        ),
      send: (...transactions: readonly Uint8Array[]) =>
        signAndSendTransaction(
          ...transactions.map((transaction) => ({
            account,
            chain: account.chains[0] ?? 'solana:devnet',
            transaction,
          })),
        ),
      'sign in a callback': (...transactions: readonly Uint8Array[]) =>
        transact((session) => session.signTransactions({ transactions })),
      'send in a callback': (...transactions: readonly Uint8Array[]) =>
        transact((session) => session.signAndSendTransactions({ transactions })),
    };
  };
  const getSigning = () => phone.getMethods().filter((method) => method.startsWith('sign_'));
  return { ...context, create, getWays, getSigning, reload: () => createMobileWallet(settings) };
}

describe('a transaction of a version that the wallet does not report', () => {
  it.each(['sign', 'send', 'sign in a callback', 'send in a callback'] as const)(
    'is refused before the wallet is asked to %s it',
    async (way) => {
      const { create, getWays, getSigning } = await setUp({
        capabilities: { supportedTransactionVersions: VERSIONS.usual },
      });
      await expect(getWays()[way](create(0), create(1))).toRejectWith(
        'INVALID_PAYLOADS',
        { data: { valid: [true, false] } },
        'The wallet app does not sign transactions of version 1, only of: legacy, 0',
      );
      expect(getSigning()).toEqual([]);
    },
  );

  it('does not keep others from being sent', async () => {
    const { create, wallet, account, getSigning } = await setUp({
      capabilities: { supportedTransactionVersions: VERSIONS.usual, maxTransactionsPerRequest: 1 },
    });
    const { signAndSendAllTransactions } = wallet.features['solana:signAndSendAllTransactions'];
    const inputs = ([1, 0] as const).map((version) => ({
      account,
      chain: 'solana:devnet' as const,
      transaction: create(version),
    }));
    const outcomes = await signAndSendAllTransactions(inputs);
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'INVALID_PAYLOADS' } },
      { status: 'fulfilled' },
    ]);
    expect(getSigning()).toEqual(['sign_and_send_transactions']);
  });

  it('is signed once the wallet app reports its version, also if the stored capabilities do not', async () => {
    const { create, getWays, getSigning, phone, reload } = await setUp({
      capabilities: { supportedTransactionVersions: VERSIONS.usual },
    });
    phone.wallet.changeCapabilities({ supportedTransactionVersions: VERSIONS.all });
    expect(await getWays(reload()).sign(create(1))).toHaveLength(1);
    expect(getSigning()).toEqual(['sign_transactions']);
    expect(countRequests(phone, 'get_capabilities')).toBe(2);
  });
});

describe('a damaged transaction of version 1', () => {
  it.each([
    ['sign', 'transaction'],
    ['send', 'transaction'],
    ['sign in a callback', 'transactions[1]'],
    ['send in a callback', 'transactions[1]'],
  ] as const)('is refused before the wallet is asked to %s it', async (way, argument) => {
    const capabilities = { supportedTransactionVersions: VERSIONS.all };
    const { create, getWays, phone } = await setUp({ capabilities });
    const before = phone.requests.length;
    await expect(getWays()[way](create(1), create(1).subarray(0, -1))).toRejectWith('INVALID_ARGUMENT', {
      argument,
    });
    expect(phone.requests).toHaveLength(before);
  });
});

describe('a transaction of any version goes to a wallet that', () => {
  const capable = { capabilities: { supportedTransactionVersions: VERSIONS.all } };
  it.each<[string, MockWalletOptions]>([
    ['reports it', capable],
    [
      'reports no list',
      { ...capable, faults: [result('get_capabilities', () => ({ features: ['solana:signTransactions'] }))] },
    ],
    [
      'reports an empty list',
      { ...capable, faults: [members('get_capabilities', { supported_transaction_versions: [] })] },
    ],
    [
      'reports something else',
      { ...capable, faults: [members('get_capabilities', { supported_transaction_versions: ['1'] })] },
    ],
    ['is of protocol 1.x', { ...capable, protocol: 'legacy' }],
    [
      'is of protocol 1.x, whatever it reports',
      {
        ...capable,
        protocol: 'legacy',
        faults: [members('get_capabilities', { supported_transaction_versions: VERSIONS.old })],
      },
    ],
  ])('%s', async (_, options) => {
    const { create, getWays, getSigning } = await setUp(options);
    for (const version of VERSIONS.all) expect(await getWays().sign(create(version))).toHaveLength(1);
    expect(getSigning()).toEqual(['sign_transactions', 'sign_transactions', 'sign_transactions']);
  });
});
