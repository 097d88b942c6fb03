import type { TokenChange } from './chain.js';
import { readTokenAccount } from './parsed-account.js';
import type { Account } from './svm.js';
import { type FindAccounts, fetchTokenInfo, type TokenInfo } from './token-info.js';

/** What an account owns of one token. */
export type TokenHolding = Omit<TokenChange, 'owner' | 'before' | 'after'> &
  Readonly<{
    /** What the account holds, in smallest units. */
    amount: bigint;
  }>;

/** An account before and after a transaction. */
export type AccountChange = Readonly<{ before: Account | undefined; after: Account | undefined }>;

type Holding = Readonly<{ place: Pick<TokenChange, 'address' | 'owner' | 'mint'>; amount: bigint }>;

/**
 * Returns what token accounts gain and lose. A token account that changes its owner is lost by the one and gained by the
 * other. `find` must find accounts as they are after the transaction.
 */
export async function getTokenChanges(
  accounts: readonly AccountChange[],
  find: FindAccounts,
): Promise<readonly TokenChange[]> {
  const changes = accounts.flatMap(({ before, after }) => compare(readHolding(before), readHolding(after)));
  return addTokenInfo(changes, find);
}

/** Returns what token accounts hold, without the empty ones. */
export async function getHoldings(
  accounts: readonly Account[],
  find: FindAccounts,
): Promise<readonly TokenHolding[]> {
  const holdings = accounts
    .flatMap((account) => readHolding(account) ?? [])
    .filter(({ amount }) => amount > 0n)
    .map(({ place: { address, mint }, amount }) => ({ address, mint, amount }));
  return addTokenInfo(holdings, find);
}

function compare(before: Holding | undefined, after: Holding | undefined) {
  if (before && after && before.place.owner === after.place.owner && before.place.mint === after.place.mint) {
    return createChange(after.place, before.amount, after.amount);
  }
  return [
    ...(before ? createChange(before.place, before.amount, 0n) : []),
    ...(after ? createChange(after.place, 0n, after.amount) : []),
  ];
}

function createChange(place: Holding['place'], before: bigint, after: bigint) {
  return before === after ? [] : [{ ...place, before, after }];
}

function readHolding(account: Account | undefined): Holding | undefined {
  const token = readTokenAccount(account);
  if (!account || !token) return undefined;
  return { place: { address: account.address, owner: token.owner, mint: token.mint }, amount: token.amount };
}

/** Adds what each item's mint says of its token. Leaves out those whose mint is not found. */
async function addTokenInfo<T extends Readonly<{ mint: string }>>(items: readonly T[], find: FindAccounts) {
  const infos = new Map<string, TokenInfo | undefined>();
  const mints = new Set(items.map(({ mint }) => mint));
  await Promise.all([...mints].map(async (mint) => infos.set(mint, await fetchTokenInfo(mint, find))));
  return items.flatMap((item) => {
    const info = infos.get(item.mint);
    return info ? [{ ...item, ...info }] : [];
  });
}
