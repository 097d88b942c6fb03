import type { SignInContext } from '../../explain/warnings/sign-in-warnings.js';
import { isDanger, orderWarnings, type Warning as WarningOf } from '../../explain/warnings.js';
import type { ApprovalRequest } from '../../wallet/approval.js';
import { getPageHost } from '../identity.js';
import { Text, Warning } from '../parts.js';
import type { RequestView } from './view.js';

const LEVEL_TEXTS = { danger: 'Danger', caution: 'Careful' } as const;

/** Shows a box for each failure and then for each warning, in the order of {@link orderWarnings}. */
export function Warnings({ failures = [], warnings = [] }: RequestView) {
  return [
    ...failures.map(({ title, reason }) => (
      <Warning key={title}>
        <strong>{title}. </strong>
        <Text>{reason}</Text>
      </Warning>
    )),
    ...orderWarnings(warnings).map((warning) => (
      <Warning key={warning.text} isDanger={isDanger(warning)}>
        <strong>{LEVEL_TEXTS[warning.level]}. </strong>
        <Text>{warning.text}</Text>
      </Warning>
    )),
  ];
}

/** Whether approving would achieve nothing, or harm, as far as the wallet can tell. */
export function isDiscouraged({
  failures = [],
  warnings = [],
}: Pick<RequestView, 'failures' | 'warnings'>): boolean {
  return failures.length > 0 || warnings.some(isDanger);
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
