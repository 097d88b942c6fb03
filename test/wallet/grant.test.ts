import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it, vi } from 'vitest';
import { encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { MobileWalletError } from '../../src/util/errors.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createPhone, type Phone } from '../support/phone.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import {
  createMemoryStore,
  createTransaction,
  editStored,
  setUp,
  setUpConnected,
} from '../support/wallet.js';

const LINK = 'https://wallet.example/mwa';
const chains = ['solana:devnet', 'solana:testnet', 'solana:mainnet'] as const;
const seeds = [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) }));

/** How many tokens each request for an authorization had. */
const countTokens = ({ requests }: Phone) =>
  requests.filter(({ method }) => method === 'authorize').map(({ params }) => Number('auth_token' in params));

describe('one authorization per chain', () => {
  it('authorizes another registered chain when it is first used, and keeps both tokens', async () => {
    const { wallet, signTransaction, phone, account } = await setUpConnected({}, { chains });
    const transaction = createTransaction(account.address, 'a');
    expect(account.chains).toEqual(chains);
    for (const chain of ['solana:testnet', 'solana:devnet', 'solana:testnet', 'solana:mainnet'] as const) {
      await signTransaction({ account, transaction, chain });
    }
    const authorizations = phone.requests.filter(({ method }) => method === 'authorize');
    expect(authorizations.map(({ params }) => [params['chain'], 'auth_token' in params])).toEqual([
      ['solana:devnet', false],
      ['solana:testnet', false],
      ['solana:devnet', true],
      ['solana:testnet', true],
      ['solana:mainnet', false],
    ]);
    expect(wallet.accounts[0]).toBe(account);
  });

  it('never signs with another account than the requested one, and keeps what the first chain granted', async () => {
    const { wallet, signTransaction, phone, account } = await setUpConnected(
      {
        accounts: seeds,
        approve: (request) =>
          request.type === 'authorize' && request.chain === 'solana:testnet'
            ? { approved: true, accounts: [request.accounts[1]?.address ?? ''] }
            : { approved: true },
      },
      { chains },
    );
    const transaction = createTransaction(account.address, 'a');
    await expect(signTransaction({ account, transaction, chain: 'solana:testnet' })).toRejectWith(
      'ACCOUNT_NOT_AUTHORIZED',
      { address: account.address },
    );
    expect(phone.getMethods()).not.toContain('sign_transactions');
    expect(wallet.accounts[0]).toBe(account);
    expect(wallet.accounts[1]).toMatchObject({ address: phone.wallet.accounts[1]?.address });
    expect(await signTransaction({ account, transaction })).toHaveLength(1);
  });

  it('tells the wallet which account is needed', async () => {
    const { wallet, phone, account } = await setUpConnected({}, { chains });
    const transaction = createTransaction(account.address, 'a');
    await getSignTransaction(wallet.features).signTransaction({
      account,
      transaction,
      chain: 'solana:testnet',
    });
    const addresses = phone.requests.at(-2)?.params['addresses'];
    expect(addresses).toEqual([encodeBase64(phone.wallet.accounts[0]?.publicKey ?? new Uint8Array())]);
  });
});

describe('a token', () => {
  it('stays valid if the user declines a sign-in in the same session', async () => {
    let isDeclining = false;
    const { connect, signIn, signMessage, disconnect, phone } = await setUp(
      { approve: (request) => ({ approved: !(isDeclining && request.type === 'sign-in') }) },
      { idleMs: 60_000 },
    );
    const [account] = (await connect()).accounts;
    if (!account) throw new Error('no account');
    isDeclining = true;
    await expect(signIn({})).toRejectWith('USER_REJECTED');
    await signMessage({ account, message: encodeUtf8('x') });
    expect(phone.requests.at(-2)).toMatchObject({
      method: 'authorize',
      params: { auth_token: expect.any(String) },
    });
    await disconnect();
  });

  it('that was refused is not sent again, also if the user declines to authorize afresh', async () => {
    let approved = true;
    const { signMessage, phone, account } = await setUpConnected({ approve: () => ({ approved }) });
    phone.wallet.revokeTokens();
    approved = false;
    const declined = signMessage({ account, message: encodeUtf8('x') });
    await expect(declined).toRejectWith('USER_REJECTED');
    approved = true;
    await signMessage({ account, message: encodeUtf8('x') });
    expect(countTokens(phone)).toEqual([0, 1, 0, 0]);
  });

  it('stays in use if the wallet refuses another one', async () => {
    const { transact, signMessage, phone, account } = await setUpConnected();
    const refused = transact((mobile) => mobile.authorize({ auth_token: 'AAAA' }));
    await expect(refused).toRejectWith('NOT_AUTHORIZED');
    await signMessage({ account, message: encodeUtf8('x') });
    expect(countTokens(phone)).toEqual([0, 1, 1]);
  });
});

