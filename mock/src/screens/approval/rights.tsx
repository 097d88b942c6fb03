import { useContext } from 'preact/hooks';
import type { TransactionSummary } from '../../explain/chain.js';
import { capitalize } from '../../explain/text.js';
import { isDanger } from '../../explain/warnings.js';
import { ChainCoin } from '../coin.js';
import { Details, Facts, Label, Quiet } from '../parts.js';
import { formatFee, isFeeOwn, Token } from './changes.js';
import type { GivenRight } from './given-rights.js';
import { RightMark } from './right-mark.js';
import { OwnAccounts, ShortAddress } from './view.js';

/** More rights than this are folded. */
const MAX_SHOWN = 3;

/**
 * Shows each right that leaves: what it is, who gets it and for how long. `summaries` are those whose fee is
 * all that leaves now; without them, what changes is shown elsewhere.
 */
export function Rights({
  given,
  summaries,
}: Readonly<{ given: readonly GivenRight[]; summaries?: readonly TransactionSummary[] | undefined }>) {
  const coin = useContext(ChainCoin);
  const accounts = useContext(OwnAccounts);
  const [shown, folded] = [given.slice(0, MAX_SHOWN), given.slice(MAX_SHOWN)];
  return (
    <section class="card" aria-labelledby="rights">
      <h2 id="rights">What you give away</h2>
      <RightList given={shown} hasRisk={given.length > 1} />
      {folded.length > 0 && (
        <Details summary={`${folded.length} more`}>
          <RightList given={folded} hasRisk />
        </Details>
      )}
      {summaries && (
        <Facts
          facts={[
            [
              'Leaves now',
              isFeeOwn(summaries, accounts) ? `only the fee, ${formatFee(summaries, coin)}` : 'nothing',
            ],
          ]}
        />
      )}
    </section>
  );
}

function RightList({ given, hasRisk }: Readonly<{ given: readonly GivenRight[]; hasRisk: boolean }>) {
  return (
    <ul class="rights">
      {given.map((each, index) => (
        <GivenAway key={index} {...each} hasRisk={hasRisk} />
      ))}
    </ul>
  );
}

/** With `hasRisk`, it also says what can come of it. A single right's is in the warning above. */
function GivenAway({
  right: { over, to },
  owner,
  token,
  texts,
  hasRisk,
}: GivenRight & Readonly<{ hasRisk: boolean }>) {
  const label = useContext(OwnAccounts).find(({ address }) => address === owner)?.label;
  const { picture, gives, now, thing, until, risk, receiver = 'nobody' } = texts;
  const danger = isDanger(texts);
  return (
    <li class="given-right">
      <div class="owner">
        <RightMark picture={picture} isDanger={danger} />
        <p class={danger ? 'is-loss' : ''}>
          <strong class="given">{gives}</strong>
          {now !== undefined && <span class="now">{now}</span>}
          {token && <Token {...token} />}
        </p>
      </div>
      {hasRisk && <Quiet>{risk}</Quiet>}
      <Facts
        facts={[
          ['From', label === undefined ? undefined : <Label>{label}</Label>],
          [capitalize(thing), over === owner ? undefined : <ShortAddress address={over} />],
          ['To', to === undefined ? receiver : <ShortAddress address={to} />],
          ['Until', until],
        ]}
      />
    </li>
  );
}
