export const LAMPORTS_PER_SOL = 1_000_000_000n;

/** The fee of one signature, in lamports. */
export const FEE_PER_SIGNATURE = 5_000n;

/** The least balance of an account without data that the chain accepts (rent-exempt), in lamports. */
export const RENT_EXEMPT_MINIMUM = 890_880n;

/**
 * Parses an amount of SOL as users write it (`1.5`, `1,5`, `.5`), exactly.
 *
 * @returns lamports; `undefined` if it is not such an amount, or has more than 9 decimals
 */
export function parseSol(text: string): bigint | undefined {
  const match = /^(\d*)(?:[.,](\d{0,9}))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (whole === '' && fraction === '') return undefined;
  return BigInt(whole) * LAMPORTS_PER_SOL + BigInt(fraction.padEnd(9, '0'));
}

/** Whether a text is an amount of SOL with more than 9 decimals, which is finer than a lamport. */
export function isTooFine(text: string): boolean {
  return /^\d*[.,]\d{10,}$/.test(text.trim());
}

/**
 * Returns lamports as test SOL, exactly, without trailing zeros and with thousands grouped: `1,234.5 test
 * SOL`.
 */
export function formatSol(lamports: bigint): string {
  const size = lamports < 0n ? -lamports : lamports;
  const fraction = (size % LAMPORTS_PER_SOL).toString().padStart(9, '0').replace(/0+$/, '');
  const sign = lamports < 0n ? '-' : '';
  const whole = (size / LAMPORTS_PER_SOL).toString().replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`} test SOL`;
}

/** Returns a balance before and after, as test SOL. */
export function formatChange(before: bigint, after: bigint): string {
  return `${formatSol(before).replace(' test SOL', '')} → ${formatSol(after)}`;
}
