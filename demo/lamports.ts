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

/** Writes lamports as SOL, exactly, without trailing zeros and with thousands grouped: `1,234.5 SOL`. */
export function formatSol(lamports: bigint): string {
  const size = lamports < 0n ? -lamports : lamports;
  const fraction = (size % LAMPORTS_PER_SOL).toString().padStart(9, '0').replace(/0+$/, '');
  const sign = lamports < 0n ? '-' : '';
  const whole = (size / LAMPORTS_PER_SOL).toString().replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`} SOL`;
}
