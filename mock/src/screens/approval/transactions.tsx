import { useContext } from 'preact/hooks';
import type { TransactionSummary } from '../../explain/chain.js';
import { getRightTexts } from '../../explain/rights.js';
import { formatNumber } from '../../explain/text.js';
import { getBatchWarnings, getTransactionWarnings } from '../../explain/warnings/transaction-warnings.js';
import { caution, danger, isDanger, type Warning } from '../../explain/warnings.js';
import type { ApprovalRequest } from '../../wallet/approval.js';
import { ChainCoin, type Coin, formatCoin } from '../coin.js';
import { Details, Facts, Quiet, Text, TextBox } from '../parts.js';
import { formatChange } from './amounts.js';
import { Changes, getChangesText, isKnown, Route } from './changes.js';
import { getFailureText, getPlaceText, type Place } from './failure-text.js';
import { type GivenRight, getGivenRights, getRightsQuestion } from './given-rights.js';
import { getInstructionText, Instructions, RoleList } from './instructions.js';
import { getOpenings, getOwnerChanges, getPayment, type Payment } from './owner-changes.js';
import { getActionTitle, getOwnSum } from './request-title.js';
import { Rights } from './rights.js';
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
  const given = getGivenRights(summaries, accounts, coin);
  const isAll =
    given.length > 0 &&
    count === 1 &&
    isWhole(summaries) &&
    getOwnerChanges(summaries, accounts).length === 0 &&
    summaries.flatMap(getOpenings).length === 0;
  const isAmount = payment !== undefined && given.length === 0;
  return {
    title: getTitle(request.type, summaries, accounts, coin, given, payment),
    isAmount,
    failures: summaries.flatMap(({ error, logs }, index) =>
      error === undefined ? [] : [getFailureText(error, logs, coin, { index, count })],
    ),
    warnings: [
      ...getBatchWarnings(summaries),
      ...getSumOfRights(given),
      ...nameParts('Transaction', warnings.map(given.length === 1 ? shorten : leaveOutRights)),
    ],
    body: (
      <>
        {given.length > 0 && <Rights given={given} summaries={isAll ? summaries : undefined} />}
        {payment ? (
          <Route payment={payment} summaries={summaries} />
        ) : (
          !isAll && <Outcome summaries={summaries} />
        )}
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

/** Names a right that leaves, an amount, or what is done, in this order. */
function getTitle(
  type: ApprovalRequest['type'],
  summaries: readonly TransactionSummary[],
  accounts: Accounts,
  coin: Coin,
  given: readonly GivenRight[],
  payment: Payment | undefined,
): string {
  if (given.length > 0) return getRightsQuestion(given, getOwnSum(summaries, accounts).lost.length > 0);
  if (payment) return `${payment.isOut ? 'Send' : 'Receive'} ${formatChange(payment.asset, coin)}`;
  return getActionTitle(summaries, accounts, coin, type === 'sign-transactions' ? 'Sign' : 'Sign and send');
}

/** The question has named the right, and the card names who gets it. */
function shorten(warnings: readonly Warning[]): readonly Warning[] {
  return warnings.map((warning) =>
    warning.right ? { ...warning, text: getRightTexts(warning.right).risk } : warning,
  );
}

/** The card explains each of several rights. */
function leaveOutRights(warnings: readonly Warning[]): readonly Warning[] {
  return warnings.filter(({ right }) => !right);
}

/** Warns of several rights in one box, so that the card below it can be seen. */
function getSumOfRights(given: readonly GivenRight[]): readonly Warning[] {
  if (given.length < 2) return [];
  const warn = given.some(({ texts }) => isDanger(texts)) ? danger : caution;
  return [warn('rights', `This gives away ${given.length} rights. What each of them means is below.`)];
}

function findPayment(summaries: readonly TransactionSummary[], accounts: Accounts): Payment | undefined {
  return summaries.length === 1 && isWhole(summaries)
    ? getPayment(getOwnerChanges(summaries, accounts))
    : undefined;
}

/** Whether all that moves is known. Otherwise more may move than the wallet can see. */
function isWhole(summaries: readonly TransactionSummary[]): boolean {
  const isSeen = summaries.every(
    ({ error, tokenChanges }) => error === undefined && tokenChanges !== undefined,
  );
  return isSeen && isKnown(summaries);
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
