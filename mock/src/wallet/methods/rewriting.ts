import {
  type Address,
  address,
  blockhash,
  type CompiledTransactionMessage,
  compileTransaction,
  decompileTransactionMessage,
  getTransactionEncoder,
  isTransactionMessageWithBlockhashLifetime,
  isTransactionWithinSizeLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessagePriorityFeeLamports,
} from '@solana/kit';
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  SET_COMPUTE_UNIT_PRICE_DISCRIMINATOR,
} from '@solana-program/compute-budget';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { type DecodedTransaction, decodeTransaction } from '../../explain/describe-transaction.js';
import { MEMO_PROGRAM_ADDRESSES } from '../../explain/instructions/program-addresses.js';
import type { MockWalletContext } from '../mock-session.js';

type Message = ReturnType<typeof decompileTransactionMessage>;
type Change = false | ((message: Message) => Message);

const GUARD = {
  programAddress: address(MEMO_PROGRAM_ADDRESSES.current),
  data: encodeUtf8('Guard of the mock wallet'),
};
const COMPUTE_UNIT_PRICE_MICRO_LAMPORTS = 12_345n;
/** In version 1, a message has the whole fee in place of a price. */
const PRIORITY_FEE_LAMPORTS = 1_234n;

/**
 * Returns an unsigned transaction that is changed as the wallet's quirks say. Returns it as it is if somebody
 * other than `ownAddresses` (base58) has signed it, because that signature would no longer be valid, or if it
 * cannot be changed or would become too large.
 */
export async function rewriteTransaction(
  decoded: DecodedTransaction,
  ownAddresses: readonly string[],
  { quirks, chain }: Pick<MockWalletContext, 'quirks' | 'chain'>,
): Promise<DecodedTransaction> {
  const { changesPriorityFee, renewsBlockhash, addsGuards } = quirks;
  const { message, transaction } = decoded;
  const others = Object.entries(transaction.signatures).filter(([signer]) => !ownAddresses.includes(signer));
  if (others.some(([, signature]) => signature !== null)) return decoded;
  // A wallet that cannot reach its chain signs what it got.
  const fresh = renewsBlockhash ? await chain?.getLatestBlockhash?.().catch(() => undefined) : undefined;
  if (!changesPriorityFee && !addsGuards && fresh === undefined) return decoded;
  const changes: readonly Change[] = [
    changesPriorityFee && setPriorityFee,
    addsGuards && addGuards,
    fresh !== undefined && ((before) => setBlockhash(fresh, before)),
  ];
  const rewritten = applyChanges(message, changes);
  return rewritten && isTransactionWithinSizeLimit(rewritten)
    ? decodeTransaction(new Uint8Array(getTransactionEncoder().encode(rewritten)))
    : decoded;
}

function applyChanges(message: DecodedTransaction['message'], changes: readonly Change[]) {
  const addressesByLookupTableAddress = getStandIns(message);
  try {
    const decompiled: Message = decompileTransactionMessage(message, { addressesByLookupTableAddress });
    return compileTransaction(
      changes.reduce<Message>((before, change) => (change ? change(before) : before), decompiled),
    );
  } catch {
    // No client makes such a message, for example one whose fee payer is a program.
    return undefined;
  }
}

function setPriorityFee(message: Message): Message {
  return message.version === 1
    ? setTransactionMessagePriorityFeeLamports(PRIORITY_FEE_LAMPORTS, message)
    : setTransactionMessageComputeUnitPrice(COMPUTE_UNIT_PRICE_MICRO_LAMPORTS, message);
}

function addGuards(message: Message): Message {
  const isFee = ({ programAddress, data }: Message['instructions'][number]) =>
    programAddress === COMPUTE_BUDGET_PROGRAM_ADDRESS && data?.[0] === SET_COMPUTE_UNIT_PRICE_DISCRIMINATOR;
  const others = message.instructions.filter((instruction) => !isFee(instruction));
  const instructions = [...message.instructions.filter(isFee), GUARD, GUARD, GUARD, ...others, GUARD];
  return { ...message, instructions } as Message;
}

/** Leaves the nonce of a transaction that never expires, without which it would be invalid. */
function setBlockhash(fresh: string, message: Message): Message {
  return isTransactionMessageWithBlockhashLifetime(message)
    ? setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(fresh), lastValidBlockHeight: 0n },
        message,
      )
    : message;
}

/**
 * Returns lookup tables with texts in place of addresses: a message refers to their entries by index alone.
 */
function getStandIns(message: CompiledTransactionMessage): Readonly<Record<Address, Address[]>> {
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : [];
  return Object.fromEntries(
    lookups.map(({ lookupTableAddress: table, readonlyIndexes, writableIndexes }) => {
      const length = Math.max(...readonlyIndexes, ...writableIndexes) + 1;
      return [table, Array.from({ length }, (_, index) => `${table}[${index}]` as Address)];
    }),
  );
}
