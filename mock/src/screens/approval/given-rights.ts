import type { TokenHolding, TransactionSummary } from '../../explain/chain.js';
import { formatTokens } from '../../explain/instructions/instruction.js';
import { PROGRAM_NAMES } from '../../explain/instructions/program-addresses.js';
import { fillText, getRightTexts, type Right } from '../../explain/rights.js';
import type { RightTexts } from '../../explain/rights-table.js';
import { formatAmount } from '../../explain/text.js';
import { getTransactionWarnings } from '../../explain/warnings/transaction-warnings.js';
import { isDanger } from '../../explain/warnings.js';
import { type Coin, formatCoin } from '../coin.js';
import { getSign } from './amounts.js';
import type { Accounts } from './view.js';

/** A right that one of the wallet's accounts gives away, with its texts filled. */
export type GivenRight = Readonly<{
  right: Right;
  /** The wallet's account that has it now, if the instruction names it. */
  owner: string | undefined;
  token: TokenHolding | undefined;
  texts: RightTexts;
}>;

/** Returns the rights that transactions give away, the most dangerous first. */
export function getGivenRights(
  summaries: readonly TransactionSummary[],
  accounts: Accounts,
  coin: Coin,
): readonly GivenRight[] {
  const own = accounts.map(({ address }) => address);
  const given = summaries.flatMap((summary) =>
    getTransactionWarnings(summary, own).flatMap(({ right, signers = [] }) => {
      if (!right) return [];
      const token = summary.tokens?.find(({ address }) => address === right.over);
      const owner = signers.find((signer) => own.includes(signer));
      return [{ right, owner, token, texts: fillTexts(right, token, coin) }];
    }),
  );
  return given.sort((a, b) => Number(isDanger(b.texts)) - Number(isDanger(a.texts)));
}

/**
 * Returns the question whether to give rights away, e.g. `Let a stranger take all your USDC?`. It names the
 * most dangerous one; `hasMore` says that the user loses more than these.
 */
export function getRightsQuestion([first, ...others]: readonly GivenRight[], hasMore: boolean): string {
  const question = first?.texts.question ?? '';
  return others.length > 0 || hasMore ? question.replace(/\?$/, ', and more?') : question;
}

function fillTexts(right: Right, token: TokenHolding | undefined, coin: Coin): RightTexts {
  const texts = getRightTexts(right);
  const program = right.to === undefined ? undefined : PROGRAM_NAMES.get(right.to);
  const sign = token && getSign(token);
  const values = {
    to: program === undefined ? (texts.receiver ?? 'a stranger') : `the ${program} program`,
    token: sign ?? 'a token',
    tokens: sign ?? 'tokens',
    amount: getAmountText(right, token, coin),
    held: token ? formatAmount(token.amount, token.decimals) : '',
  };
  const { now, ...others } = texts;
  return {
    ...others,
    question: fillText(texts.question, values),
    gives: fillText(texts.gives, values),
    ...(now !== undefined && token && { now: fillText(now, values) }),
  };
}

function getAmountText({ kind, amount = 0n, decimals }: Right, token: TokenHolding | undefined, coin: Coin) {
  if (kind === 'withdrawal') return formatCoin(amount, coin);
  const known = token?.decimals ?? decimals;
  const number = formatTokens({ amount, ...(known !== undefined && { decimals: known }) });
  // An amount without decimals says that it counts units.
  if (known === undefined) return `${number} of a token`;
  return `${number} ${(token && getSign(token)) ?? 'tokens'}`;
}
