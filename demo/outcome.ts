import type { Check } from './checks.js';
import { createCopyButton } from './copy-button.js';
import { createElement } from './dom.js';
import { describeError } from './errors.js';
import { createIcon, type IconName } from './icons.js';

/** One line of a result. Codes are set in a fixed-width face, and can be copied. */
export type Fact = Readonly<{ label: string; value: string; isCode?: boolean; link?: string }>;

/** What came of an action. */
export type Outcome = Readonly<{
  tone: 'success' | 'failure';
  title: string;
  text?: string;
  checks?: readonly Check[];
  facts?: readonly Fact[];
}>;

export type OutcomeView = Readonly<{
  element: HTMLElement;
  showWaiting(title: string, text: string): void;
  showOutcome(outcome: Outcome): void;
  /** `sends`: the wallet was to send what it signs. */
  showError(error: unknown, sends?: boolean): void;
  clear(): void;
}>;

/** Makes the place where results appear: the headline is announced, the rest is there to be read. */
export function createOutcomeView(): OutcomeView {
  const status = createElement('div', { class: 'outcome-status', role: 'status' });
  const more = createElement('div', { class: 'outcome-more' });
  const element = createElement('div', { class: 'outcome' }, status, more);

  const show = (tone: string, title: string, text: string | undefined, ...details: readonly Node[]) => {
    element.dataset['tone'] = tone;
    const words = createElement(
      'div',
      {},
      createElement('p', { class: 'outcome-title' }, title),
      text === undefined ? undefined : createElement('p', { class: 'outcome-text' }, text),
    );
    status.replaceChildren(createBadge(tone), words);
    more.replaceChildren(...details);
  };

  return {
    element,
    showWaiting: (title, text) => show('waiting', title, text),
    showOutcome({ tone, title, text, checks = [], facts = [] }) {
      const details = [
        ...(checks.length > 0 ? [createChecks(checks)] : []),
        ...(facts.length > 0 ? [createFacts(facts)] : []),
      ];
      show(tone, title, text, ...details);
    },
    showError(error, sends) {
      const { title, advice, code, message } = describeError(error, sends);
      const details = createElement(
        'details',
        { class: 'error-details' },
        createSummary('Details'),
        createFacts([
          { label: 'Code', value: code },
          { label: 'Message', value: message },
        ]),
      );
      show('failure', title, advice, details);
    },
    clear() {
      delete element.dataset['tone'];
      status.replaceChildren();
      more.replaceChildren();
    },
  };
}

/** Makes the line that opens and closes a `details` element. */
export function createSummary(text: string): HTMLElement {
  return createElement('summary', { class: 'disclosure' }, text, createIcon('down'));
}

function createBadge(tone: string): HTMLElement {
  const icon = tone === 'success' ? 'check' : tone === 'failure' ? 'alert' : 'phone';
  return createElement('span', { class: 'badge', 'aria-hidden': 'true' }, createIcon(icon));
}

function createChecks(checks: readonly Check[]): HTMLElement {
  const items = checks.map(({ label, passed }) => {
    const [state, icon, word]: readonly [string, IconName, string] =
      passed === undefined
        ? ['unknown', 'unknown', 'Unknown']
        : passed
          ? ['passed', 'check', 'Passed']
          : ['failed', 'cross', 'Failed'];
    const spoken = createElement('span', { class: 'visually-hidden' }, `${word}: `);
    return createElement(
      'li',
      { 'data-check': state },
      createIcon(icon),
      createElement('span', {}, spoken, label),
    );
  });
  return createElement('ul', { class: 'checks' }, ...items);
}

/** Makes a list of labelled values. */
export function createFacts(facts: readonly Fact[]): HTMLElement {
  const rows = facts.map(({ label, value, isCode, link }) => {
    const text = createElement('span', { class: isCode ? 'code' : undefined }, value);
    const shown = link ? createElement('a', { href: link, target: '_blank', rel: 'noopener' }, text) : text;
    return createElement(
      'div',
      { class: 'fact' },
      createElement('dt', {}, label),
      createElement('dd', {}, shown, isCode ? createCopyButton(value, label.toLowerCase()) : undefined),
    );
  });
  return createElement('dl', { class: 'facts' }, ...rows);
}
