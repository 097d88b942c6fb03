import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import type { TokenChange, TransactionSummary } from '../../explain/chain.js';
import { NATIVE_MINT } from '../../explain/instructions/program-addresses.js';
import { flattenInstructions } from '../../explain/warnings/transaction-warnings.js';
import type { MockAccount } from '../../wallet/accounts.js';

/** The change of what one owner has of a token or of SOL, which has no `mint`. */
export type AssetChange = Omit<TokenChange, 'mint'> &
  Readonly<{
    mint?: string;
    /** What is left of SOL after the fee and new token accounts, too. */
    left?: bigint;
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
export type Payment = Readonly<{
  from: string;
  to: string;
  isOut: boolean;
  asset: AssetChange;
  /** What the wallet's account has afterwards. */
  left: bigint;
}>;

/** A token account that comes into being, and the SOL that it holds only to exist. */
export type Opening = Readonly<{
  address: string;
  /** Whose tokens it holds, if the wallet knows it. */
  owner: string | undefined;
  payer: string;
  lamports: bigint;
}>;

const SOL_DECIMALS = 9;
/** Token accounts with every extension take less than this. An account with more holds SOL for its owner. */
const MOST_RENT = 5_000_000n;

/**
 * Adds up what transactions change that are sent one after another, without their fees and the cost of new
 * token accounts. The wallet's own accounts come first, and among them those that lose something. What is the
 * same in the end is left out. A transaction that would fail changes nothing.
 */
export function getOwnerChanges(
  summaries: readonly TransactionSummary[],
  accounts: readonly Pick<MockAccount, 'address'>[],
): readonly OwnerChange[] {
  const tokens = summaries.flatMap(({ tokenChanges = [] }) => tokenChanges);
  const sums = addUp([...tokens, ...summaries.flatMap(getSolChanges)]);
  const ownAddresses = accounts.map(({ address }) => address);
  return [...new Set([...ownAddresses, ...sums.map(({ owner }) => owner)])]
    .map((address) => ({
      address,
      isOwn: ownAddresses.includes(address),
      isTokenAccount: tokens.some((token) => token.address === address),
      assets: sums
        .filter(({ owner, before, after }) => owner === address && before !== after)
        .sort((a, b) => rankAsset(a) - rankAsset(b)),
    }))
    .filter(({ assets }) => assets.length > 0)
    .sort((a, b) => rankOwner(a) - rankOwner(b));
}

/**
 * Returns the payment that is all that changes, or `undefined` where more changes, or where it is between
 * others.
 */
export function getPayment(changes: readonly OwnerChange[]): Payment | undefined {
  const [first, second, ...more] = changes.flatMap(({ assets, ...owner }) =>
    assets.map((asset) => ({ ...owner, asset, amount: asset.after - asset.before })),
  );
  if (!first || !second || more.length > 0) return undefined;
  const [from, to] = first.amount < 0n ? [first, second] : [second, first];
  const isMoved = from.asset.mint === to.asset.mint && from.amount === -to.amount;
  if (!isMoved || !(from.isOwn || to.isOwn)) return undefined;
  const own = from.isOwn ? from.asset : to.asset;
  return {
    from: from.address,
    to: to.address,
    isOut: from.isOwn,
    asset: from.asset,
    left: own.left ?? own.after,
  };
}

/** Returns the token accounts that a transaction opens, with what they cost. */
export function getOpenings(summary: TransactionSummary): readonly Opening[] {
  const { balanceChanges, tokenChanges = [], feePayer } = summary;
  // Its accounts are the payer, the token account and the owner.
  const created = flattenInstructions(summary.instructions).filter(
    ({ program, data }) => program === ASSOCIATED_TOKEN_PROGRAM_ADDRESS && (data[0] ?? 0) < 2,
  );
  return balanceChanges.flatMap(({ address, before, after }) => {
    const token = tokenChanges.find((change) => change.address === address);
    const creation = created.find(({ accounts }) => accounts[1] === address);
    const wrapped = token?.mint === NATIVE_MINT ? token.after : 0n;
    const lamports = after - wrapped;
    const isOpened = before === 0n && lamports > 0n && lamports < MOST_RENT && (token || creation);
    const payer = creation?.accounts[0] ?? feePayer;
    if (!isOpened || !balanceChanges.some((change) => change.address === payer)) return [];
    return [{ address, payer, lamports, owner: token?.owner ?? creation?.accounts[2] }];
  });
}

/**
 * The fee and new token accounts are shown on their own, so that the amounts are those that the user knows.
 */
function getSolChanges(summary: TransactionSummary): readonly AssetChange[] {
  const { balanceChanges, feePayer, fee = 0n } = summary;
  const openings = getOpenings(summary);
  return balanceChanges.map(({ address, before, after }) => {
    const paid = openings.reduce(
      (sum, { payer, address: opened, lamports }) =>
        sum + (payer === address ? lamports : 0n) - (opened === address ? lamports : 0n),
      address === feePayer ? fee : 0n,
    );
    return { address, owner: address, before, after: after + paid, left: after, decimals: SOL_DECIMALS };
  });
}

function rankAsset({ before, after, mint, isNft = false }: AssetChange): number {
  return (after < before ? 0 : 3) + (isNft ? 0 : mint === undefined ? 2 : 1);
}

function rankOwner({ isOwn, assets }: OwnerChange): number {
  return (isOwn ? 0 : 2) + (assets.some(({ before, after }) => after < before) ? 0 : 1);
}

/** Merges the changes of all accounts of one owner that hold the same. */
function addUp(changes: readonly AssetChange[]): readonly AssetChange[] {
  const sums = new Map<string, AssetChange>();
  const seen = new Set<string>();
  for (const change of changes) {
    const asset = `${change.owner} ${change.mint}`;
    const account = `${change.address} ${asset}`;
    // Accounts of one owner stand side by side, but each change of an account follows the one before it.
    const counted = seen.has(account) ? change.before : 0n;
    seen.add(account);
    const sum = sums.get(asset) ?? {
      ...change,
      before: 0n,
      after: 0n,
      ...(change.left !== undefined && { left: 0n }),
    };
    const before = sum.before + change.before - counted;
    const left = change.left === undefined ? {} : { left: (sum.left ?? 0n) + change.left - counted };
    sums.set(asset, { ...sum, before, after: sum.after + change.after - counted, ...left });
  }
  return [...sums.values()];
}
