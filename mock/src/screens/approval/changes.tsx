import { useContext } from 'preact/hooks';
import type { TransactionSummary } from '../../explain/chain.js';
import { formatAmount, shortenAddress } from '../../explain/text.js';
import { ChainCoin, type Coin, formatCoin } from '../coin.js';
import { AddressPicture, Details, Facts, Quiet, Text } from '../parts.js';
import { type AssetChange, getOwnerChanges, type OwnerChange, type Payment } from './owner-changes.js';
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
        <Quiet>Nothing changes in your accounts.</Quiet>
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
      <Fee summaries={simulated} />
    </>
  );
}

/** Shows from whom to whom an amount goes, and the fee. */
export function Route({
  payment: { from, to, asset },
  summaries,
}: Summaries & Readonly<{ payment: Payment }>) {
  return (
    <section class="card" aria-label="Payment">
      <Token {...asset} />
      <div class="route">
        <Owner address={from} />
        <span class="arrow" role="img" aria-label="to" />
        <Owner address={to} />
      </div>
      <Fee summaries={summaries} />
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

/** Returns by how much an asset changes, without a sign, e.g. `0.5 test SOL` or `1 NFT`. */
export function formatAsset(
  { before, after, decimals, mint, isNft = false }: AssetChange,
  coin: Coin,
): string {
  const amount = formatAmount(after < before ? before - after : after - before, decimals);
  if (mint === undefined) return `${amount} ${coin}`;
  if (isNft) return `${amount} NFT`;
  return `${amount} ${amount === '1' ? 'token' : 'tokens'}`;
}

function formatDifference(change: AssetChange, coin: Coin): string {
  return `${change.after < change.before ? '−' : '+'}${formatAsset(change, coin)}`;
}

function ChangeList({ changes }: Readonly<{ changes: readonly OwnerChange[] }>) {
  return (
    <ul class="changes">
      {changes.map(({ address, isOwn, isTokenAccount, assets }) => (
        <li key={address} class={isOwn ? 'line is-own' : 'line'}>
          <Owner address={address} isTokenAccount={isTokenAccount} />
          <span class="amounts">
            {assets.map((asset) => (
              <Amount key={asset.mint ?? 'SOL'} {...asset} />
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

function Amount(asset: AssetChange) {
  const { before, after, decimals, mint } = asset;
  const coin = useContext(ChainCoin);
  const title =
    mint === undefined
      ? `Now ${formatCoin(before, coin)}`
      : `From ${formatAmount(before, decimals)} to ${formatAmount(after, decimals)} of ${mint}`;
  return (
    <span class={`amount ${after < before ? 'is-loss' : 'is-gain'}`} title={title}>
      {formatDifference(asset, coin)}
      <Token {...asset} />
    </span>
  );
}

/** The mint's address is always shown, because every mint can give itself any name. */
function Token({ name, mint }: AssetChange) {
  if (mint === undefined) return null;
  return (
    <span class="token quiet" title={mint}>
      {name !== undefined && <Text>{name}</Text>} <code>{shortenAddress(mint)}</code>
    </span>
  );
}

function Fee({ summaries }: Summaries) {
  const coin = useContext(ChainCoin);
  const accounts = useContext(OwnAccounts);
  if (summaries.length === 0) return null;
  const total = summaries.reduce((sum, { fee = 0n }) => sum + fee, 0n);
  const isOwn = summaries.some(({ feePayer }) => accounts.some(({ address }) => address === feePayer));
  return <Facts facts={[['Network fee', `${formatCoin(total, coin)}${isOwn ? '' : ', paid by others'}`]]} />;
}
