import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import type { DecodedTransaction, TransactionAccount } from '../../explain/describe-transaction.js';
import {
  getTokenAmount,
  readMint,
  readTokenAccount,
  TOKEN_PROGRAMS,
  type TokenAmount,
} from '../../explain/parsed-account.js';
import type { Account, Svm, SvmResult, TransactionErrorJson } from '../../explain/svm.js';
import { getFee } from './fee.js';

/** The outcome of a transaction, sent or simulated. Balances are lamports, in the order of `accounts`. */
export type Execution = Omit<SvmResult, 'returnData'> &
  Readonly<{
    fee: bigint;
    returnData: Readonly<{ programId: string; data: readonly [string, 'base64'] }> | null;
    accounts: readonly TransactionAccount[];
    preBalances: readonly bigint[];
    postBalances: readonly bigint[];
    preTokenBalances: readonly TokenBalance[];
    postTokenBalances: readonly TokenBalance[];
  }>;

/** What a token account of a transaction holds, as Solana's JSON-RPC writes it. */
type TokenBalance = Readonly<{
  accountIndex: number;
  mint: string;
  owner: string;
  programId: string;
  uiTokenAmount: TokenAmount;
}>;
type Holdings = Readonly<{ balances: readonly bigint[]; tokenBalances: readonly TokenBalance[] }>;

const NOTHING: Holdings = { balances: [], tokenBalances: [] };

/** Returns the result of a transaction that is refused before any program runs. */
export function refuse(err: TransactionErrorJson): SvmResult {
  return { err, logs: [], unitsConsumed: 0n, returnData: null, innerInstructions: [] };
}

/** Adds to a result what does not depend on the programs. */
export function createExecution(
  { message }: DecodedTransaction,
  { err, logs, unitsConsumed, returnData, innerInstructions }: SvmResult,
  accounts: readonly TransactionAccount[] = [],
  before = NOTHING,
  after = NOTHING,
): Execution {
  return {
    err,
    logs,
    unitsConsumed,
    innerInstructions,
    fee: getFee(message),
    returnData: returnData && {
      programId: returnData.programId,
      data: [encodeBase64(returnData.data), 'base64'],
    },
    accounts,
    preBalances: before.balances,
    postBalances: after.balances,
    preTokenBalances: before.tokenBalances,
    postTokenBalances: after.tokenBalances,
  };
}

/** Returns what accounts hold, where those that a simulation has changed are in `changed`. */
export function getHoldings(
  svm: Svm,
  accounts: readonly TransactionAccount[],
  changed: ReadonlyMap<string, Account> = new Map(),
): Holdings {
  const find = (address: string) => changed.get(address) ?? svm.getAccount(address);
  // As in a validator, a transaction that shows token balances must name a token program.
  const holders = accounts.some(({ address }) => TOKEN_PROGRAMS.has(address)) ? accounts : [];
  return {
    balances: accounts.map(({ address }) => changed.get(address)?.lamports ?? svm.getBalance(address)),
    tokenBalances: holders.flatMap(({ address }, accountIndex) => {
      const account = find(address);
      const token = readTokenAccount(account);
      const decimals = token && readMint(find(token.mint))?.decimals;
      if (!account || !token || decimals === undefined) return [];
      const { mint, owner, amount } = token;
      const uiTokenAmount = getTokenAmount(amount, decimals);
      return [{ accountIndex, mint, owner, programId: account.owner, uiTokenAmount }];
    }),
  };
}
