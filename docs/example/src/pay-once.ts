import { type Address, getAddressDecoder, isAddress } from '@solana/kit';
import { findMobileWalletError } from 'mobile-wallet-standard';
import { isDeclined } from './error-text';
import { findPayment } from './find-payment';

/**
 * What is kept of a payment: that a wallet was asked for it, that the wallet said it had sent nothing, that
 * the user said it was not made, or that it was. Each has an entry of its own, so that two tabs do not
 * overwrite each other's.
 */
type Word = 'asked' | 'refused' | 'denied' | 'paid';

const getKey = (order: string, reference: string) => `payment:${order}:${reference}`;

/** Lists the payments of an order. Other keys, and other words, may be anybody's. */
function listReferences(order: string): Address[] {
  const start = getKey(order, '');
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(start));
  return keys.map((key) => key.slice(start.length)).filter((reference) => isAddress(reference));
}

const getWord = (order: string, reference: Address) => localStorage.getItem(getKey(order, reference));

/** What is paid stays paid. */
function keep(order: string, reference: Address, word: Word): void {
  if (getWord(order, reference) !== 'paid') localStorage.setItem(getKey(order, reference), word);
}

/** Keeps what became of a payment that is kept already. If the storage is full, that word stays. */
function update(order: string, reference: Address, word: Word): void {
  try {
    keep(order, reference, word);
  } catch {
    // What came of the payment matters more.
  }
}

/** `unknown`: nobody can tell of those that are `undecided`. `none`: the wallet may be asked. */
export type OrderState = { status: 'paid' | 'unknown' | 'none'; undecided: readonly Address[] };

/** Looks for all payments of an order on the chain, whatever the wallet said of them. */
export async function checkOrder(order: string, except?: Address): Promise<OrderState> {
  const others = listReferences(order).filter((reference) => reference !== except);
  const looks = others.map(async (reference) => {
    const word = getWord(order, reference);
    return { reference, word, look: word === 'paid' ? 'paid' : await findPayment(reference) };
  });
  const undecided: Address[] = [];
  let isPaid = false;
  for (const { reference, word, look } of await Promise.all(looks)) {
    if (look === 'paid') {
      isPaid = true;
      update(order, reference, 'paid');
    }
    if (word === 'denied') continue; // by the user: only the chain can prove the contrary
    // Nothing on the chain proves nothing, unless the wallet says the same.
    if (look === 'unknown' || word !== 'refused') undecided.push(reference);
  }
  if (isPaid) return { status: 'paid', undecided: [] };
  return { status: undecided.length > 0 ? 'unknown' : 'none', undecided };
}

/** Keeps that the user has found out that payments were not made. They are looked for all the same. */
export function deny(order: string, references: readonly Address[]): void {
  for (const reference of references) keep(order, reference, 'denied');
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
    if (getWord(order, reference) !== 'asked') return undefined; // denied in another tab
    // A browser may show the entry of another tab only now.
    if (listReferences(order).some((other) => other !== reference && getWord(order, other) === 'asked'))
      return undefined;
    isAsked = true;
    const sent = await send(built);
    update(order, reference, 'asked'); // whatever the user has said in another tab meanwhile
    return sent;
  } catch (error) {
    if (isAsked) judge(order, reference, error);
    throw error;
  } finally {
    if (!isAsked) localStorage.removeItem(getKey(order, reference));
  }
}

/** Keeps what an error says of a payment. */
function judge(order: string, reference: Address, error: unknown): void {
  const code = findMobileWalletError(error)?.code;
  const isUnknown = code === 'SUBMISSION_UNKNOWN' || code === 'ALREADY_SUBMITTED';
  if (code ? isUnknown : !isDeclined(error)) update(order, reference, 'asked');
  // Only a word: the wallet may have sent it all the same, also one that was to sign only.
  else if (getWord(order, reference) !== 'denied') update(order, reference, 'refused');
}
