import { formatSol } from './text.js';

/** What the wallet tells the user about a transaction that fails. */
export type FailureText = Readonly<{
  /** What will happen. */
  title: string;
  /** Why, in words that need no knowledge of Solana. */
  reason: string;
}>;

/** Searched before the errors, because logs say more. */
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
