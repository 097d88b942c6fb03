import { addTestSol, CHAIN, getBalance } from './chain.js';
import { chooseTransactionVersion, createDisconnectedError, type Dapp } from './dapp.js';
import { formatChange, formatSol, LAMPORTS_PER_SOL } from './lamports.js';
import { IS_SIMULATED } from './place.js';
import { getSentSignature, type Sent } from './sent.js';
import { watchSteps } from './steps.js';
import { createTransfer } from './transfer.js';
import { requireFeature } from './wallets.js';

/** The amount of the payment, in lamports. */
export const PRICE = LAMPORTS_PER_SOL / 100n;

/**
 * What a payment needs. `onGranted` is called when the wallet has shared an account, and asks for the payment
 * next.
 */
export type PaymentParts = Pick<Dapp, 'wallet' | 'recipient' | 'blockhashes'> &
  Readonly<{ onGranted(): void }>;

/**
 * Connects a wallet and asks it to pay, in one visit: while the wallet is open, builds the transaction for
 * the account that the wallet shares. Call it synchronously in the tap.
 */
export async function connectAndPay({
  wallet,
  recipient,
  blockhashes,
  onGranted,
}: PaymentParts): Promise<Sent> {
  let lastValidBlockHeight = 0n;
  let paid: Uint8Array | undefined;
  let payer = '';
  let before = 0n;
  let visits = 0;
  const opened = performance.now();
  const stop = watchSteps(({ isVisit }) => {
    if (isVisit) visits++;
  });
  const paying = requireFeature(wallet, 'mobile-wallet-standard:transact')
    .transact(
      async (mobile) => {
        await mobile.authorize();
        const [account] = wallet.accounts;
        if (!account) throw createDisconnectedError();
        onGranted();
        payer = account.address;
        before = await getBalance(payer);
        if (before < 2n * PRICE) {
          await addTestSol(payer, LAMPORTS_PER_SOL);
          before = await getBalance(payer);
        }
        const { lifetime, slot } = await blockhashes.get();
        lastValidBlockHeight = lifetime.lastValidBlockHeight;
        const transaction = createTransfer({
          from: payer,
          to: recipient,
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
  const signature = await getSentSignature(paying).finally(() => {
    stop();
    blockhashes.renew();
  });
  const seconds = ((performance.now() - opened) / 1000).toFixed(1);
  return {
    signature,
    lastValidBlockHeight,
    success: `${formatSol(PRICE)} paid: confirmed`,
    async getFacts() {
      return [
        { label: 'Wallet', value: `${visits} ${visits === 1 ? 'visit' : 'visits'}, ${seconds} s` },
        {
          label: `Your ${IS_SIMULATED ? 'simulated' : 'test'} balance`,
          value: formatChange(before, await getBalance(payer)),
        },
      ];
    },
  };
}
