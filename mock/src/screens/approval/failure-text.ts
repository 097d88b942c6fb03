import { type Coin, formatCoin } from '../coin.js';

/** What the wallet tells the user about a transaction that fails. */
export type FailureText = Readonly<{
  /** What will happen. */
  title: string;
  /** Why, in words that need no knowledge of Solana. */
  reason: string;
}>;

/** The place of a transaction among those of a request. `index` counts from 0. */
export type Place = Readonly<{ index: number; count: number }>;

/** Reasons by what the programs have logged. They are searched before the errors, because logs say more. */
const LOGS: readonly (readonly [RegExp, (match: RegExpExecArray, coin: Coin) => string])[] = [
  [
    /insufficient lamports (\d+), need (\d+)/,
    ([, has = '0', needs = '0'], coin) =>
      `${formatCoin(BigInt(needs), coin)} would be taken from an account that has ${formatCoin(BigInt(has), coin)}.`,
  ],
  [/Error: insufficient funds/i, () => 'An account has too few tokens for this.'],
  [/slippage/i, () => 'The price has changed too much since the app made this transaction.'],
  [/Error Message: ([^\n]+)/, ([, message = '']) => `The program that it uses says: “${message}”`],
];

/** Reasons by the network's error, with `{coin}` for what fees are paid in. The first match counts. */
const ERRORS: readonly (readonly [RegExp, string])[] = [
  [
    /no record of a prior credit|Insufficient funds for fee/,
    'The account that pays has too little {coin} for the network fee.',
  ],
  [
    /insufficient funds for rent|rent-exempt/,
    'An account would be left with less {coin} than the network asks it to keep.',
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

const ALONE: Place = { index: 0, count: 1 };

/** Returns why a transaction would fail, in plain words. The network's own error is shown in the details. */
export function getFailureText(
  error: string,
  logs: readonly string[],
  coin: Coin,
  place: Place = ALONE,
): FailureText {
  // The wallet could not simulate the transaction, so it may well succeed.
  if (error.startsWith('The cluster ')) {
    const what = place.count > 1 ? getPlaceText(place).toLowerCase() : 'this';
    return { title: `What ${what} does is unknown`, reason: 'The network could not be asked.' };
  }
  const title = getFailureTitle(place);
  const log = logs.join('\n');
  for (const [pattern, getReason] of LOGS) {
    const match = pattern.exec(log);
    if (match) return { title, reason: getReason(match, coin) };
  }
  const known = ERRORS.find(([pattern]) => pattern.test(error));
  return { title, reason: known?.[1].replace('{coin}', coin) ?? 'A program that it uses refuses it.' };
}

/** Returns e.g. `Transaction 2 of 3`. */
export function getPlaceText({ index, count }: Place): string {
  return `Transaction ${index + 1} of ${count}`;
}

/**
 * The chain simulates the transactions of a request one after another, so a later one may fail only after the
 * others.
 */
function getFailureTitle(place: Place): string {
  if (place.count === 1) return 'This would fail now';
  if (place.index === 0) return `${getPlaceText(place)} would fail now`;
  const before = place.index === 1 ? 'the one before it is sent' : 'those before it are sent';
  return `${getPlaceText(place)} would fail once ${before}`;
}
