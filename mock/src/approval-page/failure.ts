import { formatSol } from './format.js';

/** What the wallet's own words about a transaction that fails are. */
export type FailureText = Readonly<{
  /** What is to be expected. */
  title: string;
  /** Why, in words that need no knowledge of Solana. */
  reason: string;
}>;

/** Logs say more than errors do, so they are read first. */
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

/** Returns why a transaction would fail, in words; the network's own words are for the details. */
export function getFailureText(error: string, logs: readonly string[]): FailureText {
  // Then nobody knows whether it would fail.
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
