import type { MobileStandardWallet } from 'mobile-wallet-standard';
import { createAddress } from './addresses.js';
import { addTestSol, getBalance } from './chain.js';
import { chooseTransactionVersion, type Dapp } from './dapp.js';
import { formatChange, formatSol, LAMPORTS_PER_SOL } from './lamports.js';
import { IS_SIMULATED } from './place.js';
import { getSentSignature, rememberSent, type Sent } from './sent.js';
import { connectAndPay } from './snippets/connect-and-pay.js';
import { watchSteps } from './steps.js';
import { createTransfer } from './transfer.js';
import { requireFeature } from './wallets.js';

/** The amount of the payment, in lamports. */
export const PRICE = LAMPORTS_PER_SOL / 100n;

type PaymentParts = Pick<Dapp, 'wallet' | 'recipient' | 'blockhashes'> &
  Readonly<{
    /** The account that pays; by default the first that the wallet shares. */
    payer: string | undefined;
    /** Called when the wallet has shared an account, and is asked for the payment next. */
    onGranted(): void;
  }>;

/**
 * Connects a wallet and asks it to pay, in one visit: while the wallet is open, builds the transaction for
 * the account that the wallet shares. Call it synchronously in the tap.
 */
export async function payOnce({
  wallet,
  payer: chosen,
  recipient,
  blockhashes,
  onGranted,
}: PaymentParts): Promise<Sent> {
  let asked: Sent | undefined;
  let payer = '';
  let before = 0n;
  let visits = 0;
  const opened = performance.now();
  const stop = watchSteps(({ isVisit }) => {
    if (isVisit) visits++;
  });
  requireFeature(wallet, 'mobile-wallet-standard:transact');
  const paying = connectAndPay(wallet as MobileStandardWallet, async (granted) => {
    onGranted();
    payer = chosen ?? granted;
    before = await getBalance(payer);
    if (before < 2n * PRICE) {
      await addTestSol(payer, LAMPORTS_PER_SOL);
      before = await getBalance(payer);
    }
    const reference = await createAddress();
    const { lifetime, slot } = await blockhashes.get();
    const transaction = createTransfer({
      from: payer,
      to: recipient,
      amount: PRICE,
      lifetime,
      version: chooseTransactionVersion(wallet, 'solana:signAndSendTransaction'),
      reference,
    });
    const { lastValidBlockHeight } = lifetime;
    asked = { reference, lastValidBlockHeight, success: `Paid ${formatSol(PRICE)}` };
    rememberSent(asked);
    return { transactions: [transaction], minContextSlot: Number(slot) };
  });
  const getAsked = () => asked;
  const signature = await getSentSignature(paying, getAsked).finally(() => {
    stop();
    blockhashes.renew();
  });
  const sent = getAsked();
  if (!sent) throw new Error('The wallet was not asked to pay.');
  const seconds = ((performance.now() - opened) / 1000).toFixed(1);
  const visited = visits === 1 ? 'One visit' : `${visits} visits`;
  const note = `${visited} to ${IS_SIMULATED ? 'the test' : 'your'} wallet, ${seconds}\u00a0s. No real money.`;
  return {
    ...sent,
    signature,
    note,
    getFacts: async () => [{ label: 'Your balance', value: formatChange(before, await getBalance(payer)) }],
  };
}
