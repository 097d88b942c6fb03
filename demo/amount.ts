import { FEE_PER_SIGNATURE, formatSol, isTooFine, parseSol, RENT_EXEMPT_MINIMUM } from './lamports.js';

/** A transfer that the user is entering. Balances are in lamports, and `undefined` until they are known. */
export type PlannedTransfer = Readonly<{
  /** The amount of SOL, as the user has written it. */
  text: string;
  balance: bigint | undefined;
  recipientBalance: bigint | undefined;
  isToSelf: boolean;
}>;

/**
 * Returns why the chain would refuse a transfer, to be shown before the wallet opens; `undefined` if it would
 * not.
 */
export function findAmountError(transfer: PlannedTransfer): string | undefined {
  const { text, balance, recipientBalance, isToSelf } = transfer;
  const amount = parseSol(text);
  if (amount === undefined && isTooFine(text)) return 'Test SOL has at most 9 decimals.';
  if (amount === undefined || amount === 0n) return 'Write an amount such as 0.01 or 1000.';
  if (balance !== undefined && amount + FEE_PER_SIGNATURE > balance) {
    return `Not enough: this account has ${formatSol(balance)}, and the fee is ${formatSol(FEE_PER_SIGNATURE)}.`;
  }
  if (isToSelf) return undefined;
  if (recipientBalance !== undefined && recipientBalance + amount < RENT_EXEMPT_MINIMUM) {
    return `Too little: a new account needs at least ${formatSol(RENT_EXEMPT_MINIMUM)} to exist.`;
  }
  return balance === undefined ? undefined : findRemainderError(balance, amount);
}

/** An account must be empty or rent-exempt: the chain refuses any balance between. */
function findRemainderError(balance: bigint, amount: bigint): string | undefined {
  const remainder = balance - amount - FEE_PER_SIGNATURE;
  if (remainder === 0n || remainder >= RENT_EXEMPT_MINIMUM) return undefined;
  const all = formatSol(balance - FEE_PER_SIGNATURE);
  const most = balance - FEE_PER_SIGNATURE - RENT_EXEMPT_MINIMUM;
  const start = `This would leave ${formatSol(remainder)}, too little for the account to exist.`;
  return most > 0n
    ? `${start} Send at most ${formatSol(most)}, or all: ${all}.`
    : `${start} Send all: ${all}.`;
}

/**
 * Returns how the page reads an amount, with a warning if its comma may be meant as a thousands separator.
 */
export function describeAmount(text: string): string {
  const amount = parseSol(text);
  if (amount === undefined || amount === 0n) return '';
  const isAmbiguous = /^[1-9]\d{0,2},\d{3}$/.test(text.trim());
  return isAmbiguous
    ? `You send ${formatSol(amount)}: a comma begins the decimals. For thousands, leave it out.`
    : `You send ${formatSol(amount)}.`;
}
