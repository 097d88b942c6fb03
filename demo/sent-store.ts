import { type Address, address } from '@solana/kit';
import type { PaymentTerms } from 'mobile-wallet-standard/payments';
import { recall, recallNames, remember } from './memory.js';

/** A transaction that a wallet was asked to send, and by what it is found on the chain. */
export type Sent = PaymentTerms &
  Readonly<{
    /** What is paid for. While this transaction may still be executed, no other one of the order is built. */
    order: string;
    payer: Address;
    /** The wire bytes in base64, without a signature: the same ones cannot be executed twice. */
    transaction: string;
    minContextSlot: number;
    /** The last block that can contain the transaction, unless the wallet has replaced its blockhash. */
    lastValidBlockHeight: bigint;
    /** The headline once the chain has confirmed it: what the user did, such as `Paid 0.01 test SOL`. */
    success: string;
  }>;

/** A transaction of which this page does not know what became of it. */
export type Kept = Readonly<{
  sent: Sent;
  /** What is known: that a wallet was asked for it, or that the wallet said it had not sent it. */
  word: 'asked' | 'declined';
}>;

/** Keeps a transaction until it is decided, each by itself, because there may be other tabs. */
export function keepSent(sent: Sent, word: Kept['word'] = 'asked'): void {
  const write = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
  remember(`sent:${sent.reference}`, JSON.stringify({ ...sent, word }, write));
}

/** Forgets a transaction that is decided. */
export function forgetSent({ reference }: Sent): void {
  remember(`sent:${reference}`, undefined);
}

/** Returns what is kept, the oldest first. Skips what this page has not written. */
export function recallKept(): readonly Kept[] {
  const found = recallNames('sent:').flatMap((reference) => readKept(reference) ?? []);
  return found.sort((one, other) => Number(one.sent.lastValidBlockHeight - other.sent.lastValidBlockHeight));
}

function readKept(reference: string): Kept | undefined {
  try {
    const kept = JSON.parse(recall(`sent:${reference}`) ?? '') as Readonly<Record<string, unknown>>;
    const mint = kept['mint'] as Readonly<Record<string, unknown>> | undefined;
    const sent: Sent = {
      order: String(kept['order']),
      payer: address(String(kept['payer'])),
      recipient: address(String(kept['recipient'])),
      amount: BigInt(String(kept['amount'])),
      mint: mint && { address: address(String(mint['address'])), decimals: Number(mint['decimals']) },
      reference: address(reference),
      transaction: String(kept['transaction']),
      minContextSlot: Number(kept['minContextSlot']),
      lastValidBlockHeight: BigInt(String(kept['lastValidBlockHeight'])),
      success: String(kept['success']),
    };
    return { sent, word: kept['word'] === 'declined' ? 'declined' : 'asked' };
  } catch {
    return undefined;
  }
}
