import { useContext } from 'preact/hooks';
import type { TransactionSummary } from '../../explain/chain.js';
import { formatAmount, formatCount, shortenAddress } from '../../explain/text.js';
import { ChainCoin, type Coin, formatCoin } from '../coin.js';
import { AddressPicture, Details, Facts, Quiet, Text } from '../parts.js';
import { formatAsset, formatChange } from './amounts.js';
import {
  type AssetChange,
  getOpenings,
  getOwnerChanges,
  type OwnerChange,
  type Payment,
} from './owner-changes.js';
import { type Accounts, OwnAccounts, ShortAddress } from './view.js';

type Summaries = Readonly<{ summaries: readonly TransactionSummary[] }>;

/** More accounts of others than this are folded. */
const MAX_OTHERS = 3;

/** Lists what transactions change, added up, with the wallet's own accounts first, and then their fee. */
export function Changes({ summaries }: Summaries) {
  const accounts = useContext(OwnAccounts);
  const simulated = summaries.filter(({ error }) => error === undefined);
  if (!isKnown(simulated)) return <Quiet>The wallet cannot tell. It has no network to ask.</Quiet>;
  const changes = getOwnerChanges(simulated, accounts);
  const ownChanges = changes.filter(({ isOwn }) => isOwn);
  const others = changes.filter(({ isOwn }) => !isOwn);
  return (
    <>
      {ownChanges.length > 0 ? (
        <ChangeList changes={ownChanges} />
      ) : (
        <Quiet>No amount in your accounts changes now.</Quiet>
      )}
      {others.length > MAX_OTHERS ? (
        <Details summary={`${others.length} accounts of others`}>
          <ChangeList changes={others} />
        </Details>
      ) : (
        others.length > 0 && <ChangeList changes={others} />
      )}
      {simulated.some(({ tokenChanges }) => tokenChanges === undefined) && (
        <Quiet>This network cannot tell which tokens move.</Quiet>
      )}
      <Costs summaries={simulated} />
    </>
  );
}

/** Shows from whom to whom an amount goes, and the fee. */
export function Route({
  payment: { from, to, isOut, asset, left },
  summaries,
}: Summaries & Readonly<{ payment: Payment }>) {
  const coin = useContext(ChainCoin);
  return (
    <section class="card" aria-label="Payment">
      <Token {...asset} />
      <div class="route">
        <Owner address={from} />
        <span class="arrow" role="img" aria-label="to" />
        <Owner address={to} />
      </div>
      <Costs
        summaries={summaries}
        after={[isOut ? 'Left after' : 'Yours after', formatAsset(left, asset, coin)]}
      />
    </section>
  );
}

/** Whether the effects of all these transactions are known. Every simulated transaction has a fee. */
export function isKnown(summaries: readonly TransactionSummary[]): boolean {
  return summaries.every(({ fee }) => fee !== undefined);
}

/** Returns what the wallet's own accounts gain and lose in a few words, e.g. `−250 tokens, −0.5 test SOL`. */
export function getChangesText(summary: TransactionSummary, accounts: Accounts, coin: Coin): string {
  const ownChanges = getOwnerChanges([summary], accounts).filter(({ isOwn }) => isOwn);
  return ownChanges.flatMap(({ assets }) => assets.map((asset) => formatDifference(asset, coin))).join(', ');
}

function formatDifference(change: AssetChange, coin: Coin): string {
  return `${change.after < change.before ? '−' : '+'}${formatChange(change, coin)}`;
}

function ChangeList({ changes }: Readonly<{ changes: readonly OwnerChange[] }>) {
  return (
    <ul class="changes">
      {changes.map(({ address, isOwn, isTokenAccount, assets }) => (
        <li key={address} class={isOwn ? 'line is-own' : 'line'}>
          <Owner address={address} isTokenAccount={isTokenAccount} />
          <span class="amounts">
            {assets.map((asset) => (
              <Amount key={asset.mint ?? 'SOL'} asset={asset} isOwn={isOwn} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Owner({ address, isTokenAccount = false }: Readonly<{ address: string; isTokenAccount?: boolean }>) {
  return (
    <span class="owner">
      <AddressPicture address={address} />
      <span>
        <ShortAddress address={address} />
        {isTokenAccount && <span class="quiet"> token account</span>}
      </span>
    </span>
  );
}

function Amount({ asset, isOwn }: Readonly<{ asset: AssetChange; isOwn: boolean }>) {
  const { before, after, decimals, mint, left = after } = asset;
  const coin = useContext(ChainCoin);
  const title =
    mint === undefined
      ? `Now ${formatCoin(before, coin)}`
      : `From ${formatAmount(before, decimals)} to ${formatAmount(after, decimals)} of ${mint}`;
  return (
    <span class={`amount ${after < before ? 'is-loss' : 'is-gain'}`} title={title}>
      {formatDifference(asset, coin)}
      <Token {...asset} />
      {isOwn && (
        <span class="left quiet">
          {after >= before
            ? `${formatAmount(left, decimals)} in all`
            : left === 0n
              ? 'nothing left'
              : `${formatAmount(left, decimals)} left`}
        </span>
      )}
    </span>
  );
}

/** The mint's address is always shown, because every mint can give itself any name. */
export function Token({ name, mint }: Readonly<{ name?: string; mint?: string }>) {
  if (mint === undefined) return null;
  return (
    <span class="token quiet" title={mint}>
      {name !== undefined && <Text>{name}</Text>} <code>{shortenAddress(mint)}</code>
    </span>
  );
}

/** What is paid beside the amounts, and then what `after` says. */
function Costs({
  summaries,
  after,
}: Summaries & Readonly<{ after?: readonly [name: string, value: string] }>) {
  const coin = useContext(ChainCoin);
  const accounts = useContext(OwnAccounts);
  if (summaries.length === 0) return null;
  return (
    <Facts
      facts={[
        ...getOpeningFacts(summaries, accounts, coin),
        [
          'Network fee',
          `${formatFee(summaries, coin)}${isFeeOwn(summaries, accounts) ? '' : ', paid by others'}`,
        ],
        ...(after ? [after] : []),
      ]}
    />
  );
}

/** Returns the fee of transactions together. */
export function formatFee(summaries: readonly TransactionSummary[], coin: Coin): string {
  return formatCoin(
    summaries.reduce((sum, { fee = 0n }) => sum + fee, 0n),
    coin,
  );
}

/** Whether one of the wallet's accounts pays a fee. */
export function isFeeOwn(summaries: readonly TransactionSummary[], accounts: Accounts): boolean {
  return summaries.some(({ feePayer }) => accounts.some(({ address }) => address === feePayer));
}

/** Says what the wallet's accounts pay to open token accounts, which need SOL to exist. */
function getOpeningFacts(summaries: readonly TransactionSummary[], accounts: Accounts, coin: Coin) {
  const isOwn = (each: string | undefined) => accounts.some(({ address }) => address === each);
  const openings = summaries.flatMap(getOpenings).filter(({ payer }) => isOwn(payer));
  const [own, others] = [true, false].map((wanted) =>
    openings.filter(({ owner }) => isOwn(owner) === wanted),
  );
  return [['your', own ?? []] as const, ['their', others ?? []] as const].flatMap(([whose, opened]) => {
    if (opened.length === 0) return [];
    const total = opened.reduce((sum, { lamports }) => sum + lamports, 0n);
    const what = opened.length === 1 ? 'token account' : formatCount(opened.length, 'token account');
    return [
      [`Opens ${whose} ${what}`, <span class="is-loss">{`−${formatCoin(total, coin)}`}</span>] as const,
    ];
  });
}
