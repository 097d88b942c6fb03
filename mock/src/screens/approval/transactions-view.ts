import type { TransactionSummary } from '../../explain/chain.js';
import { formatNumber, formatSol } from '../../explain/text.js';
import type { ApprovalRequest } from '../../wallet/approval.js';
import {
  type Children,
  createAddress,
  createDetails,
  createElement,
  createFacts,
  createQuiet,
  createText,
  createTextBox,
  createWarning,
  type RequestView,
  type RequestViewContext,
} from '../view.js';
import { createChanges, getChangesText } from './changes-view.js';
import { getFailureText, getPlaceText, type Place } from './failure-text.js';
import { createInstructions, createRoleList } from './instructions-view.js';
import { createWarnings, getRequestWarnings, isDangerous } from './warnings-view.js';

type Accounts = RequestViewContext['accounts'];

/**
 * Creates the view of transactions: warnings, what they change all together, and then each transaction. Several
 * transactions are folded, so that the sum and the warnings can be seen.
 */
export function createTransactionsView(
  request: Extract<ApprovalRequest, { type: 'sign-transactions' | 'sign-and-send-transactions' }>,
  { accounts }: RequestViewContext,
): RequestView {
  const summaries = request.transactions.map(({ summary }) => summary);
  const count = summaries.length;
  const warnings = getRequestWarnings(summaries, accounts);
  const verb = request.type === 'sign-transactions' ? 'Sign' : 'Sign and send';
  return {
    isDiscouraged: isDangerous(warnings) || summaries.some(({ error }) => error !== undefined),
    title: count === 1 ? `${verb} this transaction?` : `${verb} ${count} transactions?`,
    body: [
      ...summaries.flatMap((summary, index) => createFailureWarning(summary, { index, count })),
      ...createWarnings(warnings),
      ...(count === 1
        ? summaries.map((summary) => createSingle(summary, accounts))
        : [
            createSum(summaries, accounts),
            ...summaries.map((summary, index) => createFolded(summary, { index, count }, accounts)),
          ]),
      ...(request.type === 'sign-transactions'
        ? [createQuiet('The app gets what you sign, and can send it at any time.')]
        : []),
    ],
  };
}

function createSingle(summary: TransactionSummary, accounts: Accounts): HTMLElement {
  return createElement('section', { class: 'card transaction', 'aria-labelledby': 'transaction' }, [
    createElement('h2', { id: 'transaction', class: 'for-readers' }, ['Transaction']),
    ...createExpectedChanges(summary, accounts),
    ...createContent(summary, accounts),
  ]);
}

function createSum(summaries: readonly TransactionSummary[], accounts: Accounts): HTMLElement {
  const failed = summaries.filter(({ error }) => error !== undefined).length;
  const order = 'As if they were sent one after another, in this order.';
  return createElement('section', { class: 'card', 'aria-labelledby': 'sum' }, [
    createElement('h2', { id: 'sum' }, ['Expected changes, all together']),
    ...createChanges(summaries, accounts),
    createQuiet(
      failed === 0 ? order : `${order} Without the ${failed === 1 ? 'one' : failed} that would fail.`,
    ),
  ]);
}

function createFolded(summary: TransactionSummary, place: Place, accounts: Accounts): HTMLElement {
  const [first] = summary.instructions;
  const changes = getChangesText(summary, accounts);
  const isFailing = summary.error !== undefined;
  const text = isFailing ? getFailureText(summary.error, summary.logs).reason : (first?.text ?? '');
  return createElement('details', { class: 'card transaction folded' }, [
    createElement('summary', {}, [
      createElement('span', { class: 'folded-title' }, [getPlaceText(place)]),
      createElement('span', { class: isFailing ? 'folded-text is-loss' : 'folded-text' }, [
        isFailing || changes === '' ? createText(text) : changes,
      ]),
    ]),
    ...createExpectedChanges(summary, accounts),
    ...createContent(summary, accounts),
  ]);
}

function createExpectedChanges(summary: TransactionSummary, accounts: Accounts): Children {
  if (summary.error !== undefined) return [];
  return [createElement('h3', {}, ['Expected changes']), ...createChanges([summary], accounts)];
}

function createContent(summary: TransactionSummary, accounts: Accounts): Children {
  const { instructions, feePayer, fee, priorityFee = 0n, computeUnits, version } = summary;
  const { accounts: roles = [] } = summary;
  const addresses = roles.map(({ address }) => address);
  return [
    createElement('h3', {}, ['Instructions']),
    createInstructions(instructions, { accounts, roles }),
    createFacts([
      ['Fee payer', createAddress(feePayer, accounts)],
      ['Network fee', fee === undefined ? 'unknown' : formatSol(fee)],
      ...(priorityFee > 0n ? [['Priority fee, part of it', formatSol(priorityFee)] as const] : []),
      ...(computeUnits === undefined ? [] : [['Compute units', formatNumber(computeUnits)] as const]),
      ['Format', version === 'legacy' ? 'legacy' : `version ${version}`],
    ]),
    ...(roles.length === 0
      ? []
      : [createDetails('All accounts', [createRoleList(addresses, { accounts, roles })])]),
    ...createTechnicalDetails(summary),
  ];
}

/** Returns the network's own error and log, for developers. */
function createTechnicalDetails({ logs, error }: TransactionSummary): Children {
  const lines = [...(error === undefined ? [] : [error, '']), ...logs];
  if (lines.length === 0) return [];
  const name = error === undefined ? 'Program log' : 'Technical details';
  return [createDetails(name, [createTextBox(name, createText(lines.join('\n').trim()))])];
}

function createFailureWarning({ error, logs }: TransactionSummary, place: Place): Children {
  if (error === undefined) return [];
  const { title, reason } = getFailureText(error, logs, place);
  return [createWarning(createElement('strong', {}, [`${title}. `]), createText(reason))];
}
