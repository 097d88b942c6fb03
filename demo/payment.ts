import type { Wallet } from '@wallet-standard/base';
import { getRecipient } from './addresses.js';
import type { BlockhashSource } from './blockhash.js';
import { addTestSol, CHAIN, getBalance } from './chain.js';
import { chooseTransactionVersion, createDisconnectedError } from './dapp.js';
import { formatSol, LAMPORTS_PER_SOL } from './lamports.js';
import { getSentSignature, type Sent } from './sent.js';
import { createTransfer } from './transfer.js';
import { requireFeature } from './wallets.js';

/** The amount of the payment, in lamports. */
export const PRICE = LAMPORTS_PER_SOL / 100n;

/**
 * Connects a wallet and asks it to pay, in one visit: while the wallet is open, builds the transaction for the
 * account that the wallet shares. Call it synchronously in the tap.
 */
export async function connectAndPay(wallet: Wallet, blockhashes: BlockhashSource): Promise<Sent> {
  const isConnected = wallet.accounts.length > 0;
  let lastValidBlockHeight = 0n;
  let paid: Uint8Array | undefined;
  const paying = requireFeature(wallet, 'mobile-wallet-standard:transact')
    .transact(
      async (mobile) => {
        await mobile.authorize();
        const [account] = wallet.accounts;
        if (!account) throw createDisconnectedError();
        const from = account.address;
        if ((await getBalance(from)) < 2n * PRICE) await addTestSol(from, LAMPORTS_PER_SOL);
        const { lifetime, slot } = await blockhashes.get();
        lastValidBlockHeight = lifetime.lastValidBlockHeight;
        const transaction = createTransfer({
          from,
          to: await getRecipient(),
          amount: PRICE,
          lifetime,
          version: chooseTransactionVersion(wallet, 'solana:signAndSendTransaction'),
        });
        const transactions = [transaction];
        [paid] = await mobile.signAndSendTransactions({ transactions, minContextSlot: Number(slot) });
      },
      { chain: CHAIN },
    )
    .catch((error: unknown) => {
      // The session may end after the wallet has sent the payment.
      if (!paid) throw error;
    })
    .then(() => paid);
  const signature = await getSentSignature(paying).finally(() => blockhashes.renew());
  return {
    signature,
    lastValidBlockHeight,
    success: `${isConnected ? '' : 'Connected, and '}${formatSol(PRICE)} paid: confirmed`,
  };
}
