import {
  type Address,
  bytesEqual,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getAccountMetasFromCompiledTransactionMessage,
  getAddressDecoder,
  getArrayDecoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getInstructionsFromCompiledTransactionMessage,
  getTransactionDecoder,
  isSignerRole,
  isWritableRole,
  type LoadedAddresses,
  type ReadonlyUint8Array,
  type Transaction,
} from '@solana/kit';
import { ChainError, type InstructionSummary, type TransactionSummary } from './chain.js';
import { describeInstruction } from './instructions/describe-instruction.js';
import type { IdlPrograms } from './instructions/idl-programs.js';
import type { ReadableInstruction } from './instructions/instruction.js';

/** A decoded transaction: its wire bytes, kit's view of them, and the compiled message inside. */
export type DecodedTransaction = Readonly<{
  wire: Uint8Array;
  transaction: Transaction;
  message: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;
}>;

/** An account of a transaction. */
export type TransactionAccount = Readonly<{
  address: Address;
  signer: boolean;
  writable: boolean;
  source: 'transaction' | 'lookupTable';
}>;

/** The parts of a {@link TransactionSummary} that need no chain. */
export type DescribedMessage = Required<
  Pick<TransactionSummary, 'version' | 'feePayer' | 'instructions' | 'accounts'>
>;

/** The bytes before the addresses in the data of a lookup table. */
export const LOOKUP_TABLE_HEADER_SIZE = 56;

/** The addresses in each lookup table that could be read, by the table's address. */
export type LookupTables = ReadonlyMap<string, readonly string[]>;

const LEGACY_SIZE_LIMIT = 1232;
/** The most bytes that a transaction of any version may have. */
export const VERSION_1_SIZE_LIMIT = 4096;
const ADDRESS_SIZE = 32;

/**
 * Decodes wire bytes (legacy, version 0 or 1; signed or not).
 * @throws ChainError `malformed` when they are not a transaction, or are too large for the network
 */
export function decodeTransaction(wire: Uint8Array): DecodedTransaction {
  const decoded = decodeWire(wire);
  const limit = decoded.message.version === 1 ? VERSION_1_SIZE_LIMIT : LEGACY_SIZE_LIMIT;
  if (wire.length > limit) {
    throw new ChainError('malformed', `The transaction has ${wire.length} bytes of at most ${limit}`);
  }
  return decoded;
}

function decodeWire(wire: Uint8Array): DecodedTransaction {
  try {
    const transaction = getTransactionDecoder().decode(wire);
    return { wire, transaction, message: decodeMessage(transaction.messageBytes) };
  } catch (cause) {
    throw new ChainError('malformed', 'The bytes are not a Solana transaction', { cause });
  }
}

function decodeMessage(bytes: ReadonlyUint8Array): DecodedTransaction['message'] {
  const message = getCompiledTransactionMessageDecoder().decode(bytes);
  if (message.staticAccounts.length === 0) throw new RangeError('It has no fee payer');
  if (!hasCountedAccounts(message)) throw new RangeError('Its header counts accounts that it does not have');
  // Kit also reads bytes that end early or are not in canonical form, which would crash LiteSVM and this
  // process. Such bytes are not the same when they are encoded again.
  if (!bytesEqual(getCompiledTransactionMessageEncoder().encode(message), bytes)) {
    throw new RangeError('Encoded again, it has other bytes');
  }
  if (message.version === 1 && !isConfigMask(message.configMask)) {
    throw new RangeError('Its config mask has undefined bits');
  }
  // Throws when an instruction refers to an account that the message does not have.
  getInstructions(message);
  return message;
}

/** Whether the message has all accounts that its header counts. Otherwise kit would assign wrong roles. */
function hasCountedAccounts({ header, staticAccounts }: CompiledTransactionMessage): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  return (
    numReadonlySignerAccounts <= numSignerAccounts &&
    numSignerAccounts + numReadonlyNonSignerAccounts <= staticAccounts.length
  );
}

/** Whether only the five defined bits are set, and of the first two (the priority fee's) both or none. */
function isConfigMask(mask: number): boolean {
  return mask < 0b100000 && ((mask & 0b11) === 0 || (mask & 0b11) === 0b11);
}

