import { address, lamports } from '@solana/kit';
import { WalletSendTransactionError } from '@solana/wallet-adapter-base';
import { WALLET_STANDARD_ERROR__USER__REQUEST_REJECTED, WalletStandardError } from '@wallet-standard/errors';
import {
  createMobileWallet,
  MobileWalletError,
  type SolanaSignAndSendTransactionInput,
  type SolanaSignAndSendTransactionOutput,
} from 'mobile-wallet-standard';
import { createTestWallet, type TestWallet } from 'mock-mobile-wallet/testing';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getErrorText, isDeclined } from '../../docs/example/src/error-text.js';
import { sortSend } from '../../docs/example/src/sort-send.js';
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

type Send = () => Promise<readonly SolanaSignAndSendTransactionOutput[]>;

/** A wallet of another maker that is connected, and whose sends are these. */
async function setUpForeign(send: (send: Send) => ReturnType<Send>) {
  const phone = await createTestWallet({ chain });
  onTestFinished(() => phone.close());
  chain.airdrop(address(phone.accounts[0]?.address ?? ''), lamports(SOL));
  const wallet = LEVELS['the wallet of a wallet app’s own browser'].create(phone);
  const before = chain.getBalance(SHOP);
  const feature = wallet.features['solana:signAndSendTransaction'];
  const signAndSendTransaction = vi.fn((...inputs: readonly SolanaSignAndSendTransactionInput[]) =>
    send(() => feature.signAndSendTransaction(...inputs)),
  );
  const foreign = {
    ...wallet,
    accounts: (await wallet.features['standard:connect'].connect()).accounts,
    features: {
      ...wallet.features,
      'solana:signAndSendTransaction': { ...feature, signAndSendTransaction },
    },
  } as unknown as AnyWallet;
  const countSends = () => signAndSendTransaction.mock.calls.length;
  return { wallet: foreign, countSends, getPaid: () => chain.getBalance(SHOP) - before };
}

const createCoded = (code: unknown) => Object.assign(new Error('User rejected the request.'), { code });
const createCircle = () => {
  const error = new Error('User rejected the request.');
  return Object.assign(error, { cause: error });
};

describe.each<[string, () => unknown]>([
  ['as Phantom does', () => createCoded(4001)],
  ['by an object that is no error', () => ({ code: 4001, message: 'User rejected the request.' })],
  [
    'by Wallet Standard’s own error',
    () => new WalletStandardError(WALLET_STANDARD_ERROR__USER__REQUEST_REJECTED),
  ],
  [
    'inside an error of wallet-adapter',
    () => new WalletSendTransactionError('User rejected the request.', createCoded(4001)),
  ],
])('a user who declines in a wallet of another maker, which says so %s,', (_, createError) => {
  test('reads no error, and may pay', async () => {
    const answers = [() => Promise.reject(createError())];
    const { wallet, getPaid } = await setUpForeign((send) => (answers.pop() ?? send)());
    const error = await pay(wallet, 'order').catch((reason: unknown) => reason);
    expect(error).toEqual(createError());
    expect([getErrorText(error), isDeclined(error)]).toEqual([null, true]);
    expect(await checkOrder('order')).toEqual({ status: 'none', undecided: [] });
    expect(await pay(wallet, 'order')).toBeDefined();
    expect(getPaid()).toBe(PRICE);
    expect((await checkOrder('order')).status).toBe('paid');
  });

  test('has paid, if the wallet has sent it all the same, and is never asked again', async () => {
    const { wallet, countSends, getPaid } = await setUpForeign(async (send) => {
      await send();
      throw createError();
    });
    await pay(wallet, 'order').catch(() => {});
    expect(await pay(wallet, 'order')).toBeUndefined();
    expect(countSends()).toBe(1);
    expect(getPaid()).toBe(PRICE);
    expect((await checkOrder('order')).status).toBe('paid');
  });
});

test.each<[string, () => unknown]>([
  // Backpack once said so of a request that had failed for another reason.
  ['without a code, whatever its text says', () => new Error('User rejected the request.')],
  ['with a code as a text', () => createCoded('4001')],
  ['of the wallet itself', () => createCoded(-32603)],
  [
    'that itself has another code than the refusal inside it',
    () => Object.assign(new Error('Internal error', { cause: createCoded(4001) }), { code: -32603 }),
  ],
  ['that is its own cause', createCircle],
  ['that is a text', () => 'User rejected the request.'],
  ['that is nothing', () => undefined],
])('an error of another library %s leaves it open whether the order was paid', async (_, createError) => {
  const { wallet, countSends } = await setUpForeign(() => Promise.reject(createError()));
  const error = await pay(wallet, 'order').then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  expect([getErrorText(error), isDeclined(error)]).toEqual(['Something went wrong.', false]);
  expect((await checkOrder('order')).status).toBe('unknown');
  expect(await pay(wallet, 'order')).toBeUndefined();
  expect(countSends()).toBe(1);
});

test('what another wallet has declined is sorted as what the wallet of this library has', async () => {
  const own = new MobileWalletError('USER_REJECTED', 'x', { rpcCode: -3 });
  for (const error of [own, createCoded(4001)])
    expect(sortSend(['a'], error)).toEqual({ sent: [], unsent: [], unknown: ['a'] });
});
