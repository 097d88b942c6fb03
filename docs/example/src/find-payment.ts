import { type Address, getBase58Encoder, type Signature } from '@solana/kit';
import { isPayment } from './build-payment';
import { RPC_MS, rpc } from './rpc';

const PAGE = 100;
const PAGES = 5;

/** `none`: the chain shows no such payment now. `unknown`: it could not be read, or not to its end. */
export type Look = 'paid' | 'none' | 'unknown';

/**
 * Looks on the chain for the payment that names `reference`. Never rejects.
 *
 * Not the newest transaction alone: wallets may send a payment again, and strangers may name its reference.
 */
export async function findPayment(reference: Address): Promise<Look> {
  let isUnread = false;
  let before: Signature | undefined;
  const abortSignal = AbortSignal.timeout(RPC_MS); // for all requests together
  try {
    for (let page = 0; page < PAGES; page++) {
      const found = await list(reference, before, abortSignal);
      for (const { signature, err } of found) {
        if (err) continue; // it decides nothing, because another copy may have paid, or may come
        const isPaid = await pays(signature, reference, abortSignal).catch(() => undefined);
        if (isPaid) return 'paid';
        abortSignal.throwIfAborted(); // because kit does not, and would go on asking
        isUnread ||= isPaid === undefined;
      }
      before = found.at(-1)?.signature;
      if (!before) return isUnread ? 'unknown' : 'none';
    }
  } catch {
    // The chain cannot be asked.
  }
  return 'unknown'; // strangers can add transactions for ever
}

/** Lists transactions that name an address, newest first. */
const list = (reference: Address, before: Signature | undefined, abortSignal: AbortSignal) =>
  rpc
    .getSignaturesForAddress(reference, { limit: PAGE, commitment: 'confirmed', ...(before && { before }) })
    .send({ abortSignal });

/**
 * Returns whether one of a transaction's own instructions, or of those that programs called, is the payment.
 */
async function pays(signature: Signature, reference: Address, abortSignal: AbortSignal): Promise<boolean> {
  const found = await rpc
    .getTransaction(signature, {
      commitment: 'confirmed',
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    })
    .send({ abortSignal });
  if (!found?.meta) throw new Error(`${signature} cannot be read yet`);
  const { message } = found.transaction;
  const { loadedAddresses, innerInstructions } = found.meta;
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const addresses = [...message.accountKeys, ...writable, ...readonly];
  const called = (innerInstructions ?? []).flatMap(({ instructions }) => instructions);
  return [...message.instructions, ...called].some(({ programIdIndex, accounts, data }) =>
    isPayment(
      {
        program: addresses[programIdIndex],
        accounts: accounts.map((index) => addresses[index]),
        data: getBase58Encoder().encode(data),
      },
      reference,
    ),
  );
}
