import { isAddress, isSignature } from '@solana/kit';
import { recall, recallNames, remember } from './memory.js';
import type { Executed } from './transfer.js';

/** A transaction that a wallet was asked to send. */
export type Sent = Readonly<{
  /** What is paid for. As long as it may have been sent, no other transaction of this order is. */
  order: string;
  /** Base58; `undefined` if the wallet returned none, so that nobody can tell whether it was sent. */
  signature?: string | undefined;
  /** An address that no other transaction names. By it, this one is found on the chain. */
  reference: string;
  /** The instruction that names the reference. Strangers’ transactions may name it, too. */
  transfer: Executed;
  /** The last block that can contain the transaction, unless the wallet has replaced its blockhash. */
  lastValidBlockHeight: bigint;
  /** The headline once the chain has confirmed it: what the user did, such as `Paid 0.01 test SOL`. */
  success: string;
}>;

/** A transaction of which this page does not know that it was made, nor that it was not. */
export type Kept = Readonly<{
  sent: Sent;
  word: Word;
}>;

/**
 * What is known: that a wallet was asked for it, that the wallet said it had sent nothing, or that the user
 * said so. It may have been sent all the same.
 */
type Word = 'asked' | 'refused' | 'denied';

/**
 * Keeps a transaction until it is decided, each by itself, because there may be other tabs. What the user has
 * said stays, also if another tab looks for the transaction again.
 */
export function keepSent(sent: Sent, word: Word = 'asked'): void {
  const { order, signature, reference, transfer, lastValidBlockHeight, success } = sent;
  const height = String(lastValidBlockHeight);
  const before = readKept(reference);
  const since = before?.since ?? Date.now();
  const kept = before?.word === 'denied' ? before.word : word;
  const entry = { order, signature, transfer, height, success, word: kept, since };
  remember(`sent:${reference}`, JSON.stringify(entry));
}

/** Forgets a transaction that is decided. */
export function forgetSent({ reference }: Sent): void {
  remember(`sent:${reference}`, undefined);
}

/** Returns what is kept, the oldest first. Skips what this page has not written. */
export function recallKept(): readonly Kept[] {
  const found = recallNames('sent:').flatMap((reference) => readKept(reference) ?? []);
  return found.sort((one, other) => one.since - other.since);
}

function readKept(reference: string): (Kept & Readonly<{ since: number }>) | undefined {
  const { order, signature, transfer, height, success, word, since } = parse(recall(`sent:${reference}`));
  if (!isAddress(reference) || !isExecuted(transfer)) return undefined;
  if (typeof order !== 'string' || typeof success !== 'string' || typeof since !== 'number') return undefined;
  if (typeof height !== 'string' || !/^\d{1,20}$/.test(height)) return undefined;
  const isSigned = typeof signature === 'string' && isSignature(signature);
  const sent: Sent = {
    order,
    reference,
    transfer,
    lastValidBlockHeight: BigInt(height),
    success,
    ...(isSigned && { signature }),
  };
  return { sent, word: word === 'refused' || word === 'denied' ? word : 'asked', since };
}

function parse(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function isExecuted(value: unknown): value is Executed {
  if (typeof value !== 'object' || value === null) return false;
  const { program, accounts, data } = value as Readonly<Record<string, unknown>>;
  const isText = (part: unknown) => typeof part === 'string';
  return isText(program) && isText(data) && Array.isArray(accounts) && accounts.every(isText);
}
