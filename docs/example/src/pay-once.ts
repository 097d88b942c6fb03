import { type Address, getAddressDecoder, isAddress } from '@solana/kit';
import { findMobileWalletError } from 'mobile-wallet-standard';
import { findPayment } from './find-payment';

/**
 * What is kept of a payment: that a wallet was asked for it, that the wallet said it had sent nothing, or
 * that it was made. Each has an entry of its own, so that two tabs do not overwrite each other's.
 */
type Word = 'asked' | 'refused' | 'paid';

const getKey = (order: string, reference: string) => `payment:${order}:${reference}`;

/** Lists the payments of an order. Other keys, and other words, may be anybody's. */
function listReferences(order: string): Address[] {
  const start = getKey(order, '');
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(start));
  return keys.map((key) => key.slice(start.length)).filter((reference) => isAddress(reference));
}

const keep = (order: string, reference: Address, word: Word) =>
  localStorage.setItem(getKey(order, reference), word);

/** `unknown`: nobody can tell of those that are `undecided`. `none`: the wallet may be asked. */
export type OrderState = { status: 'paid' | 'unknown' | 'none'; undecided: readonly Address[] };

/** Looks for all payments of an order on the chain, whatever the wallet said of them. */
export async function checkOrder(order: string, except?: Address): Promise<OrderState> {
  const undecided: Address[] = [];
  for (const reference of listReferences(order)) {
    if (reference === except) continue;
    const word = localStorage.getItem(getKey(order, reference));
    const look = word === 'paid' ? 'paid' : await findPayment(reference);
    if (look === 'paid') {
      keep(order, reference, 'paid');
      return { status: 'paid', undecided: [] };
    }
    // Nothing on the chain proves nothing, unless the wallet says the same.
    if (look === 'unknown' || word !== 'refused') undecided.push(reference);
  }
  return { status: undecided.length > 0 ? 'unknown' : 'none', undecided };
}

/** Forgets payments, for a user who has found out that they were not made. */
export function forget(order: string, references: readonly Address[]): void {
  for (const reference of references) localStorage.removeItem(getKey(order, reference));
}

/**
 * Lets the wallet pay for an order, unless an earlier payment was made, or may have been: then it returns
 * `undefined`, and `checkOrder` tells which. Otherwise it returns what `send` does.
 *
 * A payment that the wallet sent just before it declined it has `waitMs` to arrive on the chain.
 */
export async function payOnce<TBuilt, TSent>(
  order: string,
  build: (reference: Address) => Promise<TBuilt>,
  send: (built: TBuilt) => Promise<TSent>,
  waitMs = 3_000,
): Promise<TSent | undefined> {
  const reference = getAddressDecoder().decode(crypto.getRandomValues(new Uint8Array(32)));
  let isAsked = false;
  keep(order, reference, 'asked'); // before it looks: of two tabs, one sees the other's
  try {
    if ((await checkOrder(order, reference)).status !== 'none') return undefined;
    if (listReferences(order).length > 1) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if ((await checkOrder(order, reference)).status !== 'none') return undefined;
    }
    const built = await build(reference);
    if (!listReferences(order).includes(reference)) return undefined; // forgotten in another tab
    isAsked = true;
    return await send(built);
  } catch (error) {
    if (isAsked) judge(order, reference, error);
    throw error;
  } finally {
    if (!isAsked) forget(order, [reference]);
  }
}

/** Keeps what an error says of a payment, and forgets it only if nothing has left this page. */
function judge(order: string, reference: Address, error: unknown): void {
  const found = findMobileWalletError(error);
  if (!found || found.code === 'SUBMISSION_UNKNOWN' || found.code === 'ALREADY_SUBMITTED') return;
  // What a wallet answers is only its word: it may have sent all the same.
  if (found.code === 'NOT_SUBMITTED' || 'rpcCode' in found.context) keep(order, reference, 'refused');
  else forget(order, [reference]);
}
