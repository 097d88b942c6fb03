import { formatSol, isTooFine, parseSol, SIGNATURE_FEE, SMALLEST_ACCOUNT } from './lamports.js';

/** A transfer that the user is entering. Balances are in lamports, and `undefined` until they are known. */
export type PlannedTransfer = Readonly<{
  /** The amount of SOL, as the user has written it. */
  text: string;
  balance: bigint | undefined;
  recipientBalance: bigint | undefined;
  isToSelf: boolean;
}>;

/** Returns why the chain would refuse a transfer, to be shown before the wallet opens; `undefined` if it would not. */
export function findAmountError(transfer: PlannedTransfer): string | undefined {
  const { text, balance, recipientBalance, isToSelf } = transfer;
  const amount = parseSol(text);
  if (amount === undefined && isTooFine(text)) return 'SOL has at most 9 decimals.';
  if (amount === undefined || amount === 0n) return 'Write an amount such as 0.01 or 1000.';
  if (balance !== undefined && amount + SIGNATURE_FEE > balance) {
    return `Not enough: this account has ${formatSol(balance)}, and the fee is ${formatSol(SIGNATURE_FEE)}.`;
  }
  if (isToSelf) return undefined;
  if (recipientBalance !== undefined && recipientBalance + amount < SMALLEST_ACCOUNT) {
    return `Too little: a new account needs at least ${formatSol(SMALLEST_ACCOUNT)} to exist.`;
  }
  return balance === undefined ? undefined : findRemainderError(balance, amount);
}

/** An account must be empty or rent-exempt: the chain refuses any balance between. */
function findRemainderError(balance: bigint, amount: bigint): string | undefined {
  const remainder = balance - amount - SIGNATURE_FEE;
  if (remainder === 0n || remainder >= SMALLEST_ACCOUNT) return undefined;
  const all = formatSol(balance - SIGNATURE_FEE);
  const most = balance - SIGNATURE_FEE - SMALLEST_ACCOUNT;
  const start = `This would leave ${formatSol(remainder)}, too little for the account to exist.`;
  return most > 0n
    ? `${start} Send at most ${formatSol(most)}, or all: ${all}.`
    : `${start} Send all: ${all}.`;
}

/** Returns how the page reads an amount, with a warning if its comma may be meant as a thousands separator. */
export function describeAmount(text: string): string {
  const amount = parseSol(text);
  if (amount === undefined || amount === 0n) return '';
  const isAmbiguous = /^[1-9]\d{0,2},\d{3}$/.test(text.trim());
  return isAmbiguous
    ? `You send ${formatSol(amount)}: a comma begins the decimals. For thousands, leave it out.`
    : `You send ${formatSol(amount)}.`;
}
