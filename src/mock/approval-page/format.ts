import { formatUnits } from '../instruction-text.js';

const SOL_DECIMALS = 9;

/** Writes lamports in SOL, e.g. `1,234.5 SOL`, with a true minus sign where they are negative. */
export function formatSol(lamports: bigint): string {
  const sign = lamports < 0n ? '−' : '';
  const [whole = '0', fraction] = formatUnits(lamports < 0n ? -lamports : lamports, SOL_DECIMALS).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign}${grouped}${fraction === undefined ? '' : `.${fraction}`} SOL`;
}

/** Writes a gain or a loss in lamports as SOL with its sign, e.g. `+0.5 SOL`. */
export function formatChange(lamports: bigint): string {
  return `${lamports > 0n ? '+' : ''}${formatSol(lamports)}`;
}

/**
 * First four and last three characters of an address, as in the texts of instructions: enough to recognise it.
 * Shorter texts stay whole.
 */
export function shortenAddress(address: string): string {
  const characters = Array.from(address);
  if (characters.length <= 12) return address;
  return `${characters.slice(0, 4).join('')}…${characters.slice(-3).join('')}`;
}

/** Writes bytes as pairs of hexadecimal digits. */
export function formatHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/** Writes a count with its noun, e.g. `1 byte`, `2 bytes`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
