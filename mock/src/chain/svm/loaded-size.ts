import type { CompiledTransactionMessage } from '@solana/kit';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { getLookupTableAddresses } from '../../explain/describe-transaction.js';
import { UPGRADEABLE_LOADER_ADDRESS } from '../../explain/instructions/program-addresses.js';
import type { Account, Svm } from '../../explain/svm.js';

/** The size of an upgradeable program's account: its type (4 bytes) and the address of its code. */
const PROGRAM_SIZE = 36;
const ACCOUNT_BASE_SIZE = 64;
const LOOKUP_TABLE_SIZE = 8_248;

/**
 * Returns the bytes that a transaction's `loadedAccountsDataSizeLimit` must allow: 64 plus the data for every
 * existing account, the same for the code of an upgradeable program, and a fixed size for every lookup table
 * (SIMD-0186).
 */
export function getLoadedAccountsDataSize(
  { getAccount }: Pick<Svm, 'getAccount'>,
  message: CompiledTransactionMessage,
  addresses: readonly string[],
): number {
  const code = addresses.flatMap((key) => getProgramData(getAccount(key)) ?? []);
  const counted = new Set([...addresses, ...code]);
  const sizes = [...counted].map((key) => {
    const account = getAccount(key);
    return account ? ACCOUNT_BASE_SIZE + account.data.length : 0;
  });
  const tables = getLookupTableAddresses(message).length * LOOKUP_TABLE_SIZE;
  return sizes.reduce((total, size) => total + size, tables);
}

/** Returns the address of an upgradeable program's code; `undefined` for any other account. */
export function getProgramData(account: Account | undefined): string | undefined {
  const isProgram = account?.owner === UPGRADEABLE_LOADER_ADDRESS && account.data.length === PROGRAM_SIZE;
  return isProgram ? encodeBase58(account.data.subarray(4)) : undefined;
}
