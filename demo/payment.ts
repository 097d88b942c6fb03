import type { WalletAccount } from '@wallet-standard/base';
import { addTestSol, getBalance } from './chain.js';
import { chooseTransactionVersion, type Dapp } from './dapp.js';
import { formatChange, formatSol, LAMPORTS_PER_SOL } from './lamports.js';
import type { ReportProgress } from './outcome.js';
import { IS_SIMULATED } from './place.js';
import { askOnce, type Followed } from './sent.js';
import { watchSteps } from './steps.js';
import { findWayToPay } from './ways-to-pay.js';

/** The amount of the payment, in lamports. */
export const PRICE = LAMPORTS_PER_SOL / 100n;

type PaymentParts = Pick<Dapp, 'wallet' | 'recipient' | 'blockhashes'> &
  Readonly<{
    /** The account that pays; by default one that the wallet shares now. */
    payer: WalletAccount | undefined;
    /** Called when the wallet has shared an account, and is asked for the payment next. */
    onGranted(): void;
    report: ReportProgress;
  }>;

/**
 * Connects a wallet and asks it to pay, in one visit if the wallet can do that: while it is open, builds the
 * transaction for the account that it shares. Call it synchronously in the tap. Returns what to follow.
 */
export function payOnce({
  wallet,
  payer: chosen,
  recipient,
  blockhashes,
  onGranted,
  report,
}: PaymentParts): Promise<Followed> {
  let payer = '';
  let before = 0n;
  let visits = 0;
  const opened = performance.now();
  const stop = watchSteps(({ isVisit }) => {
    if (isVisit) visits++;
  });
  const way = findWayToPay(wallet);
  if (!way) throw new Error(`${wallet.name} cannot pay here.`);
  return askOnce(
    (begin) =>
      way.pay(async ([granted]) => {
        const account = chosen ?? granted;
        if (!account) throw new Error('No account was shared.');
        onGranted();
        payer = account.address;
        before = await getBalance(payer);
        if (before < 2n * PRICE) {
          await addTestSol(payer, LAMPORTS_PER_SOL);
          before = await getBalance(payer);
        }
        const version = chooseTransactionVersion(wallet, 'solana:signAndSendTransaction');
        const success = `Paid ${formatSol(PRICE)}`;
        return begin({ order: 'payment', payer, recipient, amount: PRICE, success, version, blockhashes });
      }, chosen),
    report,
    () => {
      const seconds = ((performance.now() - opened) / 1000).toFixed(1);
      const visited = visits === 1 ? 'One visit' : `${visits} visits`;
      const place = `${visited} to ${IS_SIMULATED ? 'the test' : 'your'} wallet, `;
      return {
        // Nobody counts the visits to a wallet in the browser.
        note: `${visits > 0 ? place : 'It took '}${seconds}\u00a0s. No real money.`,
        getFacts: async () => [
          { label: 'Your balance', value: formatChange(before, await getBalance(payer)) },
        ],
      };
    },
  ).finally(stop);
}
