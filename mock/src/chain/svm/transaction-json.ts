import type { LoadedAddresses } from '@solana/kit';
import { encodeBase58, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { getInstructions } from '../../explain/describe-transaction.js';
import type { CallsJson } from '../../explain/inner-instructions.js';
import type { Execution } from './execution.js';
import { getTransactionConfig } from './fee.js';
import type { LedgerEntry } from './ledger.js';

/** The encodings of `getTransaction`. */
export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64';

type Json = Readonly<Record<string, unknown>>;

/** Encodes a transaction as `getTransaction` does. Instructions are not parsed for any program. */
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
  const instructions = getInstructions(message, encodeLoadedAddresses(entry.accounts)).map(
    ({ programAddress, accounts, data }) => ({
      program: programAddress,
      accounts: accounts.map(({ address }) => address),
      data: encodeBase58(Uint8Array.from(data)),
      stackHeight: 1,
    }),
  );
  if (encoding === 'jsonParsed') {
    const accountKeys = entry.accounts.map(({ address, ...role }) => ({ pubkey: address, ...role }));
    const parsed = instructions.map(({ program, ...instruction }) => ({
      programId: program,
      ...instruction,
    }));
    return { signatures, message: { ...common, accountKeys, instructions: parsed } };
  }
  const { header } = message;
  const addresses = entry.accounts.map(({ address }) => address);
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
      instructions: instructions.map(({ program, accounts, ...instruction }) => ({
        programIdIndex: addresses.indexOf(program),
        accounts: accounts.map((account) => addresses.indexOf(account)),
        ...instruction,
      })),
    },
  };
}

/** Converts the instructions that programs called to JSON with addresses in place of indexes. */
export function encodePartlyParsedCalls(execution: Execution): readonly CallsJson[] {
  return execution.innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(({ programIdIndex, accounts, data, stackHeight }) => ({
      programId: execution.accounts[programIdIndex]?.address ?? '',
      accounts: accounts.map((account) => execution.accounts[account]?.address ?? ''),
      data,
      stackHeight,
    })),
  }));
}

/** Returns the accounts that a transaction loaded from lookup tables. */
export function encodeLoadedAddresses(accounts: Execution['accounts']): LoadedAddresses {
  const loaded = accounts.filter(({ source }) => source === 'lookupTable');
  const select = (isWritable: boolean) =>
    loaded.filter(({ writable }) => writable === isWritable).map(({ address }) => address);
  return { writable: select(true), readonly: select(false) };
}

function encodeLookups({ decoded: { message } }: LedgerEntry): readonly Json[] {
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : [];
  return lookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
    accountKey: lookupTableAddress,
    writableIndexes,
    readonlyIndexes,
  }));
}
