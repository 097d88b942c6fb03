import type { TransactionSummary } from '../../explain/chain.js';
import { formatAmount, formatChange, formatSol, shortenAddress } from '../../explain/text.js';
import {
  type Children,
  createAddress,
  createDetails,
  createElement,
  createQuiet,
  createText,
  type RequestViewContext,
} from '../view.js';
import { getOwnerChanges, type OwnedTokenChange, type OwnerChange } from './owner-changes.js';

type Accounts = RequestViewContext['accounts'];

/** More accounts of others than this are folded. */
const MAX_OTHERS = 3;

/** Creates the list of what transactions change, added up, with the wallet's own accounts first. */
export function createChanges(summaries: readonly TransactionSummary[], accounts: Accounts): Children {
  const simulated = summaries.filter(({ error }) => error === undefined);
  // Every simulated transaction has a fee.
  if (simulated.some(({ fee }) => fee === undefined)) {
    return [createQuiet('Nobody knows, because this wallet has no network to ask.')];
  }
  const changes = getOwnerChanges(simulated, accounts);
  const own = changes.filter(({ isOwn }) => isOwn);
  const others = changes.filter(({ isOwn }) => !isOwn);
  return [
    ...(own.length > 0 ? [createList(own, accounts)] : [createQuiet('Nothing changes in your accounts.')]),
    ...(others.length === 0
      ? []
      : others.length > MAX_OTHERS
        ? [createDetails(`${others.length} accounts of others`, [createList(others, accounts)])]
        : [createList(others, accounts)]),
    ...(simulated.some(({ tokenChanges }) => tokenChanges === undefined)
      ? [createQuiet('This network cannot tell which tokens move.')]
      : []),
  ];
}

/** Returns what the wallet's own accounts gain and lose in a few words, e.g. `−250 tokens, −0.000005 SOL`. */
export function getChangesText(summary: TransactionSummary, accounts: Accounts): string {
  const own = getOwnerChanges([summary], accounts).filter(({ isOwn }) => isOwn);
  const tokens = own.flatMap((change) => change.tokens.map(formatTokenChange));
  const sol = own.flatMap((change) =>
    change.sol ? [formatChange(change.sol.after - change.sol.before)] : [],
  );
  return [...tokens, ...sol].join(', ');
}

function createList(changes: readonly OwnerChange[], accounts: Accounts): HTMLElement {
  return createElement(
    'ul',
    { class: 'changes' },
    changes.map((change) => createChange(change, accounts)),
  );
}

function createChange(
  { address, isOwn, isTokenAccount, tokens, sol }: OwnerChange,
  accounts: Accounts,
): HTMLElement {
  return createElement('li', { class: isOwn ? 'is-own' : '' }, [
    createElement('span', {}, [
      createAddress(address, accounts),
      ...(isTokenAccount ? [createElement('span', { class: 'quiet' }, [' token account'])] : []),
    ]),
    createElement('span', { class: 'amounts' }, [
      ...tokens.map(createTokenAmount),
      ...(sol
        ? [
            createAmount(sol.after - sol.before, `From ${formatSol(sol.before)} to ${formatSol(sol.after)}`, [
              formatChange(sol.after - sol.before),
            ]),
          ]
        : []),
    ]),
  ]);
}

/** The mint's address is always shown, because every mint can give itself any name. */
function createTokenAmount(change: OwnedTokenChange): HTMLElement {
  const { mint, before, after, decimals, name } = change;
  const title = `From ${formatAmount(before, decimals)} to ${formatAmount(after, decimals)} of ${mint}`;
  return createAmount(after - before, title, [
    formatTokenChange(change),
    createElement('span', { class: 'token' }, [
      ...(name === undefined ? [] : [createText(name), ' ']),
      createElement('code', {}, [createText(shortenAddress(mint))]),
    ]),
  ]);
}

function createAmount(difference: bigint, title: string, children: Children): HTMLElement {
  return createElement(
    'span',
    { class: difference < 0n ? 'amount is-loss' : 'amount is-gain', title },
    children,
  );
}

function formatTokenChange({ before, after, decimals, isNft }: OwnedTokenChange): string {
  const difference = after - before;
  const amount = formatAmount(difference < 0n ? -difference : difference, decimals);
  const noun = isNft ? 'NFT' : amount === '1' ? 'token' : 'tokens';
  return `${difference < 0n ? '−' : '+'}${amount} ${noun}`;
}
