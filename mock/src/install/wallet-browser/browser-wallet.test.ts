import { address } from '@solana/kit';
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type { Wallet } from '@wallet-standard/base';
import type { StandardConnectFeature, StandardEventsFeature } from '@wallet-standard/features';
import { CHAINS } from 'mobile-wallet-standard/endpoint';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createUnsigned, getTransfer, SOL } from '../../../../test/support/chain.js';
import { createTabs } from '../../../../test/support/tabs.js';
import { createLiteSvmChain } from '../../chain/litesvm-chain.js';
import { createTestWallet } from '../../testing.js';
import { createBrowserWallet, registerBrowserWallet } from './browser-wallet.js';

type Features = StandardConnectFeature &
  StandardEventsFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature;

beforeEach(() => {
  createTabs();
  vi.stubGlobal('sessionStorage', localStorage);
  vi.stubGlobal('location', { host: 'dapp.example', origin: 'https://dapp.example' });
});

async function start() {
  const chain = createLiteSvmChain();
  const phone = await createTestWallet({ chain });
  const main = address(phone.accounts[0]?.address ?? '');
  chain.airdrop(main, 2n * SOL);
  const { launch, dial } = phone;
  const create = () => createBrowserWallet({ launch, dial, chain: 'solana:devnet' });
  const wallet = create();
  return { chain, phone, main, create, wallet, features: wallet.features as Features };
}

describe('the wallet in a wallet app’s own browser', () => {
  it('connects by the mock wallet, for the host of the page, and shows every chain', async () => {
    const { phone, main, wallet, features } = await start();
    const changes: unknown[] = [];
    features['standard:events'].on('change', (change) => changes.push(change));
    const { accounts } = await features['standard:connect'].connect();
    expect(accounts).toMatchObject([{ address: main, chains: CHAINS }]);
    expect(accounts).toBe(wallet.accounts);
    expect(changes).toContainEqual({ accounts });
    expect(phone.requests.find(({ method }) => method === 'authorize')?.params).toMatchObject({
      chain: 'solana:devnet',
      identity: { name: 'dapp.example' },
    });
  });

  it('signs and sends for any chain in one visit each, without another connect', async () => {
    const { chain, phone, main, features } = await start();
    const { accounts } = await features['standard:connect'].connect();
    const [account] = accounts;
    if (!account) throw new Error('not connected');
    const transaction = await createUnsigned(chain, main, [getTransfer(main, main, 1n)]);
    const input = { account, transaction } as const;
    const [signed] = await features['solana:signTransaction'].signTransaction({
      ...input,
      chain: 'solana:mainnet',
    });
    expect(signed?.signedTransaction).toHaveLength(transaction.length);
    const [sent] = await features['solana:signAndSendTransaction'].signAndSendTransaction({
      ...input,
      chain: 'solana:testnet',
    });
    expect(sent?.signature).toHaveLength(64);
    const message = new TextEncoder().encode('Hello');
    const [one] = await features['solana:signMessage'].signMessage({ account, message });
    expect(one?.signature).toHaveLength(64);
    const connects = phone.requests.filter(({ params }) => params['auth_token'] === undefined);
    expect(connects.filter(({ method }) => method === 'authorize')).toHaveLength(1);
  });

  it('signs in, with an account that shows every chain', async () => {
    const { main, wallet, features } = await start();
    const [output] = await features['solana:signIn'].signIn({ domain: 'dapp.example' });
    expect(output?.account).toMatchObject({ address: main, chains: CHAINS });
    expect(wallet.accounts).toContain(output?.account);
  });

  it('has only what wallets in their own browsers have', async () => {
    const { wallet } = await start();
    expect(Object.keys(wallet.features).sort()).toEqual([
      'solana:signAndSendTransaction',
      'solana:signIn',
      'solana:signMessage',
      'solana:signTransaction',
      'standard:connect',
      'standard:disconnect',
      'standard:events',
    ]);
  });

  it('is connected again when the page is loaded again', async () => {
    const { create, features, main } = await start();
    await features['standard:connect'].connect();
    const again = create().features as Features;
    const { accounts } = await again['standard:connect'].connect({ silent: true });
    expect(accounts).toMatchObject([{ address: main }]);
  });

  it('takes devnet in place of a chain that there is not', async () => {
    const { phone } = await start();
    const wallet = createBrowserWallet({ launch: phone.launch, dial: phone.dial, chain: 'sui:mainnet' });
    await (wallet.features as Features)['standard:connect'].connect();
    expect(phone.requests.at(-1)?.params).toMatchObject({ chain: 'solana:devnet' });
  });

  it('is registered with dapps that are ready, and with those that become ready', async () => {
    const { phone } = await start();
    const early: Wallet[] = [];
    const late: Wallet[] = [];
    addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent).detail({ register: (wallet: Wallet) => early.push(wallet) }),
    );
    registerBrowserWallet({ launch: phone.launch, dial: phone.dial, chain: 'solana:devnet' });
    const detail = { register: (wallet: Wallet) => late.push(wallet) };
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }));
    expect(early).toMatchObject([{ name: 'Mock wallet' }]);
    expect(late).toEqual(early);
  });
});
