export const LAMPORTS_PER_SOL = 1_000_000_000n;

/** What one signature costs on the chain. */
export const SIGNATURE_FEE = 5_000n;

/** The least that an account which holds nothing but SOL must have to exist. */
export const SMALLEST_ACCOUNT = 890_880n;

/**
 * Reads an amount of SOL as a person writes it (`1.5`, `1,5`, `.5`), exactly.
 *
 * @returns lamports; `undefined` where it is no such amount, or finer than a lamport
 */
export function parseSol(text: string): bigint | undefined {
  const match = /^(\d*)(?:[.,](\d{0,9}))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (whole === '' && fraction === '') return undefined;
  return BigInt(whole) * LAMPORTS_PER_SOL + BigInt(fraction.padEnd(9, '0'));
}

/** Tells whether a text is an amount of SOL that is finer than a lamport is written: more than 9 decimals. */
export function isTooFine(text: string): boolean {
  return /^\d*[.,]\d{10,}$/.test(text.trim());
}

/** Writes lamports as SOL, exactly and without trailing zeros: `1.5 SOL`. */
export function formatSol(lamports: bigint): string {
  const size = lamports < 0n ? -lamports : lamports;
  const fraction = (size % LAMPORTS_PER_SOL).toString().padStart(9, '0').replace(/0+$/, '');
  const sign = lamports < 0n ? '-' : '';
  return `${sign}${size / LAMPORTS_PER_SOL}${fraction === '' ? '' : `.${fraction}`} SOL`;
}
