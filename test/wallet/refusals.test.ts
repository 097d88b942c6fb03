import type { WalletAccount } from '@wallet-standard/base';
import { expect, it, onTestFinished } from 'vitest';
import { findMobileWalletError, type MobileStandardWallet } from '../../src/index.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createPhone } from '../support/phone.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createMemoryStore, createTransaction } from '../support/wallet.js';

const chain = 'solana:devnet' as const;
const createInput = (account: WalletAccount) => ({
  account,
  chain: 'solana:devnet' as const,
  transaction: createTransaction(account.address, 'memo'),
});

const CALLS: Readonly<
  Record<string, (wallet: MobileStandardWallet, account: WalletAccount) => Promise<unknown>>
> = {
  connect: ({ features }) => features['standard:connect'].connect(),
  signIn: ({ features }) => features['solana:signIn'].signIn({}),
  signMessage: ({ features }, account) =>
    features['solana:signMessage'].signMessage({ account, message: new Uint8Array([1]) }),
  signTransaction: ({ features }, account) =>
    getSignTransaction(features).signTransaction(createInput(account)),
  signAndSendTransaction: ({ features }, account) =>
    features['solana:signAndSendTransaction'].signAndSendTransaction(createInput(account)),
  async signAndSendAllTransactions({ features }, account) {
    const { signAndSendAllTransactions } = features['solana:signAndSendAllTransactions'];
    const [result] = await signAndSendAllTransactions([createInput(account)]);
    if (result?.status === 'rejected') throw result.reason;
  },
};

const DECISION_MS = 200;

it.each(Object.entries(CALLS))('a refusal of %s says how long the wallet took', async (_, call) => {
  const refuse = async (ms: number) => {
    let isReady = false;
    const { launch, dial, leave } = await createPhone({
      async approve({ type }) {
        const isBefore = type === 'authorize' && call !== CALLS['connect'] && call !== CALLS['signIn'];
        if (!isReady || isBefore) return { approved: true };
        await new Promise((resolve) => setTimeout(resolve, ms));
        return { approved: false };
      },
    });
    onTestFinished(leave);
    const wallet = createMobileWallet({
      identity: { name: 'Example', uri: 'https://dapp.example' },
      chains: [chain],
      store: createMemoryStore(),
      launch,
      dial,
    });
    if (call !== CALLS['connect']) await wallet.features['standard:connect'].connect();
    isReady = true;
    const start = performance.now();
    const error: unknown = await call(wallet, wallet.accounts[0] as WalletAccount).catch((reason) => reason);
    const total = performance.now() - start;
    const { tookMs = -1 } = findMobileWalletError(error, 'USER_REJECTED')?.context ?? {};
    return { tookMs, isInteger: Number.isInteger(tookMs), isWithinCall: tookMs <= Math.ceil(total) };
  };
  const [instant, decided] = await Promise.all([refuse(0), refuse(DECISION_MS)]);
  const right = { tookMs: expect.any(Number), isInteger: true, isWithinCall: true };
  expect([instant, decided]).toEqual([right, right]);
  expect(instant.tookMs).toBeGreaterThanOrEqual(0);
  // A timer may end within the millisecond before its time.
  expect(decided.tookMs).toBeGreaterThanOrEqual(DECISION_MS - 1);
});
