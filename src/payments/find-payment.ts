import type {
  GetEpochInfoApi,
  GetSignaturesForAddressApi,
  GetTransactionApi,
  PendingRpcRequest,
  Rpc,
  Signature,
  Slot,
} from '@solana/kit';
import { abortable } from '../util/abortable.js';
import { assertArgument } from '../util/errors.js';
import { readTransfers } from './read-transfers.js';
import { createTransferForm, type PaymentTerms } from './transfer-form.js';

/** The methods of an RPC that {@link findPayment} asks. Every RPC of kit has them. */
export type PaymentRpc = Rpc<GetEpochInfoApi & GetSignaturesForAddressApi & GetTransactionApi>;

/** A transfer on the chain that names the reference. */
export type ArrivedTransfer = Readonly<{
  /** That of its transaction. */
  signature: Signature;
  /**
   * The place of the transfer in its transaction: `'2'`, or `'2.0'` for one that a program called. Together
   * with the signature, it is unique.
   */
  instruction: string;
  /** What arrived, in the smallest unit: what a token's transfer fee leaves. */
  amount: bigint;
}>;

/** What {@link findPayment} knows of a payment. */
export type FoundPayment =
  | (ArrivedTransfer &
      Readonly<{
        /** It was paid. Of several payments, this is the oldest. */
        status: 'paid';
        /** The others that would pay it, too, oldest first: give them back. */
        also?: readonly ArrivedTransfer[];
        /** Those in which too little arrived. */
        short?: readonly ArrivedTransfer[];
        /** Set if not all could be read, so that there may be others. */
        cause?: unknown;
      }>)
  | Readonly<{
      /** Nothing on the chain pays it. */
      status: 'none';
      /**
       * Whether it can never be paid any more by a transaction of this `lastValidBlockHeight`. A wallet that
       * renews a blockhash gives it another one.
       */
      isFinal: boolean;
      /** Those in which too little arrived. */
      short?: readonly ArrivedTransfer[];
    }>
  | Readonly<{
      /** The chain could not be read, or not to its end, or its answer was malformed. */
      status: 'unknown';
      /** Why not. */
      cause?: unknown;
    }>;

/** What to look for. */
export type FindPaymentOptions = PaymentTerms &
  Readonly<{
    /** `confirmed`, the default, is for words; `finalized` for goods that leave. */
    commitment?: 'confirmed' | 'finalized' | undefined;
    /** The last block that can contain the payment, by its blockhash. Only with it, `none` can be final. */
    lastValidBlockHeight?: bigint | undefined;
    /** Ends the search. Without it, the search ends after 15 s. */
    abortSignal?: AbortSignal | undefined;
  }>;

const LIMIT_MS = 15_000;
/** The most signatures that an RPC lists at once. */
const PAGE_SIZE = 1_000;
/** Strangers can add transactions that name the reference for ever. */
const MAX_SIGNATURES = 5_000;

type Listed = Readonly<{ signature: Signature; slot: Slot; err: unknown }>;

/**
 * Looks on the chain for the payment that names `reference`: a transfer to `recipient` of at least `amount`,
 * which names no other address. A transaction that failed pays nothing; what else is in it does not matter.
 *
 * Ask only an RPC of the cluster on which the payment is to be, and one that still has its block: others
 * answer `none`.
 *
 * @throws `INVALID_ARGUMENT`, or the reason of `abortSignal`; nothing else
 */
export async function findPayment(rpc: PaymentRpc, options: FindPaymentOptions): Promise<FoundPayment> {
  const form = await createTransferForm(options);
  const { reference, amount, commitment = 'confirmed', lastValidBlockHeight, abortSignal } = options;
  assertArgument(
    commitment === 'confirmed' || commitment === 'finalized',
    'commitment',
    'must be "confirmed" or "finalized"',
  );
  const isHeight = lastValidBlockHeight === undefined || typeof lastValidBlockHeight === 'bigint';
  assertArgument(isHeight, 'lastValidBlockHeight', 'must be a bigint');

  const signal = abortSignal ?? AbortSignal.timeout(LIMIT_MS);
  const ask = async <T>(request: PendingRpcRequest<T>): Promise<T> => {
    signal.throwIfAborted();
    return abortable(request.send({ abortSignal: signal }), signal);
  };
  const found: ArrivedTransfer[] = [];
  const failures: unknown[] = [];
  const listed = new Map<Signature, Listed>();
  let isFinal = false;
  try {
    // Before the search: what comes later than this height can not pay any more.
    const finalSlot =
      lastValidBlockHeight === undefined ? undefined : await findSlotAbove(lastValidBlockHeight);
    await list(commitment);
    // What is confirmed need not be written yet.
    if (finalSlot !== undefined) await list('finalized', finalSlot);
    isFinal = finalSlot !== undefined;
  } catch (error) {
    failures.push(error);
  }
  // The oldest first, because nobody knows the reference before the payer.
  for (const { signature, err } of [...listed.values()].reverse()) {
    if (!err) await read(signature).catch((error: unknown) => failures.push(error));
  }

  const paying = found.filter((transfer) => transfer.amount >= amount);
  const tooLittle = found.filter((transfer) => transfer.amount < amount);
  const short = tooLittle.length > 0 && { short: tooLittle };
  const [oldest, ...also] = paying;
  const cause = failures.length > 0 && { cause: failures[0] };
  if (oldest) return { status: 'paid', ...oldest, ...(also.length > 0 && { also }), ...short, ...cause };
  abortSignal?.throwIfAborted();
  return cause ? { status: 'unknown', ...cause } : { status: 'none', isFinal, ...short };

  /** Returns the slot of a finalized block above a height; `undefined` if there is none yet. */
  async function findSlotAbove(height: bigint): Promise<Slot | undefined> {
    const { absoluteSlot, blockHeight } = await ask(rpc.getEpochInfo({ commitment: 'finalized' }));
    if (typeof absoluteSlot !== 'bigint' || typeof blockHeight !== 'bigint')
      throw new TypeError('The answer has no block height');
    return blockHeight > height ? absoluteSlot : undefined;
  }

  /** Adds all transactions that name the reference, newest first. */
  async function list(level: 'confirmed' | 'finalized', minContextSlot?: Slot): Promise<void> {
    let before: Listed | undefined;
    for (let count = 0; ; ) {
      // A node that has not reached the last page's end takes what is behind it for empty.
      const minSlot = before && before.slot > (minContextSlot ?? 0n) ? before.slot : minContextSlot;
      const config = {
        limit: PAGE_SIZE,
        commitment: level,
        ...(before && { before: before.signature }),
        ...(minSlot !== undefined && { minContextSlot: minSlot }),
      };
      const page = await ask(rpc.getSignaturesForAddress(reference, config));
      const last = page.at(-1);
      if (!last) return;
      for (const entry of page) {
        if (typeof entry.signature !== 'string') throw new TypeError('The answer has no signature');
        listed.set(entry.signature, entry);
      }
      count += page.length;
      if (count > MAX_SIGNATURES)
        throw new Error(`More than ${MAX_SIGNATURES} transactions name ${reference}`);
      before = last;
    }
  }

  async function read(signature: Signature): Promise<void> {
    const config = { commitment, encoding: 'json', maxSupportedTransactionVersion: 1 } as const;
    const answer = await ask(rpc.getTransaction(signature, config));
    if (!answer?.transaction.signatures.includes(signature))
      throw new Error(`The transaction ${signature} cannot be read yet`);
    found.push(...readTransfers(answer, form, reference).map((transfer) => ({ signature, ...transfer })));
  }
}
