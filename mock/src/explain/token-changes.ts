import type { TokenChange } from './chain.js';
import { readTokenAccount, TOKEN_PROGRAMS } from './parsed-account.js';
import type { Account } from './svm.js';
import { type FindAccounts, fetchTokenInfo, type TokenInfo, type TokenNames } from './token-info.js';

/** What an account owns of one token. Addresses are base58; `amount` is in smallest units. */
export type TokenHolding = TokenNames &
  Readonly<{
    /** The token account. */
    address: string;
    /** The token. */
    mint: string;
    /** What the account holds, in smallest units. */
    amount: bigint;
    /** How many of the last digits of an amount are behind the point. */
    decimals: number;
    /** Whether there is only one of it (supply 1, no decimals). */
    isNft?: boolean;
  }>;

/** An account before and after a transaction. */
export type AccountChange = Readonly<{ before: Account | undefined; after: Account | undefined }>;

type Holding = Readonly<{ address: string; owner: string; mint: string; amount: bigint }>;
type Change = Omit<TokenChange, 'decimals' | 'name' | 'symbol' | 'isNft'>;

/**
 * Returns what token accounts gain and lose. A token account that changes its owner is lost by the one and gained by the
 * other. `find` must find accounts as they are after the transaction.
 */
export async function getTokenChanges(
  accounts: readonly AccountChange[],
  find: FindAccounts,
): Promise<readonly TokenChange[]> {
  const changes = accounts.flatMap(({ before, after }) => compare(readHolding(before), readHolding(after)));
  const mints = await fetchMints(changes, find);
  return changes.flatMap((change): readonly TokenChange[] => {
    const info = mints.get(change.mint);
    return info ? [{ ...change, ...describeToken(info) }] : [];
  });
}

/** Returns what token accounts hold, without the empty ones. */
export async function getHoldings(
  accounts: readonly Account[],
  find: FindAccounts,
): Promise<readonly TokenHolding[]> {
  const holdings = accounts
    .flatMap((account) => readHolding(account) ?? [])
    .filter(({ amount }) => amount > 0n);
  const mints = await fetchMints(holdings, find);
  return holdings.flatMap(({ address, mint, amount }): readonly TokenHolding[] => {
    const info = mints.get(mint);
    return info ? [{ address, mint, amount, ...describeToken(info) }] : [];
  });
}

function compare(before: Holding | undefined, after: Holding | undefined): readonly Change[] {
  if (before && after && before.owner === after.owner && before.mint === after.mint) {
    return before.amount === after.amount
      ? []
      : [{ ...getPlace(after), before: before.amount, after: after.amount }];
  }
  const lost = before && { ...getPlace(before), before: before.amount, after: 0n };
  const gained = after && { ...getPlace(after), before: 0n, after: after.amount };
  return [lost, gained].flatMap((change) => (change && change.before !== change.after ? [change] : []));
}

function getPlace({ address, owner, mint }: Holding) {
  return { address, owner, mint };
}

function readHolding(account: Account | undefined): Holding | undefined {
  const token = account && TOKEN_PROGRAMS.has(account.owner) ? readTokenAccount(account.data) : undefined;
  if (!account || !token) return undefined;
  return { address: account.address, owner: token.owner, mint: token.mint, amount: token.amount };
}

async function fetchMints(
  items: readonly Readonly<{ mint: string }>[],
  find: FindAccounts,
): Promise<ReadonlyMap<string, TokenInfo | undefined>> {
  const mints = [...new Set(items.map(({ mint }) => mint))];
  return new Map(
    await Promise.all(mints.map(async (mint) => [mint, await fetchTokenInfo(mint, find)] as const)),
  );
}

function describeToken({ supply, ...info }: TokenInfo) {
  const isNft = info.decimals === 0 && supply === 1n;
  return { ...info, ...(isNft && { isNft }) };
}
