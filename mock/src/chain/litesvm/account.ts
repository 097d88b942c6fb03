import { address, type EncodedAccount, lamports } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import type { Account } from '../../explain/svm.js';

/** Converts an account from kit's form. */
export function readAccount(account: EncodedAccount): Account {
  const { address, programAddress, lamports, data, executable } = account;
  return { address, owner: programAddress, lamports, data: Uint8Array.from(data), executable };
}

/** Adds or replaces an account. */
export function writeAccount(svm: LiteSVM, account: Account): void {
  svm.setAccount({
    address: address(account.address),
    programAddress: address(account.owner),
    lamports: lamports(account.lamports),
    data: account.data,
    executable: account.executable,
    space: BigInt(account.data.length),
  });
}
