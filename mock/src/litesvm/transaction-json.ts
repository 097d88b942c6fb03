import { encodeBase58, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { type CompiledInstruction, getCompiledInstructions } from '../describe-transaction.js';
import type { Execution } from './execution.js';
import { getTransactionConfig } from './fee.js';
import type { LedgerEntry } from './ledger.js';

/** How `getTransaction` encodes a transaction. */
export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64';

type Json = Readonly<Record<string, unknown>>;

/** Writes a transaction as `getTransaction` has it. No program's instructions are parsed. */
export function encodeTransaction(entry: LedgerEntry, encoding: TransactionEncoding): unknown {
  const { wire, transaction, message } = entry.decoded;
  if (encoding === 'base58') return [encodeBase58(wire), encoding];
  if (encoding === 'base64') return [encodeBase64(wire), encoding];
  const signatures = Object.values(transaction.signatures).map((signature) =>
    encodeBase58(Uint8Array.from(signature ?? [])),
  );
  const common = {
    recentBlockhash: message.lifetimeToken,
    ...(message.version === 0 && { addressTableLookups: encodeLookups(entry) }),
    ...(message.version === 1 && { transactionConfig: getTransactionConfig(message) }),
  };
  const instructions = getCompiledInstructions(message);
  if (encoding === 'jsonParsed') {
    const accountKeys = entry.accounts.map(({ address, ...role }) => ({ pubkey: address, ...role }));
    const parsed = instructions.map((instruction) => encodePartlyParsed(entry, instruction, 1));
    return { signatures, message: { ...common, accountKeys, instructions: parsed } };
  }
  const { header } = message;
  return {
    signatures,
    message: {
      ...common,
      accountKeys: message.staticAccounts,
      header: {
        numRequiredSignatures: header.numSignerAccounts,
        numReadonlySignedAccounts: header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      },
      instructions: instructions.map(({ programIndex, accountIndexes, data }) => ({
        programIdIndex: programIndex,
        accounts: accountIndexes,
        data: encodeBase58(data),
        stackHeight: 1,
      })),
    },
  };
}

/** Writes the instructions that programs called, with addresses in place of indexes. */
export function encodePartlyParsedCalls(execution: Execution): readonly Json[] {
  return execution.innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(({ programIdIndex, accounts, data, stackHeight }) => ({
      programId: execution.accounts[programIdIndex]?.address,
      accounts: accounts.map((account) => execution.accounts[account]?.address),
      data,
      stackHeight,
    })),
  }));
}

/** The accounts that a transaction loaded from lookup tables. */
export function encodeLoadedAddresses({ accounts }: Execution): Json {
  const loaded = accounts.filter(({ source }) => source === 'lookupTable');
  const select = (writable: boolean) =>
    loaded.filter((account) => account.writable === writable).map(({ address }) => address);
  return { writable: select(true), readonly: select(false) };
}

function encodePartlyParsed(
  { accounts }: Execution,
  { programIndex, accountIndexes, data }: CompiledInstruction,
  stackHeight: number,
): Json {
  return {
    programId: accounts[programIndex]?.address,
    accounts: accountIndexes.map((index) => accounts[index]?.address),
    data: encodeBase58(data),
    stackHeight,
  };
}

function encodeLookups({ decoded: { message } }: LedgerEntry): readonly Json[] {
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : [];
  return lookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
    accountKey: lookupTableAddress,
    writableIndexes,
    readonlyIndexes,
  }));
}