/** Returns every instruction of a message with the addresses of its program and its accounts. */
export function getInstructions(
  message: CompiledTransactionMessage,
  loaded = getLoadedAddresses(message, new Map()),
): readonly ReadableInstruction[] {
  return getInstructionsFromCompiledTransactionMessage(message, loaded).map((instruction) => ({
    ...instruction,
    accounts: instruction.accounts ?? [],
    data: instruction.data ?? new Uint8Array(),
  }));
}

/** Returns the base58 addresses of the lookup tables that a message loads accounts from. */
export function getLookupTableAddresses(message: CompiledTransactionMessage): readonly string[] {
  return getLookups(message).map((lookup) => lookup.lookupTableAddress);
}

/** Returns the addresses in a lookup table's account data. */
export function parseLookupTable(data: Uint8Array): readonly string[] {
  const size = Math.max(Math.floor((data.length - LOOKUP_TABLE_HEADER_SIZE) / ADDRESS_SIZE), 0);
  return getArrayDecoder(getAddressDecoder(), { size }).decode(data, LOOKUP_TABLE_HEADER_SIZE);
}

/** Returns the addresses in lookup tables; leaves out those that do not exist. */
export function readLookupTables(
  accounts: readonly (Readonly<{ address: string; data: Uint8Array }> | undefined)[],
): LookupTables {
  const tables = accounts.flatMap((account) => account ?? []);
  return new Map(tables.map(({ address, data }) => [address, parseLookupTable(data)]));
}

/**
 * Returns every account of a message in the runtime's order: the message's own, the writable ones from lookup
 * tables, the read-only ones from lookup tables. An entry of a table that is not in `tables` is
 * `<table>[<index>]`.
 */
export function getTransactionAccounts(
  message: CompiledTransactionMessage,
  tables: LookupTables = new Map(),
): readonly TransactionAccount[] {
  const metas = getAccountMetasFromCompiledTransactionMessage(message, getLoadedAddresses(message, tables));
  return metas.map(({ address, role }, index) => ({
    address,
    signer: isSignerRole(role),
    writable: isWritableRole(role),
    source: index < message.staticAccounts.length ? 'transaction' : 'lookupTable',
  }));
}

/**
 * Returns the parts of a {@link TransactionSummary} that need no chain. `idls` describe programs of the
 * developer's own.
 */
export function describeMessage(
  message: CompiledTransactionMessage,
  tables: LookupTables = new Map(),
  idls?: IdlPrograms,
): DescribedMessage {
  const instructions = getInstructions(message, getLoadedAddresses(message, tables));
  const accounts = getTransactionAccounts(message, tables);
  const [feePayer = ''] = message.staticAccounts;
  return {
    version: message.version,
    feePayer,
    instructions: instructions.map((instruction) => summarizeInstruction(instruction, idls)),
    accounts: accounts.map((account) => ({
      address: account.address,
      isSigner: account.signer,
      isWritable: account.writable,
    })),
  };
}

/** Returns one instruction, to show to the user. */
export function summarizeInstruction(
  instruction: ReadableInstruction,
  idls?: IdlPrograms,
): InstructionSummary {
  return {
    program: instruction.programAddress,
    accounts: instruction.accounts.map(({ address }) => address),
    data: Uint8Array.from(instruction.data),
    ...describeInstruction(instruction, idls),
  };
}

function getLookups(message: CompiledTransactionMessage) {
  return message.version === 0 ? (message.addressTableLookups ?? []) : [];
}

function getLoadedAddresses(message: CompiledTransactionMessage, tables: LookupTables): LoadedAddresses {
  const load = (kind: 'writableIndexes' | 'readonlyIndexes') =>
    getLookups(message).flatMap(({ lookupTableAddress: table, [kind]: indexes }) =>
      indexes.map((index) => (tables.get(table)?.[index] ?? `${table}[${index}]`) as Address),
    );
  return { writable: load('writableIndexes'), readonly: load('readonlyIndexes') };
}
