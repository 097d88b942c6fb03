import type { ApprovalRequest, TransactionToApprove } from '../approval.js';
import type { BalanceChange, TransactionSummary } from '../chain.js';
import {
  type Children,
  createAddress,
  createDetails,
  createElement,
  createFacts,
  createText,
  createTextBox,
} from './element.js';
import { type FailureText, getFailureText } from './failure.js';
import { formatChange, formatSol } from './format.js';
import { createInstructions } from './instructions.js';
import type { RequestView, RequestViewContext } from './view.js';

type Accounts = RequestViewContext['accounts'];

/** Shows transactions: what each would change, what it consists of, what it costs and who pays. */
export function createTransactionsView(
  request: Extract<ApprovalRequest, { type: 'sign-transactions' | 'sign-and-send-transactions' }>,
  { accounts }: RequestViewContext,
): RequestView {
  const { transactions } = request;
  const verb = request.type === 'sign-transactions' ? 'Sign' : 'Sign and send';
  const isSingle = transactions.length === 1;
  return {
    isDiscouraged: transactions.some(({ summary }) => summary.error !== undefined),
    title: isSingle ? `${verb} this transaction?` : `${verb} ${transactions.length} transactions?`,
    body: [
      ...transactions.flatMap((transaction, index) =>
        createTransaction(
          transaction,
          isSingle ? undefined : `Transaction ${index + 1} of ${transactions.length}`,
          accounts,
        ),
      ),
      ...(request.type === 'sign-transactions'
        ? [
            createElement('p', { class: 'quiet' }, [
              'The app gets the signature, and can send it when it likes.',
            ]),
          ]
        : []),
    ],
  };
}

function createTransaction(
  { summary }: TransactionToApprove,
  title: string | undefined,
  accounts: Accounts,
): Children {
  const heading = title === undefined ? [] : [createElement('h2', { class: 'card-title' }, [title])];
  return [
    createElement('section', { class: 'card transaction', 'aria-label': title ?? 'Transaction' }, [
      ...heading,
      ...createEffects(summary, accounts),
      createElement('h3', {}, ['Instructions']),
      createInstructions(summary.instructions, accounts),
      createFacts([
        ['Fee payer', createAddress(summary.feePayer, accounts)],
        ['Network fee', summary.fee === undefined ? 'unknown' : formatSol(summary.fee)],
        ['Format', summary.version === 'legacy' ? 'legacy' : `version ${summary.version}`],
      ]),
      ...createTechnicalDetails(summary),
    ]),
  ];
}

/** Returns the network's own words, for people who know them. */
function createTechnicalDetails({ logs, error }: TransactionSummary): Children {
  const lines = [...(error === undefined ? [] : [error, '']), ...logs];
  if (lines.length === 0) return [];
  const name = error === undefined ? 'Program log' : 'Technical details';
  return [createDetails(name, [createTextBox(name, createText(lines.join('\n').trim()))])];
}

function createEffects({ error, balanceChanges, logs }: TransactionSummary, accounts: Accounts): Children {
  const warning = error === undefined ? [] : [createWarning(getFailureText(error, logs))];
  if (balanceChanges.length === 0 && error !== undefined) return warning;
  const isOwn = ({ address }: BalanceChange) => accounts.some((account) => account.address === address);
  const ordered = [...balanceChanges.filter(isOwn), ...balanceChanges.filter((change) => !isOwn(change))];
  return [
    ...warning,
    createElement('h3', {}, ['Expected changes']),
    ordered.length === 0
      ? createElement('p', { class: 'quiet' }, ['No balance changes.'])
      : createElement(
          'ul',
          { class: 'changes' },
          ordered.map((change) => createChange(change, isOwn(change), accounts)),
        ),
  ];
}

function createWarning({ title, reason }: FailureText): HTMLElement {
  return createElement('p', { class: 'warning' }, [
    createElement('strong', {}, [`${title}. `]),
    createText(reason),
  ]);
}

function createChange(change: BalanceChange, isOwn: boolean, accounts: Accounts): HTMLElement {
  const difference = change.after - change.before;
  return createElement('li', { class: isOwn ? 'is-own' : '' }, [
    createAddress(change.address, accounts),
    createElement(
      'span',
      {
        class: difference < 0n ? 'amount is-loss' : 'amount is-gain',
        title: `From ${formatSol(change.before)} to ${formatSol(change.after)}`,
      },
      [formatChange(difference)],
    ),
  ]);
}
