import type { BalanceChange, TokenChange, TransactionSummary } from '../../explain/chain.js';
import type { MockAccount } from '../../wallet/accounts.js';

/** How much of SOL or of one token is owned, before and after, in smallest units. SOL has no `mint`. */
export type AssetChange = Readonly<{
  before: bigint;
  after: bigint;
  decimals: number;
  mint?: string;
  name?: string;
  isNft?: boolean;
}>;

/** What one owner gains and loses. */
export type OwnerChange = Readonly<{
  address: string;
  /** Whether it is one of the wallet's accounts. */
  isOwn: boolean;
  /** Whether it is a token account, which holds SOL only to exist. */
  isTokenAccount: boolean;
  /** Losses first; among them NFTs, then tokens, then SOL. */
  assets: readonly AssetChange[];
}>;

/** A change that only moves an amount from one owner to another. At least one of them is the wallet's. */
export type Payment = Readonly<{ from: string; to: string; isOut: boolean; asset: AssetChange }>;

type Change = Readonly<{ before: bigint; after: bigint }>;

const SOL_DECIMALS = 9;

/**
 * Adds up what transactions change that are sent one after another, without their fees. The wallet's own accounts come
 * first, and among them those that lose something. What is the same in the end is left out. A transaction that would fail
 * changes nothing.
 */
export function getOwnerChanges(
  summaries: readonly TransactionSummary[],
  accounts: readonly Pick<MockAccount, 'address'>[],
): readonly OwnerChange[] {
  const balances = addUp<BalanceChange>(summaries.flatMap(getChangesBeforeFee), ({ address }) => address);
  // Several token accounts of one owner are added up after the transactions of each, because `before` is the account's.
  const tokenAccounts = addUp<TokenChange>(
    summaries.flatMap(({ tokenChanges = [] }) => tokenChanges),
    ({ address, owner, mint }) => `${address} ${owner} ${mint}`,
  );
  const tokens = addUp<TokenChange>(tokenAccounts, ({ owner, mint }) => `${owner} ${mint}`, true);
  const own = accounts.map(({ address }) => address);
  const others = [...tokens.map(({ owner }) => owner), ...balances.map(({ address }) => address)];
  return [...new Set([...own, ...others])]
    .map((address) => ({
      address,
      isOwn: own.includes(address),
      isTokenAccount: tokenAccounts.some((account) => account.address === address),
      assets: [
        ...tokens.filter(({ owner }) => owner === address),
        ...balances
          .filter((balance) => balance.address === address)
          .map(({ before, after }): AssetChange => ({ before, after, decimals: SOL_DECIMALS })),
      ]
        .filter(({ before, after }) => before !== after)
        .sort((a, b) => rankAsset(a) - rankAsset(b)),
    }))
    .filter(({ assets }) => assets.length > 0)
    .sort((a, b) => rankOwner(a) - rankOwner(b));
}

/** Returns the payment that is all that changes, or `undefined` where more changes, or where it is between others. */
export function getPayment(changes: readonly OwnerChange[]): Payment | undefined {
  const [first, second, ...more] = changes.flatMap(({ assets, ...owner }) =>
    assets.map((asset) => ({ ...owner, asset, amount: asset.after - asset.before })),
  );
  if (!first || !second || more.length > 0) return undefined;
  const [from, to] = first.amount < 0n ? [first, second] : [second, first];
  const isMoved = from.asset.mint === to.asset.mint && from.amount === -to.amount;
  if (!isMoved || !(from.isOwn || to.isOwn)) return undefined;
  return { from: from.address, to: to.address, isOut: from.isOwn, asset: from.asset };
}

/** The fee is shown on its own, so that the amounts are those that the user knows. */
function getChangesBeforeFee({ balanceChanges, feePayer, fee = 0n }: TransactionSummary) {
  return balanceChanges.map((change) =>
    change.address === feePayer ? { ...change, after: change.after + fee } : change,
  );
}

function rankAsset({ before, after, mint, isNft = false }: AssetChange): number {
  return (after < before ? 0 : 3) + (isNft ? 0 : mint === undefined ? 2 : 1);
}

function rankOwner({ isOwn, assets }: OwnerChange): number {
  return (isOwn ? 0 : 2) + (assets.some(({ before, after }) => after < before) ? 0 : 1);
}

/**
 * Merges changes with the same key into the first of them.
 *
 * @param isSideBySide whether they are changes of several accounts; otherwise each follows the one before it
 */
function addUp<TChange extends Change>(
  changes: readonly TChange[],
  getKey: (change: TChange) => string,
  isSideBySide = false,
): readonly TChange[] {
  const sums = new Map<string, TChange>();
  for (const change of changes) {
    const key = getKey(change);
    const sum = sums.get(key);
    const start = isSideBySide ? change.before : 0n;
    sums.set(key, {
      ...(sum ?? change),
      before: sum ? sum.before + start : change.before,
      after: sum ? sum.after + start + change.after - change.before : change.after,
    });
  }
  return [...sums.values()];
}
