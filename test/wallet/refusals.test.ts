import type { WalletAccount } from '@wallet-standard/base';
import { getErrorText } from 'mobile-wallet-standard';
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

/** Longer than the second in which no person decides. */
const DECISION_MS = 1_100;
const MAX_INSTANT_MS = 1_000;

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
    const error: unknown = await call(wallet, wallet.accounts[0] as WalletAccount).catch((reason) => reason);
    const { tookMs = -1 } = findMobileWalletError(error, 'USER_REJECTED')?.context ?? {};
    return {
      isInstant: tookMs >= 0 && tookMs < MAX_INSTANT_MS,
      isInteger: tookMs % 1 === 0,
      text: getErrorText(error),
    };
  };
  const [instant, decided] = await Promise.all([refuse(0), refuse(DECISION_MS)]);
  expect(instant).toEqual({
    isInstant: true,
    isInteger: true,
    text: 'Your wallet declined.',
  });
  expect(decided).toEqual({ isInstant: false, isInteger: true, text: null });
});
