import { address, lamports } from '@solana/kit';
import { createMobileWallet } from 'mobile-wallet-standard';
import { createTestWallet, type TestWallet } from 'mock-mobile-wallet/testing';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AnyWallet } from '../../docs/example/src/wallets.js';
import { createBrowserWallet } from '../../mock/src/install/wallet-browser/browser-wallet.js';
import { SOL, startChain } from '../support/chain.js';
import { createStorage, loadShop, PRICE, SHOP } from '../support/example-shop.js';
import { createTabs } from '../support/tabs.js';

// The guides' `pay`, with the wallet of this library, and with one of another maker, which has no feature for
// several steps in one visit.

const running = await startChain();
const { chain } = running;
const { pay, checkOrder } = await loadShop(running.url);
afterAll(() => running.close());

beforeEach(() => {
  createTabs();
  vi.stubGlobal('localStorage', createStorage());
  vi.stubGlobal('sessionStorage', createStorage());
  vi.stubGlobal('location', { host: 'shop.example', origin: 'https://shop.example' });
});

const SEND = 'sign_and_send_transactions';
const LEVELS = {
  'the wallet of this library': {
    create: ({ launch, dial }: TestWallet): AnyWallet =>
      createMobileWallet({ identity: { name: 'Shop' }, chains: ['solana:devnet'], launch, dial }),
    visits: 1,
  },
  'the wallet of a wallet app’s own browser': {
    create: ({ launch, dial }: TestWallet) =>
      createBrowserWallet({ launch, dial, chain: 'solana:devnet' }) as unknown as AnyWallet,
    visits: 2,
  },
} as const;

describe.each(Object.entries(LEVELS))('with %s', (_, { create, visits }) => {
  async function setUp(options: Parameters<typeof createTestWallet>[0] = {}) {
    const phone = await createTestWallet({ chain, ...options });
    onTestFinished(() => phone.close());
    chain.airdrop(address(phone.accounts[0]?.address ?? ''), lamports(SOL));
    const before = chain.getBalance(SHOP);
    const countSends = () => phone.requests.filter(({ method }) => method === SEND).length;
    return { phone, wallet: create(phone), countSends, getPaid: () => chain.getBalance(SHOP) - before };
  }

  test('a user connects and pays, also in an app that shows no approval without a slot', async () => {
    const { phone, wallet, getPaid } = await setUp({ quirks: { silentWithoutMinContextSlot: true } });
    expect(await pay(wallet, 'order')).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
    expect(getPaid()).toBe(PRICE);
    expect((await checkOrder('order')).status).toBe('paid');
    expect(phone.launches).toHaveLength(visits);
  });

  test('a user who is connected is asked for the payment only', async () => {
    const { phone, wallet, getPaid } = await setUp();
    await wallet.features['standard:connect'].connect();
    await pay(wallet, 'order');
    expect(getPaid()).toBe(PRICE);
    const connects = phone.requests.filter(
      ({ method, params }) => method === 'authorize' && params['auth_token'] === undefined,
    );
    expect(connects).toHaveLength(1);
  });

  test('an order whose payment got no answer is never paid twice', async () => {
    const { phone, wallet, countSends, getPaid } = await setUp();
    phone.answerNext({ instead: { type: 'fault', name: 'no-result' } }, SEND);
    await expect(pay(wallet, 'order')).toRejectWith('SUBMISSION_UNKNOWN');
    expect(await pay(wallet, 'order')).toBeUndefined();
    expect(countSends()).toBe(1);
    expect(getPaid()).toBe(PRICE);
    expect((await checkOrder('order')).status).toBe('paid');
  });

  test('an order of which nobody can tell is not asked for again', async () => {
    const { phone, wallet, countSends } = await setUp();
    phone.answerNext({ instead: { type: 'crash' } }, SEND);
    await expect(pay(wallet, 'order')).toRejectWith('SUBMISSION_UNKNOWN');
    expect(await pay(wallet, 'order')).toBeUndefined();
    expect(countSends()).toBe(1);
    expect((await checkOrder('order')).status).toBe('unknown');
  });

  test('a user who has declined the payment may pay', async () => {
    const { phone, wallet, getPaid } = await setUp();
    phone.answerNext({ approved: false }, SEND);
    await expect(pay(wallet, 'order')).toRejectWith('USER_REJECTED');
    expect((await checkOrder('order')).status).toBe('none');
    await pay(wallet, 'order');
    expect(getPaid()).toBe(PRICE);
  });

  test('a user who declines to connect has paid nothing, and may try again', async () => {
    const { phone, wallet, countSends } = await setUp();
    phone.answerNext({ approved: false }, 'authorize');
    await expect(pay(wallet, 'order')).toRejectWith('USER_REJECTED');
    expect(countSends()).toBe(0);
    expect(await checkOrder('order')).toEqual({ status: 'none', undecided: [] });
  });
});

test('an error of another library leaves it open whether the order was paid', async () => {
  const phone = await createTestWallet({ chain });
  onTestFinished(() => phone.close());
  const wallet = LEVELS['the wallet of a wallet app’s own browser'].create(phone);
  const signAndSendTransaction = vi.fn().mockRejectedValue(new Error('User rejected the request'));
  const foreign = {
    ...wallet,
    accounts: (await wallet.features['standard:connect'].connect()).accounts,
    features: {
      ...wallet.features,
      'solana:signAndSendTransaction': {
        ...wallet.features['solana:signAndSendTransaction'],
        signAndSendTransaction,
      },
    },
  };
  await expect(pay(foreign, 'order')).rejects.toThrow('User rejected');
  expect((await checkOrder('order')).status).toBe('unknown');
  expect(await pay(foreign, 'order')).toBeUndefined();
  expect(signAndSendTransaction).toHaveBeenCalledTimes(1);
});
