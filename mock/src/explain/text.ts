import type { ReadonlyUint8Array } from '@solana/kit';
import { decodeUtf8, parseSignInText } from 'mobile-wallet-standard/endpoint';
import { findOffchainMessage } from './offchain-message.js';

const SHORT_LENGTH = 12;
const SOL_DECIMALS = 9;
/**
 * Controls, formats (including bidirectional ones), line separators, lone surrogates, and unassigned
 * characters.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;
/**
 * Matches the characters between which a joiner is visible text, because emoji and several scripts need
 * joiners.
 */
const JOINED = /[\p{L}\p{M}\p{Emoji}]/u;
const JOINERS = ['\u200c', '\u200d'];

/** A run of visible characters, or one invisible character as its code point (`U+202E`). */
export type TextPart = Readonly<{ text: string } | { hidden: string }>;

/** Returns a whole number with its digits in groups of three, e.g. `1,234,567`. */
export function formatNumber(value: bigint | number): string {
  return value.toLocaleString('en');
}

/**
 * Converts a whole number of smallest units to a decimal number without trailing zeros, as JSON-RPC writes
 * it. Nothing is rounded.
 */
export function formatUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

/** Does the same as {@link formatUnits}, with the digits before the point in groups of three. */
export function formatAmount(amount: bigint, decimals: number): string {
  return formatUnits(amount, decimals).replace(/^\d+/, (whole) => formatNumber(BigInt(whole)));
}

/**
 * Returns the first and the last four characters of an address, enough to recognise it. Keeps short texts
 * whole.
 */
export function shortenAddress(address: string): string {
  const characters = Array.from(address);
  if (characters.length <= SHORT_LENGTH) return address;
  return `${characters.slice(0, 4).join('')}…${characters.slice(-4).join('')}`;
}

/** Returns lamports in SOL, e.g. `1,234.5 SOL`. */
export function formatSol(lamports: bigint): string {
  return `${formatAmount(lamports, SOL_DECIMALS)} SOL`;
}

/** Converts an amount of SOL to whole lamports. */
export function toLamports(sol: number): bigint {
  return BigInt(Math.round(sol * 10 ** SOL_DECIMALS));
}

/** Returns bytes as pairs of hexadecimal digits. */
export function formatHex(bytes: ReadonlyUint8Array, separator = ' '): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(separator);
}

/** Returns a text with its first letter in upper case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a count with its noun, e.g. `1 byte`, `2,000 bytes`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Splits text from a dapp into visible runs and invisible characters. Line feeds, tabs, a carriage return
 * before a line feed, and joiners within words and emoji count as visible.
 */
export function splitVisibleText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  const characters = Array.from(text);
  let run = '';
  for (const [index, character] of characters.entries()) {
    if (isVisible(character, characters[index - 1], characters[index + 1])) {
      run += character;
      continue;
    }
    if (run) parts.push({ text: run });
    run = '';
    parts.push({ hidden: getCodePointName(character) });
  }
  if (run) parts.push({ text: run });
  return parts;
}

/**
 * Returns a stranger's text in quotation marks, cut if it is long, with the code points of its invisible
 * characters.
 */
export function quoteText(text: string, maxLength = 100): string {
  const characters = Array.from(text.replace(/[\r\n\t]+/g, ' '));
  const parts = splitVisibleText(characters.slice(0, maxLength).join(''));
  const visible = parts.map((part) => ('text' in part ? part.text : `<${part.hidden}>`)).join('');
  return `“${visible}${characters.length > maxLength ? '…' : ''}”`;
}

/** Whether every character of a text is visible. */
export function isVisibleText(text: string): boolean {
  return splitVisibleText(text).every((part) => 'text' in part);
}

/**
 * Returns the text of UTF-8 and of an off-chain message, and whether to show it first rather than the bytes.
 */
export function getMessageText(message: Uint8Array): Readonly<{ text?: string; prefersText: boolean }> {
  const offchain = findOffchainMessage(message);
  if (offchain) return { text: offchain.text, prefersText: true };
  try {
    const text = decodeUtf8(message);
    return { text, prefersText: text !== '' && isVisibleText(text) };
  } catch {
    return { prefersText: false };
  }
}

/** Whether a message is a Sign In With Solana text, or an off-chain message with such a text. */
export function isSignInMessage(message: Uint8Array): boolean {
  const { text } = getMessageText(message);
  return text !== undefined && parseSignInText(text) !== undefined;
}

function isVisible(character: string, before: string | undefined, after: string | undefined): boolean {
  if (character === '\n' || character === '\t') return true;
  if (character === '\r') return after === '\n';
  if (JOINERS.includes(character)) return JOINED.test(before ?? '') && JOINED.test(after ?? '');
  return !INVISIBLE.test(character);
}

function getCodePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
