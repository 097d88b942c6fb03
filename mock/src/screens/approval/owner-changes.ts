import type { BalanceChange, TokenChange, TransactionSummary } from '../../explain/chain.js';
import type { MockAccount } from '../../wallet/accounts.js';

/** What an owner has of one token, before and after. */
export type OwnedTokenChange = Pick<TokenChange, 'mint' | 'before' | 'after' | 'decimals' | 'name' | 'isNft'>;

/** What one owner gains and loses. */
export type OwnerChange = Readonly<{
  address: string;
  /** Whether it is one of the wallet's accounts. */
  isOwn: boolean;
  /** Whether it is a token account, which holds SOL only to exist. */
  isTokenAccount: boolean;
  /** NFTs first. */
  tokens: readonly OwnedTokenChange[];
  /** In lamports; absent if it stays the same. */
  sol?: Readonly<{ before: bigint; after: bigint }>;
}>;

type Change = Readonly<{ before: bigint; after: bigint }>;

/**
 * Adds up what transactions change that are sent one after another. The wallet's own accounts come first, in their order.
 * What is the same in the end is left out. A transaction that would fail changes nothing.
 */
export function getOwnerChanges(
  summaries: readonly TransactionSummary[],
  accounts: readonly Pick<MockAccount, 'address'>[],
): readonly OwnerChange[] {
  const balances = addUp<BalanceChange>(
    summaries.flatMap(({ balanceChanges }) => balanceChanges),
    ({ address }) => address,
  );
  // Several token accounts of one owner are added up after the transactions of each, because `before` is the account's.
  const tokenAccounts = addUp<TokenChange>(
    summaries.flatMap(({ tokenChanges = [] }) => tokenChanges),
    ({ address, owner, mint }) => `${address} ${owner} ${mint}`,
  );
  const tokens = addUp<TokenChange>(tokenAccounts, ({ owner, mint }) => `${owner} ${mint}`, true);
  const own = accounts.map(({ address }) => address);
  const others = [...tokens.map(({ owner }) => owner), ...balances.map(({ address }) => address)];
  return [...new Set([...own, ...others])].flatMap((address) => {
    const owned = tokens.filter((token) => token.owner === address && isChanged(token));
    const sol = balances.find((balance) => balance.address === address && isChanged(balance));
    if (owned.length === 0 && !sol) return [];
    return [
      {
        address,
        isOwn: own.includes(address),
        isTokenAccount: tokenAccounts.some((account) => account.address === address),
        tokens: [...owned.filter(({ isNft }) => isNft), ...owned.filter(({ isNft }) => !isNft)],
        ...(sol && { sol: { before: sol.before, after: sol.after } }),
      },
    ];
  });
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

function isChanged({ before, after }: Change): boolean {
  return before !== after;
}
