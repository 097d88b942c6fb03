import type { TransactionSummary } from '../../explain/chain.js';
import type { SignInContext } from '../../explain/warnings/sign-in-warnings.js';
import { getBatchWarnings, getTransactionWarnings } from '../../explain/warnings/transaction-warnings.js';
import type { Warning as WarningOf } from '../../explain/warnings.js';
import type { ApprovalRequest } from '../../wallet/approval.js';
import { getPageHost } from '../identity.js';
import { Text, Warning } from '../parts.js';
import type { Accounts } from './view.js';

const LEVEL_TEXTS = { danger: 'Danger', caution: 'Careful' } as const;

/** Shows a box for each warning, dangers first. A warning that is given twice is shown once. */
export function Warnings({ warnings }: Readonly<{ warnings: readonly WarningOf[] }>) {
  const unique = [...new Map(warnings.map((warning) => [warning.text, warning])).values()];
  const ordered = [...unique.filter(isDanger), ...unique.filter((warning) => !isDanger(warning))];
  return ordered.map((warning) => (
    <Warning key={warning.text} isDanger={isDanger(warning)}>
      <strong>{LEVEL_TEXTS[warning.level]}. </strong>
      <Text>{warning.text}</Text>
    </Warning>
  ));
}

/** Whether one of the warnings is of a danger. */
export function isDangerous(warnings: readonly WarningOf[]): boolean {
  return warnings.some(isDanger);
}

/** Returns the warnings of all transactions of a request. Those of one of several name it. */
export function getRequestWarnings(
  summaries: readonly TransactionSummary[],
  accounts: Accounts,
): readonly WarningOf[] {
  const own = accounts.map(({ address }) => address);
  const warnings = summaries.map((summary) => getTransactionWarnings(summary, own));
  return [...getBatchWarnings(summaries), ...nameParts('Transaction', warnings)];
}

/** Returns the warnings of all parts of a request. Those of one of several name it, e.g. `Message 2: …`. */
export function nameParts(name: string, warnings: readonly (readonly WarningOf[])[]): readonly WarningOf[] {
  if (warnings.length === 1) return warnings.flat();
  return warnings.flatMap((each, index) =>
    each.map((warning) => ({ ...warning, text: `${name} ${index + 1}: ${warning.text}` })),
  );
}

/** Returns what the warnings of a text to sign need to know. */
export function getTextContext(
  { identity, chain }: ApprovalRequest,
  addresses: readonly string[],
): SignInContext {
  return { addresses, chain, now: Date.now(), identityUri: identity.uri, host: getPageHost() };
}

function isDanger({ level }: WarningOf): boolean {
  return level === 'danger';
}
