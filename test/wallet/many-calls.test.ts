import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { transact } from '../../src/transact/bytes.js';
import { createPhone } from '../support/phone.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction, setUpConnected } from '../support/wallet.js';

// Node prints a warning once an event target, such as a signal, has more than ten listeners.

const warnings: string[] = [];
beforeEach(() => {
  warnings.length = 0;
  const note = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
});
/** Makes a dozen calls at once. */
const dozen = <T>(call: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 12 }, call));

async function setUp() {
  const { wallet } = await setUpConnected();
  const [account] = wallet.accounts;
  if (!account) throw new Error('There is no account');
  return { wallet, account, transaction: createTransaction(account.address, 'memo') };
}

it('a dozen calls of the wallet at once print no warning', async () => {
  const { wallet, account, transaction } = await setUp();
  const { signTransaction } = getSignTransaction(wallet.features);
  const chain = 'solana:devnet';
  expect(await dozen(() => signTransaction({ account, chain, transaction }))).toHaveLength(12);
  expect(warnings).toEqual([]);
});

it('nor do as many calls in a callback of `transact`, or of `transact`, with one signal', async () => {
  const { wallet, transaction } = await setUp();
  const { signal } = new AbortController();
  const ownTransact = wallet.features['mobile-wallet-standard:transact'].transact;
  const sign = () =>
    ownTransact(
      async (session) => {
        await session.authorize({ chain: 'solana:devnet' });
        await dozen(() => session.signTransactions({ transactions: [transaction] }));
      },
      { signal },
    );
  await dozen(sign);
  expect(warnings).toEqual([]);
});

it('nor do as many sessions of their own with one signal', async () => {
  const phone = await createPhone();
  const { signal } = new AbortController();
  await dozen(() => transact((session) => session.getCapabilities(), { ...phone, signal }));
  expect(warnings).toEqual([]);
});
