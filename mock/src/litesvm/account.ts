import { address, type EncodedAccount } from '@solana/kit';
import type { LiteSVM } from 'litesvm';

/** An account that exists. Addresses are base58, and `lamports` is more than 0. */
export type Account = Readonly<{
  address: string;
  owner: string;
  lamports: bigint;
  data: Uint8Array;
  executable: boolean;
}>;

/** Returns the account at a base58 address. LiteSVM keeps accounts without lamports, which do not exist for Solana. */
export function getAccount(svm: LiteSVM, key: string): Account | undefined {
  const account = svm.getAccount(address(key));
  return account.exists && account.lamports > 0n ? readAccount(account) : undefined;
}

/** Returns the accounts that a program owns. */
export function getProgramAccounts(svm: LiteSVM, program: string): readonly Account[] {
  return svm
    .getProgramAccounts(address(program))
    .map(readAccount)
    .filter((account) => account.lamports > 0n);
}

/** Converts an account from kit's form. */
export function readAccount(account: EncodedAccount): Account {
  const { address, programAddress, lamports, data, executable } = account;
  return { address, owner: programAddress, lamports, data: Uint8Array.from(data), executable };
}