describe('the stored grant', () => {
  it('does not have a base URI that cannot be used', async () => {
    for (const walletUriBase of [
      'http://wallet.example',
      'https://wallet.example/#',
      'https://wallet.example?a',
    ]) {
      const { signMessage, store, account, phone } = await setUpConnected({ walletUriBase });
      expect([...store.entries.values()].join()).not.toContain('wallet.example');
      await signMessage({ account, message: encodeUtf8('x') });
      expect(phone.launches.every((uri) => uri.startsWith('solana-wallet:'))).toBe(true);
    }
  });

  it('opens the wallet by its base URI if that can be used', async () => {
    const { signMessage, account, phone } = await setUpConnected({
      walletUriBase: 'https://wallet.example/mwa',
    });
    await signMessage({ account, message: encodeUtf8('x') });
    expect(phone.launches[1]).toMatch(/^https:\/\/wallet\.example\/mwa\/v1\/associate\/local\?/);
  });

  it.each<[what: string, failure: Error, walletUriBase: string | undefined, next: string, writes: number]>([
    ['cannot be found', new MobileWalletError('WALLET_NOT_FOUND', 'none'), LINK, 'solana-wallet:', 1],
    ['the user left out', new MobileWalletError('USER_CANCELLED', 'not now'), LINK, LINK, 0],
    ['could not be opened', new Error('busy'), LINK, LINK, 0],
    ['has no link', new MobileWalletError('WALLET_NOT_FOUND', 'none'), undefined, 'solana-wallet:', 0],
  ])('loses only the link to a wallet app that %s', async (_, failure, walletUriBase, next, writes) => {
    const phone = await createPhone({ ...(walletUriBase && { walletUriBase }) });
    const store = createMemoryStore();
    const set = vi.spyOn(store, 'set');
    let isFailing = false;
    const { wallet, connect, signMessage } = await setUp(
      {},
      {
        store,
        dial: phone.dial,
        launch: (uri, options) => (isFailing ? Promise.reject(failure) : phone.launch(uri, options)),
      },
    );
    const { accounts } = await connect();
    await phone.whenIdle();
    set.mockClear();
    const account = accounts[0] as WalletAccount;
    const sign = () => signMessage({ account, message: encodeUtf8('x') });
    isFailing = true;
    await expect(sign()).rejects.toBe(failure);
    expect(set).toHaveBeenCalledTimes(writes);
    isFailing = false;
    await sign();
    expect(phone.launches[1]?.startsWith(next)).toBe(true);
    expect(wallet.accounts).toEqual([account]);
    expect(phone.requests.filter(({ params }) => 'auth_token' in params)).toHaveLength(1);
  });

  it.each([
    ['another address', (text: string) => text.replace(/"address":"./, '"address":"0')],
    ['another chain', (text: string) => text.replaceAll('solana:devnet', 'solana:testnet')],
    ['its end cut off', (text: string) => text.slice(0, -1)],
    ['no checksum', (text: string) => text.slice(text.indexOf('{'))],
    ['nothing but a checksum', (text: string) => text.slice(0, text.indexOf('{'))],
    ['nothing in it', () => ''],
  ])('is ignored if it has %s', async (_, corrupt) => {
    const { store, settings } = await setUpConnected();
    for (const [key, text] of store.entries) store.entries.set(key, corrupt(text));
    expect(createMobileWallet(settings).accounts).toEqual([]);
  });

  it('makes the next session ask for the capabilities if it has none', async () => {
    const { store, settings, phone } = await setUpConnected();
    editStored(store, ({ capabilities: _, ...grant }) => grant);
    const reloaded = createMobileWallet(settings);
    const [account] = reloaded.accounts;
    if (!account) throw new Error('no account');
    await reloaded.features['solana:signMessage'].signMessage({ account, message: encodeUtf8('x') });
    expect(phone.getMethods().filter((method) => method === 'get_capabilities')).toHaveLength(2);
    expect([...store.entries.values()].join()).toContain('"capabilities"');
  });

  it('never has anything that was signed', async () => {
    const { signIn, store } = await setUp({}, { store: createMemoryStore() });
    await signIn({ nonce: 'secretNonce1' });
    expect([...store.entries.values()].join()).not.toContain('secretNonce1');
  });
});
