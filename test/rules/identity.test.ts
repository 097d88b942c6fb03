import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import type { Approve } from '../../mock/src/index.js';
import { decodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction, editStored, setUp, setUpConnected } from '../support/wallet.js';

const identity = { name: 'Example', uri: 'https://example.com' };
const message = encodeUtf8('hello');
const ADVERTISED = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signIn',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
];
const UPDATED = { supportedTransactionVersions: ['legacy', 0, 1] as const };

describe('identity', () => {
  it('rule 7: has the name that wallet pickers know, and allows no colon in another name', () => {
    expect(createMobileWallet({ identity }).name).toBe('Mobile Wallet Adapter');
    expect(createMobileWallet({ identity, name: 'Phone' }).name).toBe('Phone');
    expect(createMobileWallet({ identity, name: 'Phone:local' }).name).toBe('Mobile Wallet Adapter');
  });

  it('rule 9: has the version, a base64 image as icon, and only Solana chains', async () => {
    const wallet = createMobileWallet({ identity, chains: ['mainnet-beta' as never, 'solana:devnet'] });
    expect(wallet.version).toBe('1.0.0');
    const [, base64 = ''] = /^data:image\/svg\+xml;base64,(.+)$/.exec(wallet.icon) ?? [];
    expect(new TextDecoder().decode(decodeBase64(base64))).toMatch(/^<svg .*<\/svg>$/s);
    expect(wallet.chains).toEqual(['solana:mainnet', 'solana:devnet']);
    expect(createMobileWallet({ identity, chains: ['eip155:1'] }).chains).toEqual([]);
  });

  it('rule 10: has every feature from the start, and removes only what the wallet app says it cannot do', async () => {
    const { wallet, connect, disconnect, phone } = await setUp({ capabilities: { features: [] } });
    const names = Object.keys(wallet.features);
    expect(names).toEqual(expect.arrayContaining(ADVERTISED));
    const { accounts } = await connect();
    expect(Object.keys(wallet.features)).toEqual(names.filter((name) => name !== 'solana:signTransaction'));
    expect(accounts).toHaveLength(1);
    await phone.whenIdle();
    await disconnect();
    expect(Object.keys(wallet.features)).toEqual(names);
  });

  it('rule 11: has no undefined member, neither in its features nor in its accounts', async () => {
    const { wallet, account } = await setUpConnected({ quirks: { accountFeatures: true } });
    const features = Object.values(wallet.features) as readonly object[];
    for (const object of [wallet, wallet.features, ...features, account]) {
      expect(Object.values(object).every((value) => value !== undefined)).toBe(true);
    }
  });

  it('rule 13: features keep identity through a connect, a signature and a disconnect', async () => {
    const { wallet, connect, signMessage, disconnect, phone } = await setUp();
    const before = wallet.features;
    const { accounts } = await connect();
    await signMessage({
      account: accounts[0] as WalletAccount,
      message,
    });
    await phone.whenIdle();
    await disconnect();
    expect(wallet.features).toBe(before);
    for (const name of ADVERTISED) {
      expect(wallet.features[name as keyof typeof before]).toBe(before[name as keyof typeof before]);
    }
  });

  it('rule 13: captured features work after they were replaced, and reject when disconnected', async () => {
    const { wallet, phone } = await setUp({ capabilities: UPDATED });
    const captured = wallet.features;
    const { accounts } = await captured['standard:connect'].connect();
    const account = accounts[0] as WalletAccount;
    expect(wallet.features).not.toBe(captured);
    expect(await captured['solana:signMessage'].signMessage({ account, message })).toHaveLength(1);
    const transaction = createTransaction(account.address, 'a');
    expect(await getSignTransaction(captured).signTransaction({ account, transaction })).toHaveLength(1);
    await phone.whenIdle();
    await captured['standard:disconnect'].disconnect();
    await expect(captured['solana:signMessage'].signMessage({ account, message })).toRejectWith(
      'ACCOUNT_NOT_AUTHORIZED',
    );
  });

  it.each([
    ['none that it signs', { features: [], supportedTransactionVersions: [] }],
    ['only legacy', { supportedTransactionVersions: ['legacy'] as const }],
    ['version 1, too', UPDATED],
  ])('rule 14: a transaction feature stays, with versions, for a wallet of %s', async (_, capabilities) => {
    const { wallet, on, connect, disconnect, changes, phone } = await setUp({ capabilities });
    const seen: (readonly unknown[] | undefined)[] = [];
    const look = () => {
      const { 'solana:signTransaction': signing } = wallet.features;
      if (signing) seen.push(signing.supportedTransactionVersions);
      seen.push(wallet.features['solana:signAndSendTransaction'].supportedTransactionVersions);
    };
    look();
    on('change', look);
    await connect();
    await phone.whenIdle();
    await disconnect();
    expect(seen.length).toBeGreaterThanOrEqual(2 + changes.length);
    for (const versions of seen) expect(versions?.length).toBeGreaterThan(0);
    const published = capabilities.supportedTransactionVersions;
    expect(seen[2]).toEqual(published.length > 0 ? published : ['legacy', 0]);
  });
});

