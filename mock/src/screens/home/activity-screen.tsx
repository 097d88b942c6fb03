import { formatCount } from '../../explain/text.js';
import { REQUEST_METHODS } from '../../wallet/faults/fault.js';
import { useRemembered } from '../memory.js';
import { useAttempt } from '../parts.js';
import { ActivityRow } from './activity-row.js';
import { getStatus, toJson } from './activity-text.js';
import { ConfirmedButton, CopyButton, type ScreenProps } from './controls.js';
import { type Option, Select } from './fields.js';

// What is empty shows everything.
const METHODS: readonly Option<string>[] = [
  ['', 'All methods'],
  ...REQUEST_METHODS.map((method) => [method, method] as const),
];
const STATUSES: readonly Option<string>[] = [
  ['', 'All outcomes'],
  ['waiting', 'Waiting'],
  ['answered', 'Answered'],
  ['error', 'Errors'],
  ['unanswered', 'Without an answer'],
];

/** The screen with the last requests: what was asked, decided, sent and answered. */
export function ActivityScreen({ state: { activity, chain }, run }: ScreenProps) {
  const attempt = useAttempt();
  const [method, setMethod] = useRemembered('filter-method');
  const [status, setStatus] = useRemembered('filter-status');
  const matching = activity.filter(
    (entry) => (method === '' || entry.method === method) && (status === '' || getStatus(entry) === status),
  );
  return (
    <div class="stack column">
      <div class="line screen-head">
        <h2>Activity</h2>
        {activity.length > 0 && (
          <>
            <CopyButton
              detail="the requests that are shown"
              getText={() => JSON.stringify(matching.map(toJson), null, 2)}
            >
              Copy as JSON
            </CopyButton>
            <ConfirmedButton
              text="Clear"
              detail="the activity"
              question="Forget all requests?"
              isQuiet
              attempt={attempt}
              work={() => run({ type: 'clear-activity' })}
            />
          </>
        )}
      </div>
      {attempt.note}
      <div class="buttons-row">
        <Select
          isBare
          title="Show requests by method"
          value={method}
          options={METHODS}
          onChange={setMethod}
        />
        <Select
          isBare
          title="Show requests by outcome"
          value={status}
          options={STATUSES}
          onChange={setStatus}
        />
      </div>
      <p class="quiet" role="status">
        {matching.length < activity.length &&
          `${matching.length} of ${formatCount(activity.length, 'request')}`}
      </p>
      {matching.length === 0 ? (
        <p class="quiet empty">
          {activity.length === 0
            ? 'No request yet. What a page asks of this wallet is listed here.'
            : 'No request matches.'}
        </p>
      ) : (
        <ol class="card rows" aria-label="Requests">
          {matching.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} chain={chain} />
          ))}
        </ol>
      )}
    </div>
  );
}
