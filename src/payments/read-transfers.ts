import { type Address, type Base58EncodedBytes, getBase58Encoder } from '@solana/kit';
import { decodeTransfer, type TransferForm } from './transfer-form.js';

type Executed = Readonly<{
  programIdIndex: number;
  accounts: readonly number[];
  data: Base58EncodedBytes;
}>;

type Balance = Readonly<{ accountIndex: number; uiTokenAmount: Readonly<{ amount: string }> }>;

/** What is read of an answer to `getTransaction` with the encoding `json`. */
export type ExecutedTransaction = Readonly<{
  transaction: Readonly<{
    signatures: readonly string[];
    message: Readonly<{ accountKeys: readonly Address[]; instructions: readonly Executed[] }>;
  }>;
  meta: Readonly<{
    err: unknown;
    innerInstructions?: readonly Readonly<{ index: number; instructions: readonly Executed[] }>[] | null;
    loadedAddresses?: Readonly<{ writable: readonly Address[]; readonly: readonly Address[] }>;
    preTokenBalances?: readonly Balance[];
    postTokenBalances?: readonly Balance[];
  }> | null;
}>;

/**
 * Returns the transfers of a transaction that look like `form` and name `reference` alone, among its own
 * instructions and those that programs called, with what arrived. Throws if the answer does not say so.
 */
export function readTransfers(
  { transaction: { message }, meta }: ExecutedTransaction,
  form: TransferForm,
  reference: Address,
): readonly Readonly<{ instruction: string; amount: bigint }>[] {
  if (meta?.err === undefined) throw new TypeError('The answer does not say whether the transaction failed');
  if (meta.err !== null) return [];
  const { loadedAddresses, innerInstructions, preTokenBalances, postTokenBalances } = meta;
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const addresses = [...message.accountKeys, ...writable, ...readonly];
  const getAddress = (index: number): Address => {
    const found = addresses[index];
    if (typeof found !== 'string') throw new TypeError(`The answer has no account ${index}`);
    return found;
  };
  const own = message.instructions.map((executed, index) => ({ executed, instruction: `${index}` }));
  const called = (innerInstructions ?? []).flatMap(({ index, instructions }) =>
    instructions.map((executed, inner) => ({ executed, instruction: `${index}.${inner}` })),
  );
  const transfers = [...own, ...called].flatMap(({ executed, instruction }) => {
    const named = executed.accounts.map(getAddress);
    // What the recipient sends to itself does not arrive.
    if (getAddress(executed.programIdIndex) !== form.program || named[0] === form.destination) return [];
    if (form.accounts.some((address, index) => address !== undefined && address !== named[index])) return [];
    const sent = decodeTransfer(form, getBase58Encoder().encode(executed.data));
    return sent === undefined ? [] : [{ instruction, sent, extra: named.slice(form.accounts.length) }];
  });
  const naming = transfers.filter(({ extra }) => extra.length === 1 && extra[0] === reference);
  if (naming.length === 0 && !innerInstructions)
    throw new TypeError('The answer does not say which programs were called');

  const getBalance = (balances: readonly Balance[] | undefined): bigint | undefined => {
    const held = balances?.find(({ accountIndex }) => addresses[accountIndex] === form.destination);
    return held && BigInt(held.uiTokenAmount.amount);
  };
  // A token's fee is taken from what arrives. What all transfers together lack is shared by their amounts.
  const getLoss = (total: bigint): bigint => {
    if (!form.isToken) return 0n;
    const after = getBalance(postTokenBalances);
    if (after === undefined) throw new TypeError('The answer does not say what the recipient has');
    const lost = total - (after - (getBalance(preTokenBalances) ?? 0n));
    return lost > 0n ? lost : 0n;
  };
  if (naming.length === 0) return [];
  const total = transfers.reduce((sum, { sent }) => sum + sent, 0n);
  const lost = getLoss(total);
  return naming.map(({ instruction, sent }) => {
    const share = total === 0n ? 0n : (lost * sent + total - 1n) / total; // rounded up
    return { instruction, amount: sent > share ? sent - share : 0n };
  });
}
