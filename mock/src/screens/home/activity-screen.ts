import { formatCount } from '../../explain/text.js';
import type { WalletCommand, WalletState } from '../../phone/wallet-state.js';
import type { ActivityEntry } from '../../wallet/activity.js';
import { REQUEST_METHODS } from '../../wallet/faults/fault.js';
import { createElement } from '../view.js';
import { createConfirmedButton, createNote } from './actions.js';
import { createActivityRow } from './activity-row.js';
import { getStatus, toJson } from './activity-text.js';
import { createCopyButton } from './copy.js';
import { createLiveList, type Live, setText } from './live.js';
import { recall, remember } from './memory.js';

const METHODS = REQUEST_METHODS.map((method) => [method, method] as const);
const STATUSES = [
  ['waiting', 'Waiting'],
  ['answered', 'Answered'],
  ['error', 'Errors'],
  ['unanswered', 'Without an answer'],
] as const;

/** Creates the screen with the last requests: what was asked, decided, sent and answered. */
export function createActivityScreen(run: (command: WalletCommand) => Promise<void>): Live<WalletState> {
  let activity: readonly ActivityEntry[] = [];
  const note = createNote();
  const method = createFilter('method', 'Show requests by method', 'All methods', METHODS);
  const status = createFilter('status', 'Show requests by outcome', 'All outcomes', STATUSES);
  const list = createLiveList<ActivityEntry>(
    createElement('ol', { class: 'card activity', 'aria-label': 'Requests' }),
    { getKey: ({ id }) => String(id), create: createActivityRow },
  );
  const empty = createElement('p', { class: 'quiet empty' });
  const count = createElement('p', { class: 'quiet', role: 'status' });
  const copy = createCopyButton('Copy as JSON', 'the requests that are shown', () =>
    JSON.stringify(getMatching().map(toJson), null, 2),
  );
  const clear = createConfirmedButton(
    { text: 'Clear', detail: 'the activity', question: 'Forget all requests?', confirm: 'Clear' },
    note,
    () => run({ type: 'clear-activity' }),
  );
  const buttons = createElement('div', { class: 'row-actions' }, [copy, clear]);

  const getMatching = (): readonly ActivityEntry[] =>
    activity.filter(
      (entry) =>
        (method.value === '' || entry.method === method.value) &&
        (status.value === '' || getStatus(entry) === status.value),
    );
  const show = (): void => {
    const matching = getMatching();
    list.update(matching);
    list.element.hidden = matching.length === 0;
    empty.hidden = matching.length > 0;
    setText(
      empty,
      activity.length === 0
        ? 'No request yet. What a page asks of this wallet is listed here.'
        : 'No request is like that.',
    );
    const isFiltered = matching.length < activity.length;
    setText(count, isFiltered ? `${matching.length} of ${formatCount(activity.length, 'request')}` : '');
    buttons.hidden = activity.length === 0;
  };
  for (const filter of [method, status]) filter.addEventListener('change', show);

  return {
    element: createElement('div', { class: 'screen-content is-wide' }, [
      createElement('div', { class: 'screen-head' }, [createElement('h2', {}, ['Activity']), buttons]),
      note,
      createElement('div', { class: 'filters' }, [method, status]),
      count,
      empty,
      list.element,
    ]),
    update(state) {
      activity = state.activity;
      show();
    },
  };
}

/** Creates a filter that is kept over a reload. Its value is empty while it shows everything. */
function createFilter(
  name: string,
  label: string,
  all: string,
  options: readonly (readonly [value: string, text: string])[],
): HTMLSelectElement {
  const select = createElement(
    'select',
    { 'aria-label': label },
    [['', all] as const, ...options].map(([value, text]) => createElement('option', { value }, [text])),
  );
  const before = recall(`filter-${name}`) ?? '';
  select.value = options.some(([value]) => value === before) ? before : '';
  select.addEventListener('change', () => remember(`filter-${name}`, select.value));
  return select;
}
