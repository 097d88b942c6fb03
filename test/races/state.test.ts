import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import { encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { formatGrant, type Grant, parseGrant } from '../../src/wallet/grant/stored-grant.js';
import { localAuthorizationStore } from '../../src/wallet/store.js';
import { getError } from '../support/rejections.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTabs } from '../support/tabs.js';
import { createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const seeds = [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) }));

describe('a grant that another tab has replaced', () => {
  it('is authorized by its own token in a session that is open', async () => {
    const tabs = createTabs();
    const setup = await setUpConnected(
      { accounts: seeds },
      { store: localAuthorizationStore, idleMs: 600_000 },
    );
    const [key = ''] = tabs.entries.keys();
    const other = await setUp(
      { approve: 'manually' },
      {
        store: { get: () => undefined, set: (_, text) => void texts.push(text), delete: () => {} },
        launch: setup.phone.launch,
        dial: setup.phone.dial,
      },
    );
    const texts: string[] = [];
    const [output] = await other.signIn({ address: setup.phone.wallet.accounts[1]?.address ?? '' });
    tabs.write(key, texts.at(-1));
    const [account] = setup.wallet.accounts as [WalletAccount];
    expect(account.address).toBe(output?.account.address);
    const { length } = setup.phone.requests;
    const outcome = await getError(setup.signMessage({ account, message: encodeUtf8('a') }));
    await setup.disconnect();
    expect(outcome).toMatchObject({ fulfilled: expect.anything() });
    expect(setup.phone.getMethods().slice(length)).toEqual(['authorize', 'sign_messages', 'deauthorize']);
  });

  it('is none if it cannot be read, and the open session can be used', async () => {
    const tabs = createTabs();
    const options = { store: localAuthorizationStore, idleMs: 600_000 };
    const { account, wallet, ...setup } = await setUpConnected({}, options);
    const [[key, text] = ['', '']] = tabs.entries;
    const [shown] = wallet.accounts;
    const unreadable = { ...parseGrant(text), accounts: [{ ...shown, key: '!' }] } as Grant;
    tabs.write(key, formatGrant(unreadable));
    expect(wallet.accounts).toEqual([]);
    const addresses = [encodeBase64(Uint8Array.from(account.publicKey))];
    const payloads = [encodeUtf8('a')];
    expect(await setup.transact((mobile) => mobile.signMessages({ addresses, payloads }))).toHaveLength(1);
    expect(wallet.accounts).toMatchObject([{ address: account.address }]);
    await setup.disconnect();
  });

  it('is authorized afresh in a session that is open, on a chain that it does not have', async () => {
    const tabs = createTabs();
    const setup = await setUpConnected(
      {},
      { store: localAuthorizationStore, idleMs: 600_000, chains: ['solana:devnet', 'solana:testnet'] },
    );
    const [[key, text] = ['', '']] = tabs.entries;
    const { byChain, ...grant } = parseGrant(text) as Grant;
    const accounts = byChain['solana:devnet']?.accounts ?? [];
    tabs.write(
      key,
      formatGrant({ ...grant, chain: 'solana:testnet', byChain: { 'solana:testnet': { accounts } } }),
    );
    const transaction = createTransaction(setup.account.address, 'a');
    const { signTransaction, account } = setup;
    expect(await signTransaction({ account, transaction, chain: 'solana:devnet' })).toHaveLength(1);
    await setup.disconnect();
  });
});

describe('an account that a chain has not granted yet', () => {
  it('is requested together with those that it has granted, which stay connected', async () => {
    const chains = ['solana:devnet', 'solana:testnet'] as const;
    const setup = await setUpConnected(
      {
        accounts: seeds,
        approve: (request) =>
          request.type === 'authorize' && request.chain === 'solana:testnet'
            ? { approved: true, accounts: [request.accounts[1]?.address ?? ''] }
            : { approved: true },
      },
      { chains },
    );
    await setup.transact((wallet) => wallet.authorize({ chain: 'solana:testnet' }));
    const [first, second] = setup.wallet.accounts;
    if (!second) throw new Error('no second account');
    // Its chains say that it may be used on devnet, too.
    await getSignTransaction(setup.wallet.features).signTransaction({
      account: second,
      chain: 'solana:devnet',
      transaction: createTransaction(second.address, 'a'),
    });
    expect(setup.wallet.accounts.map(({ address }) => address)).toEqual([first?.address, second.address]);
  });
});

describe('a sign-in with an address', () => {
  it('names it to the wallet together with the granted accounts, which would be lost otherwise', async () => {
    const setup = await setUpConnected({ accounts: seeds });
    const address = setup.phone.wallet.accounts[1]?.address ?? '';
    await setup.signIn({ address });
    const keys = [...setup.phone.wallet.accounts].reverse().map(({ publicKey }) => encodeBase64(publicKey));
    const asked = setup.phone.requests.filter(({ params }) => 'sign_in_payload' in params);
    expect(asked.map(({ params }) => params['addresses'])).toEqual([keys]);
  });
});
