import { formatCount } from '../../explain/text.js';
import type { ActivityEntry } from '../../wallet/activity.js';
import {
  type Children,
  createElement,
  createFacts,
  createText,
  createTextBox,
  getIdentityView,
} from '../view.js';
import { getDecisionText, getStatus, getStatusText, getSubject, toJson } from './activity-text.js';
import { createCopyButton } from './copy.js';
import { type Live, setText } from './live.js';
import { formatDuration, formatTime, getChainName } from './words.js';

/** Creates the row of one request. It opens to show the request and the response as JSON-RPC. */
export function createActivityRow(first: ActivityEntry): Live<ActivityEntry> {
  let entry = first;
  let shown: ActivityEntry | undefined;
  const status = createElement('span', { class: 'status' });
  const duration = createElement('span', { class: 'quiet' });
  const { name, host } = getIdentityView(entry.identity ?? {});
  const subject = getSubject(entry);
  const decision = createElement('span', {});
  const summary = createElement('summary', {}, [
    createElement('span', { class: 'activity-line' }, [
      createElement('code', { class: 'method' }, [createText(entry.method)]),
      status,
    ]),
    createElement('span', { class: 'activity-line quiet' }, [
      createElement('span', { class: 'told' }, [
        formatTime(entry.at),
        ...[name ?? host, subject].flatMap((text) => (text ? [' · ', createText(text)] : [])),
        decision,
      ]),
      duration,
    ]),
  ]);
  const body = createElement('div', { class: 'activity-body' });
  const details = createElement('details', {}, [summary, body]);
  const element = createElement('li', { class: 'activity-row' }, [details]);

  /** The body is created when it is first seen, and again when the request has got on. */
  const showBody = (): void => {
    if (!details.open || shown === entry) return;
    const isSame = shown !== undefined && JSON.stringify(shown) === JSON.stringify(entry);
    shown = entry;
    if (!isSame) body.replaceChildren(...createBody(entry));
  };
  details.addEventListener('toggle', showBody);

  return {
    element,
    update(next) {
      entry = next;
      status.dataset['status'] = getStatus(entry);
      setText(status, getStatusText(entry));
      setText(duration, entry.endedAt === undefined ? '' : formatDuration(entry.endedAt - entry.at));
      setText(decision, entry.decision === undefined ? '' : ` · ${getDecisionText(entry)}`);
      showBody();
    },
  };
}

function createBody(entry: ActivityEntry): Children {
  const { method, params, outcome, signatures = [] } = entry;
  const { name, host } = getIdentityView(entry.identity ?? {});
  const decision = getDecisionText(entry);
  return [
    createFacts([
      ...(name === undefined && host === undefined ? [] : [fact('App', name ?? host ?? '')]),
      ...(host === undefined || name === undefined ? [] : [fact('Site', host)]),
      ...(entry.chain === undefined ? [] : [fact('Chain', getChainName(entry.chain))]),
      fact('Session', String(entry.session)),
      fact('Asked', new Date(entry.at).toISOString()),
      ...(decision === undefined ? [] : [fact('Decided', decision)]),
      ...(entry.endedAt === undefined
        ? []
        : [fact('Ended', `${getStatusText(entry)}, after ${formatDuration(entry.endedAt - entry.at)}`)]),
    ]),
    ...(signatures.length === 0 ? [] : [createSignatures(signatures)]),
    ...createJson('Request', entry.id, { method, params }),
    ...(outcome && !('unanswered' in outcome) ? createJson('Response', entry.id, outcome) : []),
    createCopyButton('Copy as JSON', `request ${entry.id}`, () => JSON.stringify(toJson(entry), null, 2)),
  ];
}

function createSignatures(signatures: readonly string[]): HTMLElement {
  return createElement('div', {}, [
    createElement('h3', {}, [formatCount(signatures.length, 'signature')]),
    createElement(
      'ol',
      { class: 'signatures' },
      signatures.map((signature) =>
        createElement('li', {}, [
          createElement('code', {}, [createText(signature)]),
          createCopyButton('Copy', 'the signature', () => signature),
        ]),
      ),
    ),
  ]);
}

function createJson(title: string, id: number, value: object): Children {
  return [
    createElement('h3', {}, [title]),
    createTextBox(`${title} ${id}`, createText(JSON.stringify(value, null, 2))),
  ];
}

function fact(name: string, value: string): readonly [string, HTMLElement] {
  return [name, createText(value)];
}
