import { formatCount } from '../../explain/text.js';
import { REQUEST_METHODS } from '../../wallet/faults/fault.js';
import { Quiet, useAttempt } from '../parts.js';
import { ActivityRow } from './activity-row.js';
import { getStatus, toJson } from './activity-text.js';
import { ConfirmedButton, CopyButton, type ScreenProps } from './controls.js';
import { useRemembered } from './memory.js';

const METHODS = REQUEST_METHODS.map((method) => [method, method] as const);
const STATUSES = [
  ['waiting', 'Waiting'],
  ['answered', 'Answered'],
  ['error', 'Errors'],
  ['unanswered', 'Without an answer'],
] as const;

/** The screen with the last requests: what was asked, decided, sent and answered. */
export function ActivityScreen({ state: { activity, chain }, run }: ScreenProps) {
  const attempt = useAttempt();
  const [method, setMethod] = useRemembered('filter-method');
  const [status, setStatus] = useRemembered('filter-status');
  const matching = activity.filter(
    (entry) => (method === '' || entry.method === method) && (status === '' || getStatus(entry) === status),
  );
  return (
    <div class="screen-content">
      <div class="screen-head">
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
              confirm="Clear"
              attempt={attempt}
              work={() => run({ type: 'clear-activity' })}
            />
          </>
        )}
      </div>
      {attempt.note}
      <div class="buttons-row">
        <Filter
          label="Show requests by method"
          all="All methods"
          options={METHODS}
          value={method}
          set={setMethod}
        />
        <Filter
          label="Show requests by outcome"
          all="All outcomes"
          options={STATUSES}
          value={status}
          set={setStatus}
        />
      </div>
      <p class="quiet" role="status">
        {matching.length < activity.length &&
          `${matching.length} of ${formatCount(activity.length, 'request')}`}
      </p>
      {matching.length === 0 ? (
        <div class="empty">
          <Quiet>
            {activity.length === 0
              ? 'No request yet. What a page asks of this wallet is listed here.'
              : 'No request is like that.'}
          </Quiet>
        </div>
      ) : (
        <ol class="card rows" aria-label="Requests">
          {matching.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} isConfirmed={chain.canReset} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** A filter. Its value is empty while it shows everything. */
function Filter({
  label,
  all,
  options,
  value,
  set,
}: Readonly<{
  label: string;
  all: string;
  options: readonly (readonly [value: string, text: string])[];
  value: string;
  set(value: string): void;
}>) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
      {[['', all] as const, ...options].map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
