import { address, lamports } from '@solana/kit';
import type { Wallet } from '@wallet-standard/base';
import { WALLET_STANDARD_ERROR__USER__REQUEST_REJECTED, WalletStandardError } from '@wallet-standard/errors';
import { createMobileWallet, getErrorText, type MobileWalletFeatures } from 'mobile-wallet-standard';
import { createTestWallet, type TestWallet } from 'mock-mobile-wallet/testing';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createShop } from '../../docs/example/server/orders.js';
import { ask, pay } from '../../docs/example/src/pay.js';
import { createBrowserWallet } from '../../mock/src/install/wallet-browser/browser-wallet.js';
import { SOL } from '../support/chain.js';
import {
  createFetch,
  createOrder,
  createStorage,
  PRICE,
  SHOP,
  startShopChain,
} from '../support/example-shop.js';
import { createTabs } from '../support/tabs.js';

// The guide's page, with the wallet of this library, and with others, which have no feature for several steps
// in one visit, or only sign.

const { chain, rpc, wait, close } = await startShopChain();
afterAll(close);

beforeEach(() => {
  createTabs();
  vi.stubGlobal('localStorage', createStorage());
  vi.stubGlobal('sessionStorage', createStorage());
  vi.stubGlobal('location', { host: 'shop.example', origin: 'https://shop.example' });
});

const SEND = 'sign_and_send_transactions';
const createOther = ({ launch, dial }: TestWallet): Wallet =>
  createBrowserWallet({ launch, dial, chain: 'solana:devnet' });
const withoutSends = (wallet: Wallet): Wallet => {
  const { 'solana:signAndSendTransaction': _, ...features } = wallet.features;
  return Object.create(wallet, { features: { value: features } });
};
type Level = Readonly<{
  create: (phone: TestWallet) => Wallet;
  visits: number;
  asks: typeof SEND | 'sign_transactions';
}>;
const LEVELS: Readonly<Record<string, Level>> = {
  'the wallet of this library': {
    create: ({ launch, dial }) =>
      createMobileWallet({ identity: { name: 'Shop' }, chains: ['solana:devnet'], launch, dial }),
    visits: 1,
    asks: SEND,
  },
  'the wallet of a wallet app’s own browser': { create: createOther, visits: 2, asks: SEND },
  'a wallet that only signs': {
    create: (phone) => withoutSends(createOther(phone)),
    visits: 2,
    asks: 'sign_transactions',
  },
};

/** A page with an order, and a phone that is funded. */
async function setUp(create: (phone: TestWallet) => Wallet, options = {}) {
  const phone = await createTestWallet({ chain, ...options });
  onTestFinished(() => phone.close());
  chain.airdrop(address(phone.accounts[0]?.address ?? ''), lamports(SOL));
  const toPage = createFetch(createShop(rpc), { order: createOrder() });
  const toChain = fetch;
  vi.stubGlobal('fetch', (path: string | URL, init?: RequestInit) =>
    String(path).startsWith('/') ? toPage(String(path), init) : toChain(path, init),
  );
  onTestFinished(() => void vi.stubGlobal('fetch', toChain));
  const before = chain.getBalance(SHOP);
  const getStatus = async () => (await ask('order')).status;
  return { phone, wallet: create(phone), getStatus, getPaid: () => chain.getBalance(SHOP) - before };
}

