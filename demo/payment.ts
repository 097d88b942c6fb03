import type { WalletAccount } from '@wallet-standard/base';
import { createAddress } from './addresses.js';
import { addTestSol, getBalance } from './chain.js';
import { chooseTransactionVersion, type Dapp } from './dapp.js';
import { formatChange, formatSol, LAMPORTS_PER_SOL } from './lamports.js';
import { IS_SIMULATED } from './place.js';
import { beginSent, type Followed, getSentSignature } from './sent.js';
import type { Sent } from './sent-store.js';
import type { Build } from './snippets/connect-and-pay.js';
import { watchSteps } from './steps.js';
import { createTransfer, findNaming } from './transfer.js';
import { findWayToPay } from './ways-to-pay.js';

/** The amount of the payment, in lamports. */
export const PRICE = LAMPORTS_PER_SOL / 100n;

type PaymentParts = Pick<Dapp, 'wallet' | 'recipient' | 'blockhashes'> &
  Readonly<{
    /** The account that pays; by default one that the wallet shares now. */
    payer: WalletAccount | undefined;
    /** Called when the wallet has shared an account, and is asked for the payment next. */
    onGranted(): void;
  }>;

/**
 * Connects a wallet and asks it to pay, in one visit if the wallet can do that: while it is open, builds the
 * transaction for the account that it shares. Call it synchronously in the tap. Rejects with `SentBefore` if
 * an earlier payment was made, or may have been.
 */
export async function payOnce({
  wallet,
  payer: chosen,
  recipient,
  blockhashes,
  onGranted,
}: PaymentParts): Promise<Followed> {
  let asked: Sent | undefined;
  let payer = '';
  let before = 0n;
  let visits = 0;
  const opened = performance.now();
  const stop = watchSteps(({ isVisit }) => {
    if (isVisit) visits++;
  });
  const way = findWayToPay(wallet);
  if (!way) throw new Error(`${wallet.name} cannot pay here.`);
  const build: Build = async ([granted]) => {
    const account = chosen ?? granted;
    if (!account) throw new Error('No account was shared.');
    onGranted();
    payer = account.address;
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
    const next: Sent = {
      order: 'payment',
      reference,
      transfer: findNaming(transaction, reference),
      lastValidBlockHeight: lifetime.lastValidBlockHeight,
      success: `Paid ${formatSol(PRICE)}`,
    };
    await beginSent(next);
    asked = next;
    return { transactions: [transaction], minContextSlot: Number(slot) };
  };
  const getAsked = () => asked;
  const signature = await getSentSignature(way.pay(build, chosen), getAsked).finally(() => {
    stop();
    blockhashes.renew();
  });
  const sent = getAsked();
  if (!sent) throw new Error('The wallet was not asked to pay.');
  const seconds = ((performance.now() - opened) / 1000).toFixed(1);
  const visited = visits === 1 ? 'One visit' : `${visits} visits`;
  const place = `${visited} to ${IS_SIMULATED ? 'the test' : 'your'} wallet, `;
  // Nobody counts the visits to a wallet in the browser.
  const note = `${visits > 0 ? place : 'It took '}${seconds}\u00a0s. No real money.`;
  return {
    ...sent,
    signature,
    note,
    getFacts: async () => [{ label: 'Your balance', value: formatChange(before, await getBalance(payer)) }],
  };
}
