import { describe, expect, it, vi } from 'vitest';
import { encodeBase64 } from '../../src/util/bytes.js';
import { MobileWalletError } from '../../src/util/errors.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createSharerInTurn, TWO_ACCOUNTS } from '../support/mock-wallet.js';
import { createPhone } from '../support/phone.js';
import { countRequests, getAuthorizations, getParams } from '../support/requests.js';
import {
  createMemoryStore,
  createTransaction,
  editStored,
  setUp,
  setUpConnected,
} from '../support/wallet.js';
import { WALLET_CALLS } from '../support/wallet-calls.js';

const LINK = 'https://wallet.example/mwa';
const chains = ['solana:devnet', 'solana:testnet', 'solana:mainnet'] as const;

describe('one authorization per chain', () => {
  it('authorizes another registered chain when it is first used, and keeps both tokens', async () => {
    const { wallet, signTransaction, phone, account } = await setUpConnected({}, { chains });
    const transaction = createTransaction(account.address, 'a');
    expect(account.chains).toEqual(chains);
    for (const chain of ['solana:testnet', 'solana:devnet', 'solana:testnet', 'solana:mainnet'] as const) {
      await signTransaction({ account, transaction, chain });
    }
    expect(getParams(phone, 'authorize').map((params) => params['chain'])).toEqual([
      'solana:devnet',
      'solana:testnet',
      'solana:devnet',
      'solana:testnet',
      'solana:mainnet',
    ]);
    expect(getAuthorizations(phone)).toEqual(['user', 'user', 'token', 'token', 'user']);
    expect(wallet.accounts[0]).toBe(account);
  });

  it('never signs with another account than the requested one, and keeps what the first chain granted', async () => {
    const { wallet, signTransaction, phone, account } = await setUpConnected(
      { accounts: TWO_ACCOUNTS, approve: createSharerInTurn() },
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
    const { signTransaction, phone, account } = await setUpConnected({}, { chains });
    const transaction = createTransaction(account.address, 'a');
    await signTransaction({ account, transaction, chain: 'solana:testnet' });
    const addresses = phone.requests.at(-2)?.params['addresses'];
    expect(addresses).toEqual([encodeBase64(phone.wallet.accounts[0]?.publicKey ?? new Uint8Array())]);
  });
});

describe('a token', () => {
  it('stays valid if the user declines a sign-in in the same session', async () => {
    const { signIn, signText, disconnect, phone } = await setUpConnected(
      { approve: ({ type }) => ({ approved: type !== 'sign-in' }) },
      { idleMs: 60_000 },
    );
    await expect(signIn({})).toRejectWith('USER_REJECTED');
    await signText('x');
    expect(phone.requests.at(-2)).toMatchObject({
      method: 'authorize',
      params: { auth_token: expect.any(String) },
    });
    await disconnect();
  });

  it('that was refused is not sent again, also if the user declines to authorize afresh', async () => {
    let approved = true;
    const { signText, phone } = await setUpConnected({ approve: () => ({ approved }) });
    phone.wallet.revokeTokens();
    approved = false;
    await expect(signText('x')).toRejectWith('USER_REJECTED');
    approved = true;
    await signText('x');
    expect(getAuthorizations(phone)).toEqual(['user', 'token', 'user', 'user']);
  });

  it('stays in use if the wallet refuses another one', async () => {
    const { transact, signText, phone } = await setUpConnected();
    const refused = transact((mobile) => mobile.authorize({ auth_token: 'AAAA' }));
    await expect(refused).toRejectWith('NOT_AUTHORIZED');
    await signText('x');
    expect(getAuthorizations(phone)).toEqual(['user', 'token', 'token']);
  });
});

describe('the stored grant', () => {
  it.each([
    ['http://wallet.example', false],
    ['https://wallet.example/#', false],
    ['https://wallet.example?a', false],
    [LINK, true],
  ])('has the base URI %s, which opens the wallet: %s', async (walletUriBase, isUsable) => {
    const { signText, store, phone } = await setUpConnected({ walletUriBase });
    expect([...store.entries.values()].join().includes('wallet.example')).toBe(isUsable);
    await signText('x');
    expect(phone.launches.map((uri) => uri.slice(0, uri.indexOf('v1/')))).toEqual([
      'solana-wallet:/',
      isUsable ? `${LINK}/` : 'solana-wallet:/',
    ]);
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
    const { wallet, connect, signText } = await setUp(
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
    isFailing = true;
    await expect(signText('x')).rejects.toBe(failure);
    expect(set).toHaveBeenCalledTimes(writes);
    isFailing = false;
    await signText('x');
    expect(phone.launches[1]?.startsWith(next)).toBe(true);
    expect(wallet.accounts).toEqual(accounts);
    expect(getAuthorizations(phone)).toEqual(['user', 'token']);
  });

  it('makes the next session ask for the capabilities if it has none', async () => {
    const { store, settings, phone, account } = await setUpConnected();
    editStored(store, ({ capabilities: _, ...grant }) => grant);
    await WALLET_CALLS.signMessage(createMobileWallet(settings), account);
    expect(countRequests(phone, 'get_capabilities')).toBe(2);
    expect([...store.entries.values()].join()).toContain('"capabilities"');
  });

  it('never has anything that was signed', async () => {
    const { signIn, store } = await setUp({}, { store: createMemoryStore() });
    await signIn({ nonce: 'secretNonce1' });
    expect([...store.entries.values()].join()).not.toContain('secretNonce1');
  });
});
