import { isAddress } from '@solana/kit';
import type { Action, Values } from '../action.js';
import { describeAmount, findAmountError } from '../amount.js';
import { CHAIN, getBalance } from '../chain.js';
import { chooseTransactionVersion, type Dapp } from '../dapp.js';
import { formatChange, formatSol, parseSol } from '../lamports.js';
import type { Outcome, ReportProgress } from '../outcome.js';
import { askOnce, followSent } from '../sent.js';
import code from '../snippets/send.ts?raw';
import { requireFeature } from '../wallets.js';

const MADE_UP = 'An account that this page made up. Any other address will do.';

/** Creates the action that lets the wallet sign and send a transfer, and then shows both new balances. */
export function createSendTransferAction(dapp: Dapp): Action {
  const { wallet, getAccount, recipient, blockhashes } = dapp;
  const knownBalances = new Map<string, bigint>();

  async function send(report: ReportProgress, values: Values): Promise<Outcome> {
    const account = getAccount();
    const payer = account.address;
    const to = (values['to'] ?? '').trim();
    const amount = parseSol(values['amount'] ?? '') ?? 0n;
    const balancesBefore = Promise.all([getBalance(payer), getBalance(to)]);
    // Awaited only after the wallet has answered. Without a handler, an earlier rejection would count as
    // unhandled.
    balancesBefore.catch(() => {});
    const version = chooseTransactionVersion(wallet, 'solana:signAndSendTransaction');
    const { signAndSendTransaction } = requireFeature(wallet, 'solana:signAndSendTransaction');
    const followed = await askOnce(
      async (begin) => {
        const order = `transfer of ${amount} to ${to}`;
        const success = `Sent ${formatSol(amount)}`;
        const terms = { order, payer, recipient: to, amount, success };
        const { transactions, minContextSlot } = await begin({ ...terms, version, blockhashes });
        const [output] = await signAndSendTransaction(
          ...transactions.map((transaction) => ({
            account,
            transaction,
            chain: CHAIN,
            options: { minContextSlot, preflightCommitment: 'confirmed' as const },
          })),
        );
        return output?.signature;
      },
      report,
      () => ({
        async getFacts() {
          const [[payerBefore, toBefore], [payerAfter, toAfter]] = await Promise.all([
            balancesBefore,
            Promise.all([getBalance(payer), getBalance(to)]),
          ]);
          knownBalances.set(to, toAfter);
          return [
            { label: 'Your balance', value: formatChange(payerBefore, payerAfter) },
            { label: 'Recipient’s balance', value: formatChange(toBefore, toAfter) },
          ];
        },
      }),
    );
    const outcome = await followSent(followed, report);
    dapp.refreshBalance();
    return outcome;
  }

  return {
    description: 'Your wallet signs it and sends it. The page waits until the chain confirms it.',
    button: 'Send transfer',
    code,
    fields: [
      {
        name: 'to',
        label: 'Recipient',
        value: recipient,
        kind: 'code',
        hint: (to) => (to.trim() === recipient ? MADE_UP : ''),
      },
      { name: 'amount', label: 'Amount in test SOL', value: '0.01', kind: 'amount', hint: describeAmount },
    ],
    needs: 'solana:signAndSendTransaction',

    onInput({ to = '' }) {
      const address = to.trim();
      if (!isAddress(address)) return;
      // Failures are ignored: this balance only improves the check before the wallet opens, and the chain
      // checks, too.
      getBalance(address).then(
        (balance) => knownBalances.set(address, balance),
        () => {},
      );
    },

    findErrors(values) {
      const to = (values['to'] ?? '').trim();
      const amount = findAmountError({
        text: values['amount'] ?? '',
        balance: dapp.getKnownBalance(),
        recipientBalance: knownBalances.get(to),
        isToSelf: to === getAccount().address,
      });
      return {
        ...(!isAddress(to) && { to: 'This is not a Solana address.' }),
        ...(amount !== undefined && { amount }),
      };
    },

    run: send,
  };
}
