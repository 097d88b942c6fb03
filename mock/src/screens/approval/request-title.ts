import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget';
import type { InstructionSummary, TransactionSummary } from '../../explain/chain.js';
import { MEMO_PROGRAM_ADDRESSES } from '../../explain/instructions/program-addresses.js';
import type { Coin } from '../coin.js';
import { formatChange } from './amounts.js';
import { getInstructionText } from './instructions.js';
import { type AssetChange, getOwnerChanges } from './owner-changes.js';
import type { Accounts } from './view.js';

/** A longer text is no title. */
const MAX_LENGTH = 80;
/** Of more assets, a title names the first ones. */
const MAX_ASSETS = 2;

/** Returns what the wallet's accounts lose and gain by transactions, all accounts together. */
export function getOwnSum(
  summaries: readonly TransactionSummary[],
  accounts: Accounts,
): Readonly<{ lost: readonly AssetChange[]; gained: readonly AssetChange[] }> {
  const sums = new Map<string | undefined, AssetChange>();
  for (const { isOwn, assets } of getOwnerChanges(summaries, accounts)) {
    for (const asset of isOwn ? assets : []) {
      const sum = sums.get(asset.mint) ?? { ...asset, before: 0n, after: 0n };
      const [before, after] = [sum.before + asset.before, sum.after + asset.after];
      sums.set(asset.mint, { ...sum, before, after });
    }
  }
  const all = [...sums.values()];
  return {
    lost: all.filter(({ before, after }) => after < before),
    gained: all.filter(({ before, after }) => after > before),
  };
}

/**
 * Returns what transactions do, by a verb: `Swap 1 SOL for 152.34 USDC`, `Approve 3 payments`, or what their
 * instructions say. `verb` asks for them where nothing more is known.
 */
export function getActionTitle(
  summaries: readonly TransactionSummary[],
  accounts: Accounts,
  coin: Coin,
  verb: string,
): string {
  const count = summaries.length;
  const question = count === 1 ? `${verb} this transaction?` : `${verb} ${count} transactions?`;
  const isKnown = summaries.every(
    ({ error, fee, tokenChanges }) => error === undefined && fee !== undefined && tokenChanges !== undefined,
  );
  if (!isKnown) return count === 1 ? (getInstructionsTitle(summaries, coin) ?? question) : question;
  const isPayments = summaries.every((summary) => {
    const { lost, gained } = getOwnSum([summary], accounts);
    return lost.length > 0 && gained.length === 0;
  });
  if (count > 1 && isPayments) return `Approve ${count} payments`;
  const { lost, gained } = getOwnSum(summaries, accounts);
  const place = count === 1 ? '' : ` in ${count} transactions`;
  const [out, back] = [lost, gained].map((assets) => joinAssets(assets, coin));
  if (out && back) return `Swap ${out} for ${back}${place}`;
  if (out) return `Send ${out}${place}`;
  if (back) return `Receive ${back}${place}`;
  return getInstructionsTitle(summaries, coin) ?? question;
}

function joinAssets(assets: readonly AssetChange[], coin: Coin): string {
  const texts = assets.slice(0, MAX_ASSETS).map((asset) => formatChange(asset, coin));
  return assets.length > MAX_ASSETS ? `${texts.join(', ')} and more` : texts.join(' and ');
}

/** Returns the first instruction that the wallet can read, as a question. */
function getInstructionsTitle(summaries: readonly TransactionSummary[], coin: Coin): string | undefined {
  const instructions = summaries
    .flatMap((summary) => summary.instructions)
    .filter(({ program }) => program !== COMPUTE_BUDGET_PROGRAM_ADDRESS);
  if (instructions.length > 0 && instructions.every(isMemo)) {
    return instructions.length === 1 ? 'Write a memo?' : `Write ${instructions.length} memos?`;
  }
  const [first, ...others] = instructions.filter((instruction) => !isMemo(instruction));
  if (!first || summaries.length > 1) return undefined;
  const text = getInstructionText(first).replace(/(?<=\d) SOL\b/g, ` ${coin}`);
  if (text === 'Unknown instruction' || text.length > MAX_LENGTH) return undefined;
  return others.length > 0 ? `${text}, and more?` : `${text}?`;
}

function isMemo({ program }: InstructionSummary): boolean {
  return Object.values<string>(MEMO_PROGRAM_ADDRESSES).includes(program);
}