describe.each(Object.entries(LEVELS))('with %s', (_, { create, visits, asks }) => {
  const count = (phone: TestWallet) => phone.requests.filter(({ method }) => method === asks).length;

  test('a user connects and pays, also with guards and a fee as Phantom adds them on mainnet', async () => {
    const { phone, wallet, getPaid, getStatus } = await setUp(create, { like: 'phantom-on-mainnet' });
    expect(await getStatus()).toBe('open');
    await pay(wallet, 'order');
    expect([await getStatus(), getPaid()]).toEqual(['paid', PRICE]);
    const [{ memo }] = (await chain.rpc('getSignaturesForAddress', [SHOP])) as [{ memo: string }];
    expect(memo.match(/Guard of the mock wallet/g)).toHaveLength(4);
    expect(phone.launches).toHaveLength(visits);
    await pay(wallet, 'order');
    expect(count(phone)).toBe(1);
  });

  // Where the wallet only signs, the server sends: nothing was sent then.
  describe.runIf(asks === SEND)('that sends', () => {
    test('a payment whose answer got lost is found, and never made again', async () => {
      const { phone, wallet, getPaid } = await setUp(create);
      phone.answerNext({ instead: { type: 'fault', name: 'no-result' } }, asks);
      await pay(wallet, 'order').catch(() => {});
      await pay(wallet, 'order');
      expect(count(phone)).toBe(1);
      expect(getPaid()).toBe(PRICE);
    });

    test('of a payment that may have been sent, nothing is asked until it cannot come any more', async () => {
      const { phone, wallet, getPaid, getStatus } = await setUp(create);
      phone.answerNext({ instead: { type: 'crash' } }, asks);
      await expect(pay(wallet, 'order')).rejects.toThrow();
      await pay(wallet, 'order');
      expect([count(phone), await getStatus()]).toEqual([1, 'pending']);
      wait();
      expect(await getStatus()).toBe('expired');
      await pay(wallet, 'order');
      expect([await getStatus(), getPaid()]).toEqual(['paid', PRICE]);
    });
  });

  test('a user who has declined is asked at once, for the same bytes', async () => {
    const { phone, wallet, getPaid, getStatus } = await setUp(create);
    phone.answerNext({ approved: false }, asks);
    const error = await pay(wallet, 'order').catch((reason: unknown) => reason);
    expect(getErrorText(error, { isSend: true })).toContain('Your wallet declined');
    expect(await ask('order')).toMatchObject({ status: 'pending', mayAskAgain: true });
    await pay(wallet, 'order');
    const asked = phone.requests.filter(({ method }) => method === asks).map(({ params }) => params);
    expect(asked[0]?.['payloads']).toEqual(asked[1]?.['payloads']);
    expect([await getStatus(), getPaid()]).toEqual(['paid', PRICE]);
  });

  test('a user who declines to connect has paid nothing, and may try again', async () => {
    const { phone, wallet, getStatus } = await setUp(create);
    phone.answerNext({ approved: false }, 'authorize');
    await expect(pay(wallet, 'order')).rejects.toThrow();
    expect([count(phone), await getStatus()]).toEqual([0, 'open']);
  });

  test('an order that the server does not know is not paid', async () => {
    const { phone, wallet } = await setUp(create);
    await expect(pay(wallet, 'another')).rejects.toThrow('404');
    expect(count(phone)).toBe(0);
  });
});

describe('a wallet of another maker', () => {
  const createCoded = (code: unknown) => Object.assign(new Error('User rejected the request.'), { code });

  /** Lets the first send end so. */
  const setUpForeign = async (end: (send: () => Promise<unknown>) => Promise<unknown>) => {
    let sends = 0;
    const world = await setUp((phone) => {
      const wallet = createOther(phone);
      const feature = (wallet.features as MobileWalletFeatures)['solana:signAndSendTransaction'];
      const send: typeof feature.signAndSendTransaction = async (...inputs) => {
        if (sends++ > 0) return feature.signAndSendTransaction(...inputs);
        return (await end(() => feature.signAndSendTransaction(...inputs))) as never;
      };
      const replaced = { ...feature, signAndSendTransaction: send };
      const features = { ...wallet.features, 'solana:signAndSendTransaction': replaced };
      return Object.create(wallet, { features: { value: features } });
    });
    return { ...world, countSends: () => sends };
  };

  describe.each<[string, unknown]>([
    ['as Phantom does', createCoded(4001)],
    ['by an object that is no error', { code: 4001, message: 'User rejected the request.' }],
    [
      'by Wallet Standard’s own error',
      new WalletStandardError(WALLET_STANDARD_ERROR__USER__REQUEST_REJECTED),
    ],
  ])('that declines %s', (_, error) => {
    test('may be asked again', async () => {
      const { wallet, getPaid, getStatus } = await setUpForeign(() => Promise.reject(error));
      await expect(pay(wallet, 'order')).rejects.toBe(error);
      await pay(wallet, 'order');
      expect([await getStatus(), getPaid()]).toEqual(['paid', PRICE]);
    });

    test('has paid once, if it has sent it all the same', async () => {
      const { wallet, getPaid, getStatus, countSends } = await setUpForeign(async (send) => {
        await send();
        throw error;
      });
      await expect(pay(wallet, 'order')).rejects.toBe(error);
      await pay(wallet, 'order');
      expect([countSends(), await getStatus(), getPaid()]).toEqual([1, 'paid', PRICE]);
    });
  });

  test.each<[string, unknown]>([
    // Backpack once said so of a request that had failed for another reason.
    ['without a code, whatever its text says', new Error('User rejected the request.')],
    ['with a code as a text', createCoded('4001')],
    ['of the wallet itself', createCoded(-32603)],
    ['that is nothing', undefined],
  ])('that fails by an error %s may have sent it', async (_, error) => {
    const { wallet, getStatus, countSends } = await setUpForeign(() => Promise.reject(error));
    await pay(wallet, 'order').catch(() => {});
    await pay(wallet, 'order');
    expect([countSends(), await getStatus()]).toEqual([1, 'pending']);
  });
});
