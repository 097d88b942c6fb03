import { useContext } from 'preact/hooks';
import type { TransactionSummary } from '../../explain/chain.js';
import { formatNumber } from '../../explain/text.js';
import { getBatchWarnings, getTransactionWarnings } from '../../explain/warnings/transaction-warnings.js';
import type { ApprovalRequest } from '../../wallet/approval.js';
import { ChainCoin, type Coin, formatCoin } from '../coin.js';
import { Details, Facts, Quiet, Text, TextBox } from '../parts.js';
import { Changes, formatAsset, getChangesText, isKnown, Route } from './changes.js';
import { getFailureText, getPlaceText, type Place } from './failure-text.js';
import { getInstructionText, Instructions, RoleList } from './instructions.js';
import { getOwnerChanges, getPayment, type Payment } from './owner-changes.js';
import { type Accounts, OwnAccounts, type RequestView, ShortAddress } from './view.js';
import { nameParts } from './warnings.js';

/**
 * Returns the view of transactions: an amount where one transaction only moves it, otherwise what they change
 * all together. Each transaction is folded below, so that the outcome and the warnings can be seen.
 */
export function getTransactionsView(
  request: Extract<ApprovalRequest, { type: 'sign-transactions' | 'sign-and-send-transactions' }>,
  accounts: Accounts,
  coin: Coin,
): RequestView {
  const summaries = request.transactions.map(({ summary }) => summary);
  const count = summaries.length;
  const ownAddresses = accounts.map(({ address }) => address);
  const warnings = summaries.map((summary) => getTransactionWarnings(summary, ownAddresses));
  const payment = findPayment(summaries, accounts);
  const verb = request.type === 'sign-transactions' ? 'Sign' : 'Sign and send';
  const question = count === 1 ? `${verb} this transaction?` : `${verb} ${count} transactions?`;
  return {
    title: payment ? `${payment.isOut ? 'Send' : 'Receive'} ${formatAsset(payment.asset, coin)}` : question,
    isAmount: payment !== undefined,
    failures: summaries.flatMap(({ error, logs }, index) =>
      error === undefined ? [] : [getFailureText(error, logs, coin, { index, count })],
    ),
    warnings: [...getBatchWarnings(summaries), ...nameParts('Transaction', warnings)],
    body: (
      <>
        {payment ? <Route payment={payment} summaries={summaries} /> : <Outcome summaries={summaries} />}
        {request.type === 'sign-transactions' && (
          <Quiet>The app gets what you sign, and can send it at any time.</Quiet>
        )}
        {summaries.map((summary, index) => (
          <Folded key={index} summary={summary} place={{ index, count }} />
        ))}
      </>
    ),
  };
}

function findPayment(summaries: readonly TransactionSummary[], accounts: Accounts): Payment | undefined {
  const [summary, ...others] = summaries;
  // Otherwise more may move than the wallet can see.
  const isWhole = summary?.error === undefined && summary?.tokenChanges !== undefined && isKnown(summaries);
  return isWhole && others.length === 0 ? getPayment(getOwnerChanges([summary], accounts)) : undefined;
}

function Outcome({ summaries }: Readonly<{ summaries: readonly TransactionSummary[] }>) {
  const [summary, ...others] = summaries;
  if (!summary) return null;
  const failed = summaries.filter(({ error }) => error !== undefined).length;
  const isSingle = others.length === 0;
  const isFailing = isSingle && failed > 0;
  const title = isSingle ? 'Expected changes' : 'Expected changes, all together';
  const order = 'As if they were sent one after another, in this order.';
  return (
    <section class="card" aria-labelledby="outcome">
      <h2 id="outcome">{isFailing ? 'What it asks for' : title}</h2>
      {!isFailing && <Changes summaries={summaries} />}
      {isSingle && (isFailing || !isKnown(summaries)) && (
        <ul class="asked">
          {summary.instructions.map((instruction, index) => (
            <li key={index}>
              <Text>{getInstructionText(instruction)}</Text>
            </li>
          ))}
        </ul>
      )}
      {!isSingle && (
        <Quiet>
          {failed === 0 ? order : `${order} Without the ${failed === 1 ? 'one' : failed} that would fail.`}
        </Quiet>
      )}
    </section>
  );
}

/** One transaction with everything that is known of it, closed until the user opens it. */
function Folded({ summary, place }: Readonly<{ summary: TransactionSummary; place: Place }>) {
  const { instructions, feePayer, fee, priorityFee = 0n, computeUnits, version, logs, error } = summary;
  const { accounts: roles = [] } = summary;
  const isSingle = place.count === 1;
  const isFailing = error !== undefined;
  const coin = useContext(ChainCoin);
  const changes = getChangesText(summary, useContext(OwnAccounts), coin);
  const text = isFailing
    ? getFailureText(error, logs, coin).reason
    : changes || (instructions[0]?.text ?? '');
  const lines = isFailing ? [error, '', ...logs] : logs;
  const logName = isFailing ? 'Error and program log' : 'Program log';
  return (
    <details class="card folded">
      <summary>
        <span class="folded-title">{isSingle ? 'Details' : getPlaceText(place)}</span>
        {!isSingle && (
          <span class={isFailing ? 'folded-text is-loss' : 'folded-text'}>
            <Text>{text}</Text>
          </span>
        )}
      </summary>
      {!isSingle && !isFailing && (
        <>
          <h3>Expected changes</h3>
          <Changes summaries={[summary]} />
        </>
      )}
      <h3>Instructions</h3>
      <Instructions instructions={instructions} roles={roles} />
      <Facts
        facts={[
          ['Fee payer', <ShortAddress address={feePayer} />],
          // What changes is shown with the fee.
          ['Network fee', fee === undefined ? 'unknown' : error && formatCoin(fee, coin)],
          ['Priority fee, part of it', priorityFee > 0n ? formatCoin(priorityFee, coin) : undefined],
          ['Compute units', computeUnits && formatNumber(computeUnits)],
          ['Format', version === 'legacy' ? 'legacy' : `version ${version}`],
        ]}
      />
      {roles.length > 0 && (
        <Details summary="All accounts">
          <RoleList addresses={roles.map(({ address }) => address)} roles={roles} />
        </Details>
      )}
      {lines.length > 0 && (
        <>
          <h3>{logName}</h3>
          <TextBox label={logName}>
            <Text>{lines.join('\n').trim()}</Text>
          </TextBox>
        </>
      )}
    </details>
  );
}
