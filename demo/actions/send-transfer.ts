import { isAddress } from '@solana/kit';
import type { Action } from '../action-card.js';
import { getRecipient } from '../addresses.js';
import { describeAmount, findAmountError } from '../amount.js';
import { CHAIN, getBalance } from '../chain.js';
import { chooseTransactionVersion, type Dapp } from '../dapp.js';
import { formatSol, parseSol } from '../lamports.js';
import { followSent, getSentSignature } from '../sent.js';
import code from '../snippets/send.ts?raw';
import { createTextField } from '../text-field.js';
import { createTransfer } from '../transfer.js';
import { getFeature, requireFeature } from '../wallets.js';

const MADE_UP = 'An account that this page made up. Any other address will do.';

/** Creates the action that lets the wallet sign and send a transfer, and then shows both new balances. */
export function createSendTransferAction(dapp: Dapp): Action {
  const { wallet, getAccount, blockhashes } = dapp;
  const recipientField = createTextField({ label: 'Recipient', value: '', isCode: true });
  const amountField = createTextField({ label: 'Amount in SOL', value: '0.01', isAmount: true });
  const showAmount = () => amountField.setHint(describeAmount(amountField.getValue()));
  amountField.onInput(showAmount);
  showAmount();
  const getTo = () => recipientField.getValue().trim();
  const knownBalances = new Map<string, bigint>();
  const readRecipientBalance = async () => {
    const to = getTo();
    if (isAddress(to)) knownBalances.set(to, await getBalance(to));
  };
  // Failures are ignored: this balance only improves the check before the wallet opens, and the chain checks, too.
  recipientField.onInput(() => readRecipientBalance().catch(() => {}));
  void getRecipient().then((recipient) => {
    if (getTo() === '') recipientField.setValue(recipient);
    const showHint = () => recipientField.setHint(getTo() === recipient ? MADE_UP : '');
    showHint();
    recipientField.onInput(showHint);
    return readRecipientBalance().catch(() => {});
  });

  return {
    title: 'Send a transfer',
    description:
      'The wallet signs a payment and sends it. The page waits until the network has confirmed it.',
    button: 'Send transfer',
    code,
    isMain: true,
    sends: true,
    fields: [recipientField.element, amountField.element],
    isOffered: getFeature(wallet, 'solana:signAndSendTransaction') !== undefined,

    validate() {
      const recipientError = isAddress(getTo()) ? undefined : 'This is not a Solana address.';
      const amountError = findAmountError({
        text: amountField.getValue(),
        balance: dapp.getKnownBalance(),
        recipientBalance: knownBalances.get(getTo()),
        isToSelf: getTo() === getAccount().address,
      });
      amountField.setError(amountError);
      recipientField.setError(recipientError);
      return recipientError === undefined && amountError === undefined;
    },

    async run(report) {
      const account = getAccount();
      const from = account.address;
      const to = getTo();
      const amount = parseSol(amountField.getValue()) ?? 0n;
      const balancesBefore = Promise.all([getBalance(from), getBalance(to)]);
      // Awaited only after the wallet has answered. Without a handler, an earlier rejection would count as unhandled.
      balancesBefore.catch(() => {});
      const { lifetime, slot } = await blockhashes.get();
      const version = chooseTransactionVersion(wallet, 'solana:signAndSendTransaction');
      const transaction = createTransfer({ from, to, amount, lifetime, version });
      const sending = requireFeature(wallet, 'solana:signAndSendTransaction')
        .signAndSendTransaction({
          account,
          transaction,
          chain: CHAIN,
          options: { minContextSlot: Number(slot), preflightCommitment: 'confirmed' },
        })
        .then(([output]) => output?.signature);
      const signature = await getSentSignature(sending).finally(() => blockhashes.renew());
      const outcome = await followSent(
        {
          signature,
          lastValidBlockHeight: lifetime.lastValidBlockHeight,
          success: `${formatSol(amount)} sent: confirmed`,
          async getFacts() {
            const [[fromBefore, toBefore], [fromAfter, toAfter]] = await Promise.all([
              balancesBefore,
              Promise.all([getBalance(from), getBalance(to)]),
            ]);
            knownBalances.set(to, toAfter);
            return [
              { label: 'Your balance', value: describeChange(fromBefore, fromAfter) },
              { label: 'Recipient’s balance', value: describeChange(toBefore, toAfter) },
            ];
          },
        },
        report,
      );
      dapp.refreshBalance();
      return outcome;
    },
  };
}

function describeChange(before: bigint, after: bigint): string {
  return `${formatSol(before)} → ${formatSol(after)}`;
}
