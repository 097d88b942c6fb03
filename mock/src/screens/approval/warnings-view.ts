import type { TransactionSummary } from '../../explain/chain.js';
import type { SignInContext } from '../../explain/warnings/sign-in-warnings.js';
import { getBatchWarnings, getTransactionWarnings } from '../../explain/warnings/transaction-warnings.js';
import type { Warning } from '../../explain/warnings.js';
import type { ApprovalRequest } from '../../wallet/approval.js';
import {
  type Children,
  createElement,
  createText,
  createWarning,
  getPageHost,
  type RequestViewContext,
} from '../view.js';

const LEVEL_TEXTS = { danger: 'Danger', caution: 'Careful' } as const;

/** Creates a box for each warning, dangers first. A warning that is given twice is shown once. */
export function createWarnings(warnings: readonly Warning[]): Children {
  const unique = [...new Map(warnings.map((warning) => [warning.text, warning])).values()];
  const ordered = [...unique.filter(isDanger), ...unique.filter((warning) => !isDanger(warning))];
  return ordered.map(({ level, text }) => {
    const box = createWarning(createElement('strong', {}, [`${LEVEL_TEXTS[level]}. `]), createText(text));
    box.classList.toggle('is-danger', level === 'danger');
    return box;
  });
}

/** Whether one of the warnings is of a danger. */
export function isDangerous(warnings: readonly Warning[]): boolean {
  return warnings.some(isDanger);
}

/** Returns the warnings of all transactions of a request. Those of one of several name it. */
export function getRequestWarnings(
  summaries: readonly TransactionSummary[],
  accounts: RequestViewContext['accounts'],
): readonly Warning[] {
  const own = accounts.map(({ address }) => address);
  const warnings = summaries.flatMap((summary, index) =>
    getTransactionWarnings(summary, own).map((warning) =>
      summaries.length === 1 ? warning : { ...warning, text: `Transaction ${index + 1}: ${warning.text}` },
    ),
  );
  return [...getBatchWarnings(summaries), ...warnings];
}

/** Returns what the warnings of a text to sign need to know. */
export function getTextContext(
  { identity, chain }: ApprovalRequest,
  addresses: readonly string[],
): SignInContext {
  return { addresses, chain, now: Date.now(), identityUri: identity.uri, host: getPageHost() };
}

function isDanger({ level }: Warning): boolean {
  return level === 'danger';
}
