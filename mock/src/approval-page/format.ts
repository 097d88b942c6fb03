import { formatAmount, formatNumber } from '../number-text.js';

const SOL_DECIMALS = 9;

/** Writes lamports in SOL, e.g. `1,234.5 SOL`, with a true minus sign where they are negative. */
export function formatSol(lamports: bigint): string {
  const sign = lamports < 0n ? '−' : '';
  return `${sign}${formatAmount(lamports < 0n ? -lamports : lamports, SOL_DECIMALS)} SOL`;
}

/** Writes a gain or a loss in lamports as SOL with its sign, e.g. `+0.5 SOL`. */
export function formatChange(lamports: bigint): string {
  return `${lamports > 0n ? '+' : ''}${formatSol(lamports)}`;
}

/** Writes bytes as pairs of hexadecimal digits. */
export function formatHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/** Writes a count with its noun, e.g. `1 byte`, `2,000 bytes`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
