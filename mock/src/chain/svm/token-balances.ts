import type { TransactionAccount } from '../../explain/describe-transaction.js';
import {
  getTokenAmount,
  readMint,
  readTokenAccount,
  TOKEN_PROGRAMS,
  type TokenAmount,
} from '../../explain/parsed-account.js';
import type { Account } from '../../explain/svm.js';

/** What a token account of a transaction holds, as Solana's JSON-RPC writes it. */
export type TokenBalance = Readonly<{
  accountIndex: number;
  mint: string;
  owner: string;
  programId: string;
  uiTokenAmount: TokenAmount;
}>;

/** Returns the token balances of a transaction's accounts. As in a validator, it must name a token program. */
export function getTokenBalances(
  accounts: readonly TransactionAccount[],
  find: (address: string) => Account | undefined,
): readonly TokenBalance[] {
  if (!accounts.some(({ address }) => TOKEN_PROGRAMS.has(address))) return [];
  return accounts.flatMap(({ address }, accountIndex): readonly TokenBalance[] => {
    const account = find(address);
    const token = readTokenAccount(account);
    const decimals = token && readMint(find(token.mint))?.decimals;
    if (!account || !token || decimals === undefined) return [];
    return [
      {
        accountIndex,
        mint: token.mint,
        owner: token.owner,
        programId: account.owner,
        uiTokenAmount: getTokenAmount(token.amount, decimals),
      },
    ];
  });
}
