import { getBase58Decoder } from '@solana/kit';
import type { Wallet } from '@wallet-standard/base';
import type { ReportProgress } from './action-card.js';
import { getRecipient } from './addresses.js';
import type { BlockhashSource } from './blockhash.js';
import { addTestSol, CHAIN, confirm, getBalance, getExplorerLink } from './chain.js';
import { chooseTransactionVersion, createDisconnectedError } from './dapp.js';
import { formatSol, LAMPORTS_PER_SOL } from './lamports.js';
import type { Outcome } from './outcome.js';
import { createTransfer } from './transfer.js';
import { requireFeature } from './wallets.js';

/** What is paid, in lamports. */
export const PRICE = LAMPORTS_PER_SOL / 100n;

/**
 * Connects a wallet and has it pay, in one visit: the transaction is built for the account that the wallet gives, while
 * the wallet is open. Call it in the tap itself.
 */
export async function connectAndPay(
  wallet: Wallet,
  blockhashes: BlockhashSource,
  report: ReportProgress,
): Promise<Outcome> {
  const paid = await requireFeature(wallet, 'mobile-wallet-standard:transact')
    .transact(
      async (mobile) => {
        await mobile.authorize();
        const [account] = wallet.accounts;
        if (!account) throw createDisconnectedError();
        const from = account.address;
        if ((await getBalance(from)) < 2n * PRICE) await addTestSol(from, LAMPORTS_PER_SOL);
        const { lifetime, slot } = await blockhashes.get();
        const transaction = createTransfer({
          from,
          to: await getRecipient(),
          amount: PRICE,
          lifetime,
          version: chooseTransactionVersion(wallet, 'solana:signAndSendTransaction'),
        });
        const transactions = [transaction];
        return mobile.signAndSendTransactions({ transactions, minContextSlot: Number(slot) });
      },
      { chain: CHAIN },
    )
    .finally(() => blockhashes.renew());
  const signature = getBase58Decoder().decode(paid[0] ?? new Uint8Array());
  report('Confirming on the chain…', 'The wallet has sent the payment. This takes a few seconds.');
  await confirm(signature);
  return {
    tone: 'success',
    title: `Connected, and ${formatSol(PRICE)} paid: confirmed`,
    text: 'The wallet was opened once for both.',
    facts: [{ label: 'Signature', value: signature, isCode: true, ...getExplorerLink(signature) }],
  };
}
