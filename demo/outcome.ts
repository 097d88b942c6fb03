import { createBusyButton } from './busy-button.js';
import type { Check } from './checks.js';
import { createCopyButton } from './copy-button.js';
import { createElement } from './dom.js';
import { describeError } from './errors.js';
import { createIcon, type IconName } from './icons.js';

/** One line of a result. Codes are shown in a fixed-width font and can be copied. */
export type Fact = Readonly<{ label: string; value: string; isCode?: boolean; link?: string }>;

/** Shows what the page waits for now, e.g. `Confirming…`, and what is known already. */
export type ReportProgress = (label: string, advice: string, facts?: readonly Fact[]) => void;

/** The result of an action. */
export type Outcome = Readonly<{
  /** `neutral`: the user chose this. `unsure`: something may have happened. */
  tone: 'success' | 'failure' | 'neutral' | 'unsure';
  title: string;
  text?: string;
  checks?: readonly Check[];
  facts?: readonly Fact[];
  /** Details for developers. */
  details?: readonly Fact[];
  /** Whether something was sent and is still undecided. While it is, the action must not be offered again. */
  isPending?: boolean;
  /** The next step to offer, other than the action itself. `run` is called synchronously in the tap. */
  next?: Readonly<{ label: string; run(report: ReportProgress): Promise<Outcome> }>;
}>;

export type OutcomeView = Readonly<{
  element: HTMLElement;
  showWaiting: ReportProgress;
  showOutcome(outcome: Outcome): void;
  /** Shows an error, described by {@link createErrorOutcome}. */
  showError(error: unknown, sends?: boolean): void;
  clear(): void;
}>;

/** Returns an error as an outcome. `sends` is whether the wallet was asked to send, too. */
export function createErrorOutcome(error: unknown, sends?: boolean): Outcome {
  const { tone, title, advice, code, message } = describeError(error, sends);
  const details = [
    { label: 'Code', value: code },
    { label: 'Message', value: message },
  ];
  return { tone, title, text: advice, ...(tone !== 'neutral' && { details }) };
}

/**
 * Creates the box that shows results. Screen readers announce the headline only.
 *
 * @param onPending called at every change, with whether something that was sent is undecided
 */
export function createOutcomeView(onPending: (isPending: boolean) => void = () => {}): OutcomeView {
  const status = createElement('div', { class: 'outcome-status', role: 'status', tabindex: '-1' });
  const more = createElement('div', { class: 'outcome-more' });
  const element = createElement('div', { class: 'outcome' }, status, more);

  const showStatus = (tone: string, title: string, text: string | undefined) => {
    element.dataset['tone'] = tone;
    const words = createElement(
      'div',
      {},
      createElement('p', { class: 'outcome-title' }, title),
      text === undefined ? undefined : createElement('p', { class: 'outcome-text' }, text),
    );
    status.replaceChildren(createBadge(tone), words);
  };
  /** Keeps the focus in this box if a button in it had the focus and is removed. */
  const showMore = (...details: readonly Node[]) => {
    const hadFocus = more.contains(document.activeElement);
    more.replaceChildren(...details);
    if (hadFocus) (more.querySelector<HTMLElement>('button.button') ?? status).focus();
  };

  const showOutcome = ({ tone, title, text, checks, facts, details, isPending, next }: Outcome) => {
    showStatus(tone, title, text);
    showMore(
      ...(checks?.length ? [createChecks(checks)] : []),
      ...(facts?.length ? [createFacts(facts)] : []),
      ...(next ? [createNextButton(next)] : []),
      ...(details?.length ? [createDetails(details)] : []),
    );
    onPending(isPending === true);
  };

  const createNextButton = ({ label, run }: Exclude<Outcome['next'], undefined>) => {
    const button = createBusyButton(label, { class: 'button' });
    button.element.addEventListener('click', async () => {
      if (button.isBusy()) return;
      const report: ReportProgress = (waiting, advice) => {
        button.setBusy(waiting);
        showStatus('waiting', waiting, advice);
      };
      const outcome = await run(report);
      showOutcome(outcome);
    });
    return button.element;
  };

  return {
    element,
    showWaiting(title, text, facts) {
      showStatus('waiting', title, text);
      showMore(...(facts ? [createFacts(facts)] : []));
    },
    showOutcome,
    showError: (error, sends) => showOutcome(createErrorOutcome(error, sends)),
    clear() {
      delete element.dataset['tone'];
      status.replaceChildren();
      more.replaceChildren();
    },
  };
}

/** Creates the line that opens and closes a `details` element. */
export function createSummary(text: string): HTMLElement {
  return createElement('summary', { class: 'disclosure' }, text, createIcon('down'));
}

const BADGES: Readonly<Record<string, IconName>> = {
  success: 'check',
  failure: 'alert',
  unsure: 'alert',
  neutral: 'cross',
};

function createBadge(tone: string): HTMLElement {
  return createElement(
    'span',
    { class: 'badge', 'aria-hidden': 'true' },
    createIcon(BADGES[tone] ?? 'phone'),
  );
}

function createDetails(facts: readonly Fact[]): HTMLElement {
  return createElement('details', { class: 'error-details' }, createSummary('Details'), createFacts(facts));
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

/** Creates a list of labelled values. */
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