describe('accounts', () => {
  const seeds = [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) }));

  it('rule 15: keeps accounts until a value changes', async () => {
    const { wallet, signMessage, signIn, phone, changes, account } = await setUpConnected();
    const { accounts } = wallet;
    await signMessage({ account, message });
    await phone.whenIdle();
    phone.wallet.revokeTokens();
    await signMessage({ account, message });
    await signIn({});
    expect(phone.getMethods().filter((method) => method === 'authorize')).toHaveLength(5);
    expect(wallet.accounts).toBe(accounts);
    expect(wallet.accounts[0]).toBe(account);
    expect(changes).toEqual([]);
  });

  it('rule 15: replaces an account that changes, never mutates it, and keeps the others', async () => {
    const { wallet, account, settings, store } = await setUpConnected({
      accounts: seeds,
      approve: approveWithAll,
    });
    const [, other] = wallet.accounts;
    editStored(store, (grant) => JSON.parse(JSON.stringify(grant).replaceAll('Account 1', 'Savings')));
    const reloaded = createMobileWallet(settings);
    const [renamed, kept] = reloaded.accounts;
    expect(renamed?.label).toBe('Savings');
    await reloaded.features['solana:signIn'].signIn({});
    expect(reloaded.accounts[0]).not.toBe(renamed);
    expect(reloaded.accounts[0]).toEqual(account);
    expect(renamed?.label).toBe('Savings');
    expect(reloaded.accounts[1]).toBe(kept);
    expect(kept).toEqual(other);
    const none = createMobileWallet({ identity }).accounts;
    for (const part of [none, account, account.chains, account.features, wallet.accounts]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('rule 16: gives the same public key object each time, also after signing', async () => {
    const { wallet, signIn, account } = await setUpConnected();
    const { publicKey } = account;
    expect(publicKey).toBeInstanceOf(Uint8Array);
    expect(publicKey).toHaveLength(32);
    await signIn({});
    expect(wallet.accounts[0]?.publicKey).toBe(publicKey);
  });

  it('rule 17: accepts any object with the address of an account, in every method', async () => {
    const { signMessage, signTransaction, signAndSendTransaction, transact, account } =
      await setUpConnected();
    class Wrapper {
      #address = account.address;
      get address() {
        return this.#address;
      }
    }
    const transaction = createTransaction(account.address, 'a');
    for (const given of [{ ...account }, { address: account.address }, new Wrapper()]) {
      const like = given as WalletAccount;
      const input = { account: like, message, transaction, chain: 'solana:devnet' } as const;
      expect(await signMessage(input)).toHaveLength(1);
      expect(await signTransaction(input)).toHaveLength(1);
      // The phone has no chain: that it was asked to send is enough.
      await expect(signAndSendTransaction(input)).toRejectWith('NOT_SUBMITTED');
      expect(await transact(() => 'done', { account: like })).toBe('done');
    }
  });

  it.each([
    ['tells none', {}],
    ['tells its own', { quirks: { accountFeatures: true } }],
    ['tells few', { quirks: { accountFeatures: true }, capabilities: { features: [] } }],
    [
      'tells odd ones',
      { quirks: { accountFeatures: true }, capabilities: { features: ['x:y', 'solana:signIn'] } },
    ],
    ['is of 1.x', { protocol: 'legacy' as const }],
  ])('rule 18: accounts have only features of the wallet, with a phone that %s', async (_, options) => {
    const { wallet, account } = await setUpConnected(options);
    expect(account.features.length).toBeGreaterThan(0);
    expect(Object.keys(wallet.features)).toEqual(expect.arrayContaining([...account.features]));
  });

  it.each([false, true])(
    'rule 19: the authorized chain comes first (chains named by the wallet: %s)',
    async (accountChains) => {
      const chains = ['solana:mainnet', 'solana:devnet'] as const;
      const { wallet, signIn, phone } = await setUp({ quirks: { accountChains } }, { chains });
      await signIn({ chainId: 'devnet' });
      await phone.whenIdle();
      const account = wallet.accounts[0] as WalletAccount;
      expect(account.chains).toEqual(['solana:devnet', 'solana:mainnet']);
      const transaction = createTransaction(account.address, 'a');
      await getSignTransaction(wallet.features).signTransaction({ account, transaction });
      expect(getChains(phone)).toEqual(['solana:devnet', 'solana:devnet']);
    },
  );

  it('rule 19: accepts `solana:mainnet-beta` as another name', async () => {
    const { wallet, signAndSendTransaction, transact, phone, account } = await setUpConnected(
      {},
      { chains: ['solana:mainnet-beta' as never] },
    );
    expect(account.chains).toEqual(['solana:mainnet']);
    const input = { account, transaction: createTransaction(account.address, 'a') };
    const chain = 'solana:mainnet-beta';
    await getSignTransaction(wallet.features).signTransaction({ ...input, chain });
    await expect(signAndSendTransaction({ ...input, chain })).toRejectWith('NOT_SUBMITTED');
    await transact(() => {}, { chain });
    expect(new Set(getChains(phone))).toEqual(new Set(['solana:mainnet']));
  });
});

const approveWithAll: Approve = (request) => ({
  approved: true,
  ...('accounts' in request && { accounts: request.accounts.map(({ address }) => address) }),
});

function getChains({ requests }: Awaited<ReturnType<typeof setUp>>['phone']): unknown[] {
  return requests.filter(({ method }) => method === 'authorize').map(({ params }) => params['chain']);
}
