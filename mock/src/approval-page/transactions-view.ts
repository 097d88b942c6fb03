import type { ApprovalRequest } from '../approval.js';
import type { BalanceChange, InstructionSummary, TransactionSummary } from '../chain.js';
import { formatChange, formatCount, formatHex, formatSol } from '../text.js';
import {
  type Children,
  createAddress,
  createDetails,
  createElement,
  createFacts,
  createText,
  createTextBox,
  createWarning,
  type RequestView,
  type RequestViewContext,
} from './view.js';

type Accounts = RequestViewContext['accounts'];

/** What the wallet tells the user about a transaction that fails. */
export type FailureText = Readonly<{
  /** What will happen. */
  title: string;
  /** Why, in words that need no knowledge of Solana. */
  reason: string;
}>;

/** Reasons by what the programs have logged. They are searched before the errors, because logs say more. */
const LOGS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /insufficient lamports (\d+), need (\d+)/,
    ([, has = '0', needs = '0']) =>
      `${formatSol(BigInt(needs))} would be taken from an account that has ${formatSol(BigInt(has))}.`,
  ],
  [/Error: insufficient funds/i, () => 'An account has too few tokens for this.'],
  [/slippage/i, () => 'The price has changed too much since the app made this transaction.'],
  [/Error Message: ([^\n]+)/, ([, message = '']) => `The program that it uses says: “${message}”`],
];

/** Reasons by the network's error. The first match counts. */
const ERRORS: readonly (readonly [RegExp, string])[] = [
  [
    /no record of a prior credit|Insufficient funds for fee/,
    'The account that pays has too little SOL for the network fee.',
  ],
  [
    /insufficient funds for rent|rent-exempt/,
    'An account would be left with less SOL than the network asks it to keep.',
  ],
  [/insufficient funds/i, 'An account has too little money for this.'],
  [/Blockhash not found/, 'The transaction is too old. Go back to the app, and start again there.'],
  [/already been processed/, 'The very same transaction was sent before.'],
  [
    /program that does not exist|may not be used for executing/,
    'It uses a program that this network does not have.',
  ],
  [/address table/, 'It looks up addresses that this network does not have.'],
  [/signature/i, 'A signature of somebody else is missing or wrong.'],
  [/Computational budget/i, 'It takes more computing than it asks the network for.'],
];

/** Creates the view that shows the expected changes, instructions, fee and fee payer of each transaction. */
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
          transaction.summary,
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

/** Returns why a transaction would fail, in plain words. The network's own error is shown in the details. */
export function getFailureText(error: string, logs: readonly string[]): FailureText {
  // The wallet could not simulate the transaction, so it may well succeed.
  if (error.startsWith('The cluster ')) {
    return { title: 'What this does is unknown', reason: 'The network could not be asked.' };
  }
  const title = 'This would fail now';
  const log = logs.join('\n');
  for (const [pattern, getReason] of LOGS) {
    const match = pattern.exec(log);
    if (match) return { title, reason: getReason(match) };
  }
  const known = ERRORS.find(([pattern]) => pattern.test(error));
  return { title, reason: known?.[1] ?? 'A program that it uses refuses it.' };
}

function createTransaction(
  summary: TransactionSummary,
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

/** Returns the network's own error and log, for developers. */
function createTechnicalDetails({ logs, error }: TransactionSummary): Children {
  const lines = [...(error === undefined ? [] : [error, '']), ...logs];
  if (lines.length === 0) return [];
  const name = error === undefined ? 'Program log' : 'Technical details';
  return [createDetails(name, [createTextBox(name, createText(lines.join('\n').trim()))])];
}

function createEffects({ error, balanceChanges, logs }: TransactionSummary, accounts: Accounts): Children {
  const warning = error === undefined ? [] : [createFailureWarning(error, logs)];
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

function createFailureWarning(error: string, logs: readonly string[]): HTMLElement {
  const { title, reason } = getFailureText(error, logs);
  return createWarning(createElement('strong', {}, [`${title}. `]), createText(reason));
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

/** Lists what each instruction does in words. Its accounts and data are in details, closed at first. */
function createInstructions(instructions: readonly InstructionSummary[], accounts: Accounts): HTMLElement {
  if (instructions.length === 0) return createElement('p', { class: 'quiet' }, ['None.']);
  return createElement(
    'ol',
    { class: 'instructions' },
    instructions.map((instruction) => createInstruction(instruction, accounts)),
  );
}

function createInstruction(
  { program, programName, accounts: used, data, text }: InstructionSummary,
  accounts: Accounts,
): HTMLElement {
  // For an unknown instruction, the text is its data in hexadecimal, which the details show anyway.
  const isKnown = text !== undefined && !text.startsWith('0x');
  return createElement('li', {}, [
    createElement('p', { class: 'instruction-text' }, [isKnown ? createText(text) : 'Unknown instruction']),
    createElement('p', { class: 'quiet' }, [
      programName === undefined ? 'Unknown program ' : createText(`${programName} program`),
      ...(programName === undefined ? [createAddress(program, accounts)] : []),
    ]),
    createDetails('Accounts and data', [
      createFacts([['Program', createFullAddress(program, accounts)]]),
      createElement('h4', {}, [formatCount(used.length, 'account')]),
      createElement(
        'ol',
        { class: 'full-addresses' },
        used.map((address) => createElement('li', {}, [createFullAddress(address, accounts)])),
      ),
      createElement('h4', {}, [`${formatCount(data.length, 'byte')} of data`]),
      ...(data.length > 0 ? [createTextBox('Data', formatHex(data))] : []),
    ]),
  ]);
}

function createFullAddress(address: string, accounts: Accounts): HTMLElement {
  const label = accounts.find((account) => account.address === address)?.label;
  return createElement('span', { class: 'full-address' }, [
    createElement('code', {}, [createText(address)]),
    ...(label === undefined ? [] : [' ', createElement('span', { class: 'label' }, [createText(label)])]),
  ]);
}
