import type { CompiledTransactionMessage, LoadedAddresses } from '@solana/kit';
import { encodeBase58, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { getInstructions } from '../../explain/describe-transaction.js';
import type { CallsJson } from '../../explain/inner-instructions.js';
import { getTransactionConfig } from './compute-budget.js';
import type { Execution } from './execution.js';
import type { LedgerEntry } from './ledger.js';

/** Encodes a transaction as `getTransaction` does. Instructions are not parsed for any program. */
export function encodeTransaction(
  entry: LedgerEntry,
  encoding: 'json' | 'jsonParsed' | 'base58' | 'base64',
): unknown {
  const { wire, transaction, message } = entry.decoded;
  if (encoding === 'base58') return [encodeBase58(wire), encoding];
  if (encoding === 'base64') return [encodeBase64(wire), encoding];
  const signatures = Object.values(transaction.signatures).map((signature) =>
    encodeBase58(Uint8Array.from(signature ?? [])),
  );
  const isParsed = encoding === 'jsonParsed';
  const addresses = entry.accounts.map(({ address }) => address);
  const instructions = getInstructions(message, encodeLoadedAddresses(entry.accounts)).map(
    ({ programAddress, accounts, data }) => ({
      ...(isParsed ? { programId: programAddress } : { programIdIndex: addresses.indexOf(programAddress) }),
      accounts: accounts.map(({ address }) => (isParsed ? address : addresses.indexOf(address))),
      data: encodeBase58(Uint8Array.from(data)),
      stackHeight: 1,
    }),
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
      ...(isParsed
        ? { accountKeys: entry.accounts.map(({ address, ...role }) => ({ pubkey: address, ...role })) }
        : encodeHeader(message)),
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
