import { address, type EncodedAccount } from '@solana/kit';
import type { LiteSVM } from 'litesvm';

/** An account that exists; addresses are base58, `lamports` more than 0. */
export type Account = Readonly<{
  address: string;
  owner: string;
  lamports: bigint;
  data: Uint8Array;
  executable: boolean;
}>;

/** The account at a base58 address. One without lamports is gone, even where LiteSVM still remembers it. */
export function getAccount(svm: LiteSVM, key: string): Account | undefined {
  const account = svm.getAccount(address(key));
  return account.exists && account.lamports > 0n ? readAccount(account) : undefined;
}

/** The accounts that a program owns. */
export function getProgramAccounts(svm: LiteSVM, program: string): readonly Account[] {
  return svm
    .getProgramAccounts(address(program))
    .map(readAccount)
    .filter((account) => account.lamports > 0n);
}

/** Turns kit's form of an account into this one. */
export function readAccount(account: EncodedAccount): Account {
  const { address, programAddress, lamports, data, executable } = account;
  return { address, owner: programAddress, lamports, data: Uint8Array.from(data), executable };
}
