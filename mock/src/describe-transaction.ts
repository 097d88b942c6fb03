import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';
import { encodeBase58, equalBytes } from 'mobile-wallet-standard/endpoint';
import { ChainError, type InstructionSummary, type TransactionSummary } from './chain.js';
import { getInstructionText } from './instruction-text.js';

/** A transaction taken apart: the wire bytes, kit's view of them, and the compiled message inside. */
export type DecodedTransaction = Readonly<{
  wire: Uint8Array;
  transaction: Transaction;
  message: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;
}>;

/** An account of a transaction, in the order in which instructions count them. */
export type TransactionAccount = Readonly<{
  address: string;
  signer: boolean;
  writable: boolean;
  source: 'transaction' | 'lookupTable';
}>;

/** An instruction as it is in the message: accounts and program by their place among the accounts. */
export type CompiledInstruction = Readonly<{
  programIndex: number;
  accountIndexes: readonly number[];
  data: Uint8Array;
}>;

/** The addresses in each address lookup table that could be read, by the table's address. */
export type LookupTables = ReadonlyMap<string, readonly string[]>;

const LEGACY_SIZE_LIMIT = 1232;
const VERSION_1_SIZE_LIMIT = 4096;
const LOOKUP_TABLE_HEADER_SIZE = 56;
const ADDRESS_SIZE = 32;

/**
 * Takes wire bytes (legacy, version 0 or 1; signed or not) apart.
 * @throws ChainError `malformed` when they are no transaction, or one too large for the network.
 */
export function decodeTransaction(wire: Uint8Array): DecodedTransaction {
  const decoded = decodeWire(wire);
  const limit = decoded.message.version === 1 ? VERSION_1_SIZE_LIMIT : LEGACY_SIZE_LIMIT;
  if (wire.length > limit) {
    throw new ChainError('malformed', `The transaction has ${wire.length} bytes of at most ${limit}`);
  }
  const accountCount = getTransactionAccounts(decoded.message).length;
  for (const { programIndex, accountIndexes } of getCompiledInstructions(decoded.message)) {
    if ([programIndex, ...accountIndexes].some((index) => index >= accountCount)) {
      throw new ChainError('malformed', 'An instruction of the transaction names an account that it lacks');
    }
  }
  return decoded;
}

function decodeWire(wire: Uint8Array): DecodedTransaction {
  try {
    const transaction = getTransactionDecoder().decode(wire);
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    if (message.staticAccounts.length === 0) throw new RangeError('It has no fee payer');
    // What kit reads although it is cut off, or not in its one valid form, ends LiteSVM's whole process.
    const encoded = getCompiledTransactionMessageEncoder().encode(message);
    if (!equalBytes(Uint8Array.from(encoded), Uint8Array.from(transaction.messageBytes))) {
      throw new RangeError('It cannot be encoded as it was');
    }
    if (message.version === 1 && !isConfigMask(message.configMask)) {
      throw new RangeError('Its config mask has bits that mean nothing');
    }
    return { wire, transaction, message };
  } catch (cause) {
    throw new ChainError('malformed', 'The bytes are not a Solana transaction', { cause });
  }
}

/** Five bits have a meaning, of which the first two (the priority fee's) go together. */
function isConfigMask(mask: number): boolean {
  return mask < 0b100000 && ((mask & 0b11) === 0 || (mask & 0b11) === 0b11);
}

/** The base58 address of the account that pays for a transaction: always the first. */
export function getFeePayer(message: CompiledTransactionMessage): string {
  const [feePayer] = message.staticAccounts;
  if (feePayer === undefined) throw new RangeError('The message has no accounts');
  return feePayer;
}

/** Every instruction of a message, in one form for all versions. */
export function getCompiledInstructions(message: CompiledTransactionMessage): readonly CompiledInstruction[] {
  if (message.version === 1) {
    return message.instructionHeaders.map((header, index) => ({
      programIndex: header.programAccountIndex,
      accountIndexes: message.instructionPayloads[index]?.instructionAccountIndices ?? [],
      data: Uint8Array.from(message.instructionPayloads[index]?.instructionData ?? []),
    }));
  }
  return message.instructions.map((instruction) => ({
    programIndex: instruction.programAddressIndex,
    accountIndexes: instruction.accountIndices ?? [],
    data: Uint8Array.from(instruction.data ?? []),
  }));
}

/** The lookup tables that a message loads accounts from, as base58 addresses. */
export function getLookupTableAddresses(message: CompiledTransactionMessage): readonly string[] {
  return getLookups(message).map((lookup) => lookup.lookupTableAddress);
}

/** Reads the addresses in a lookup table's account data; what follows its 56-byte header. */
export function parseLookupTable(data: Uint8Array): readonly string[] {
  const count = Math.floor((data.length - LOOKUP_TABLE_HEADER_SIZE) / ADDRESS_SIZE);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const offset = LOOKUP_TABLE_HEADER_SIZE + index * ADDRESS_SIZE;
    return encodeBase58(data.subarray(offset, offset + ADDRESS_SIZE));
  });
}

/**
 * Every account of a message in the runtime's order: the message's own, then the looked-up writable ones, then
 * the looked-up read-only ones. An entry of a table that is not in `tables` is named `<table>[<index>]`.
 */
export function getTransactionAccounts(
  message: CompiledTransactionMessage,
  tables: LookupTables = new Map(),
): readonly TransactionAccount[] {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  const own = message.staticAccounts.map((address, index): TransactionAccount => {
    const signer = index < numSignerAccounts;
    const writable = signer
      ? index < numSignerAccounts - numReadonlySignerAccounts
      : index < message.staticAccounts.length - numReadonlyNonSignerAccounts;
    return { address, signer, writable, source: 'transaction' };
  });
  const load = (writable: boolean) =>
    getLookups(message).flatMap(({ lookupTableAddress, writableIndexes, readonlyIndexes }) =>
      (writable ? writableIndexes : readonlyIndexes).map(
        (index): TransactionAccount => ({
          address: tables.get(lookupTableAddress)?.[index] ?? `${lookupTableAddress}[${index}]`,
          signer: false,
          writable,
          source: 'lookupTable',
        }),
      ),
    );
  return [...own, ...load(true), ...load(false)];
}

/** The parts of a {@link TransactionSummary} that the bytes alone tell. */
export function describeMessage(
  message: CompiledTransactionMessage,
  tables: LookupTables = new Map(),
): Pick<TransactionSummary, 'version' | 'feePayer' | 'instructions'> {
  const addresses = getTransactionAccounts(message, tables).map((account) => account.address);
  const getAddress = (index: number) => addresses[index] ?? `[${index}]`;
  const instructions = getCompiledInstructions(message).map((instruction): InstructionSummary => {
    const program = getAddress(instruction.programIndex);
    const accounts = instruction.accountIndexes.map(getAddress);
    const { data } = instruction;
    return { program, accounts, data, ...getInstructionText({ program, accounts, data }) };
  });
  return { version: message.version, feePayer: getFeePayer(message), instructions };
}

function getLookups(message: CompiledTransactionMessage) {
  return message.version === 0 ? (message.addressTableLookups ?? []) : [];
}
