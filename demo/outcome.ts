import { createBusyButton } from './busy-button.js';
import type { Check } from './checks.js';
import { createCopyButton } from './copy-button.js';
import { createElement } from './dom.js';
import { describeError } from './errors.js';
import { createIcon, type IconName } from './icons.js';

/** One line of a result. Codes are set in a fixed-width face, and can be copied. */
export type Fact = Readonly<{ label: string; value: string; isCode?: boolean; link?: string }>;

/** Tells the person what is being waited for now, e.g. `Confirming…`, and what is known already. */
export type ReportProgress = (label: string, advice: string, facts?: readonly Fact[]) => void;

/** What came of an action. */
export type Outcome = Readonly<{
  /** `neutral` is what the person chose; with `unsure` something may have happened. */
  tone: 'success' | 'failure' | 'neutral' | 'unsure';
  title: string;
  text?: string;
  checks?: readonly Check[];
  facts?: readonly Fact[];
  /** What a developer wants to know. */
  details?: readonly Fact[];
  /** Something was sent and is undecided: what has sent it is not to be offered meanwhile. */
  isPending?: boolean;
  /** The right thing to press now, other than what led here. `run` is called in the tap itself. */
  next?: Readonly<{ label: string; run(report: ReportProgress): Promise<Outcome> }>;
}>;

export type OutcomeView = Readonly<{
  element: HTMLElement;
  showWaiting: ReportProgress;
  showOutcome(outcome: Outcome): void;
  /** Shows an error as {@link createErrorOutcome} describes it. */
  showError(error: unknown, sends?: boolean): void;
  clear(): void;
}>;

/** Describes an error for a person; `sends` says that the wallet was to send what it signs. */
export function createErrorOutcome(error: unknown, sends?: boolean): Outcome {
  const { tone, title, advice, code, message } = describeError(error, sends);
  const details = [
    { label: 'Code', value: code },
    { label: 'Message', value: message },
  ];
  return { tone, title, text: advice, ...(tone !== 'neutral' && { details }) };
}

/**
 * Makes the place where results appear: the headline is announced, the rest is there to be read.
 *
 * @param onPending is told whether something that was sent is undecided, at every change
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
  /** Who has pressed a button in here goes on here, although the button is gone. */
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

/** Makes the line that opens and closes a `details` element. */
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
