import { address } from '@solana/kit';
import { createReference, createTransfer } from 'mobile-wallet-standard/payments';
import type { Action } from '../action.js';
import { CHAIN } from '../chain.js';
import { arePassed, checkSignedTransaction } from '../checks.js';
import { chooseTransactionVersion, type Dapp } from '../dapp.js';
import code from '../snippets/sign-transactions.ts?raw';
import { compile } from '../transfer.js';
import { requireFeature } from '../wallets.js';

/** The first transaction transfers this many lamports, the second twice as many, and so on. */
const STEP = 1_000_000n;

type Words = Pick<Action, 'name' | 'description' | 'button'>;

/**
 * Creates the action that lets the wallet sign `count` small transfers at once. The page does not send them.
 */
export function createSignTransactionsAction(dapp: Dapp, count: number, words: Words): Action {
  const { wallet, getAccount, recipient, blockhashes } = dapp;
  return {
    ...words,
    code,
    needs: 'solana:signTransaction',
    async run() {
      const account = getAccount();
      const { lifetime, slot } = await blockhashes.get();
      const version = chooseTransactionVersion(wallet, 'solana:signTransaction');
      const shared = { payer: address(account.address), recipient: address(recipient) };
      const transactions = await Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const amount = STEP * BigInt(index + 1);
          const transfer = await createTransfer({ ...shared, amount, reference: createReference() });
          return compile(account.address, transfer, lifetime, version);
        }),
      );
      const outputs = await requireFeature(wallet, 'solana:signTransaction').signTransaction(
        ...transactions.map((transaction) => ({
          account,
          transaction,
          chain: CHAIN,
          options: { minContextSlot: Number(slot) },
        })),
      );
      if (outputs.length !== count) throw new Error(`The wallet returned ${outputs.length} of ${count}.`);
      const results = await Promise.all(
        transactions.map((transaction, index) =>
          checkSignedTransaction(
            account.address,
            transaction,
            outputs[index]?.signedTransaction ?? new Uint8Array(),
          ),
        ),
      );
      const allChecks = results.map(({ check }) => check);
      const isGood = arePassed(allChecks);
      const checks =
        count === 1 ? allChecks : [{ label: `All ${count} signatures are valid`, passed: isGood }];
      const isChanged = results.some((result) => result.isChanged);
      const what = count === 1 ? 'Transaction' : `${count} transactions`;
      return {
        tone: isGood ? 'success' : 'failure',
        title: isGood ? `${what} signed: verified` : 'A signature does not check out',
        text: isChanged
          ? 'The wallet changed what it signed, as wallets may. Nothing was sent.'
          : `Signed as ${count === 1 ? 'it was' : 'they were'} built. Nothing was sent.`,
        checks,
        facts: results.slice(0, 1).map(({ signature }) => ({
          label: count === 1 ? 'Signature' : 'The first signature',
          value: signature,
          isCode: true,
        })),
      };
    },
  };
}
