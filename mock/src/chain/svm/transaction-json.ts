import {
  AccountRole,
  type Address,
  type CompiledTransactionMessage,
  type LoadedAddresses,
} from '@solana/kit';
import { decodeBase58, encodeBase58, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { getInstructions } from '../../explain/describe-transaction.js';
import { type CallsJson, LONGEST_DATA } from '../../explain/inner-instructions.js';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import { getTransactionConfig } from './compute-budget.js';
import type { Execution } from './execution.js';
import type { LedgerEntry } from './ledger.js';
import { tryParseInstruction } from './parse-instruction.js';

/** Encodes a transaction as `getTransaction` does. */
export function encodeTransaction(
  entry: LedgerEntry,
  encoding: 'json' | 'jsonParsed' | 'base58' | 'base64',
): unknown {
  const { wire, message } = entry.decoded;
  if (encoding === 'base58') return [encodeBase58(wire), encoding];
  if (encoding === 'base64') return [encodeBase64(wire), encoding];
  const { accountKeys, signatures } = encodeAccountKeys(entry);
  const isParsed = encoding === 'jsonParsed';
  const addresses = entry.accounts.map(({ address }) => address);
  const instructions = getInstructions(message, encodeLoadedAddresses(entry.accounts)).map((instruction) =>
    isParsed ? encodeParsed(instruction, 1) : encodeCompiled(instruction, addresses),
  );
  return {
    signatures,
    message: {
      recentBlockhash: message.lifetimeToken,
      ...(message.version === 0 && {
        addressTableLookups: (message.addressTableLookups ?? []).map(
          ({ lookupTableAddress: accountKey, ...indexes }) => ({ accountKey, ...indexes }),
        ),
      }),
      ...(message.version === 1 && { transactionConfig: getTransactionConfig(message) }),
      ...(isParsed ? { accountKeys } : encodeHeader(message)),
      instructions,
    },
  };
}

function encodeHeader({ header, staticAccounts }: CompiledTransactionMessage) {
  return {
    accountKeys: staticAccounts,
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
  };
}

/** Encodes the signatures of a transaction, and its accounts with what it may do with them. */
export function encodeAccountKeys({ accounts, decoded }: LedgerEntry) {
  const signatures = Object.values(decoded.transaction.signatures);
  return {
    accountKeys: accounts.map(({ address, ...role }) => ({ pubkey: address, ...role })),
    signatures: signatures.map((signature) => encodeBase58(Uint8Array.from(signature ?? []))),
  };
}

function encodeCompiled(
  { programAddress, accounts, data }: ReadableInstruction,
  addresses: readonly string[],
): object {
  return {
    programIdIndex: addresses.indexOf(programAddress),
    accounts: accounts.map(({ address }) => addresses.indexOf(address)),
    data: encodeBase58(Uint8Array.from(data)),
    stackHeight: 1,
  };
}

/** Encodes an instruction of a known program by its type and arguments, and any other by its data. */
function encodeParsed(instruction: ReadableInstruction, stackHeight: number) {
  const parsed = tryParseInstruction(instruction);
  const { programAddress: programId } = instruction;
  return parsed ? { ...parsed, programId, stackHeight } : encodePartlyParsed(instruction, stackHeight);
}

function encodePartlyParsed(
  { programAddress: programId, accounts, data }: ReadableInstruction,
  stackHeight: number,
) {
  return {
    programId,
    accounts: accounts.map(({ address }) => address),
    data: encodeBase58(Uint8Array.from(data)),
    stackHeight,
  };
}

/** Converts the instructions that programs called to JSON with addresses in place of indexes. */
export const encodePartlyParsedCalls = (execution: Execution): readonly CallsJson[] =>
  encodeCalls(execution, encodePartlyParsed);

/** The same, with the arguments of those of known programs. */
export const encodeParsedCalls = (execution: Execution): readonly CallsJson[] =>
  encodeCalls(execution, encodeParsed);

function encodeCalls(
  { accounts, innerInstructions }: Execution,
  encode: typeof encodeParsed,
): readonly CallsJson[] {
  const getAddress = (index: number): Address => (accounts[index]?.address ?? '') as Address;
  return innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((call) =>
      encode(
        {
          programAddress: getAddress(call.programIdIndex),
          accounts: call.accounts.map((each) => ({ address: getAddress(each), role: AccountRole.READONLY })),
          data: decodeBase58(call.data, LONGEST_DATA),
        },
        call.stackHeight,
      ),
    ),
  }));
}

/** Returns the accounts that a transaction loaded from lookup tables. */
export function encodeLoadedAddresses(accounts: Execution['accounts']): LoadedAddresses {
  const loaded = accounts.filter(({ source }) => source === 'lookupTable');
  const select = (isWritable: boolean) =>
    loaded.filter(({ writable }) => writable === isWritable).map(({ address }) => address);
  return { writable: select(true), readonly: select(false) };
}
