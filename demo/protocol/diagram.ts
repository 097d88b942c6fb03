import { createElement } from '../dom.js';
import type { Step } from './steps.js';

/** A sequence diagram between this page and the wallet, which grows while they talk. */
export type Diagram = Readonly<{
  element: HTMLElement;
  add(step: Step): void;
  clear(): void;
}>;

/** Older steps are removed, so that a page that stays open does not grow. */
const MOST_STEPS = 60;
const WAYS: Readonly<Record<Step['direction'], string>> = {
  out: 'Page to wallet: ',
  back: 'Wallet to page: ',
  none: '',
};

/** Creates an empty diagram, which is hidden until its first step. Times count from the first step that is shown. */
export function createDiagram(label: string): Diagram {
  const steps = createElement('ol', { class: 'steps', tabindex: '0', 'aria-label': label });
  const lanes = createElement(
    'div',
    { class: 'lanes', 'aria-hidden': 'true' },
    createElement('span', {}, 'This page'),
    createElement('span', {}, 'Wallet'),
  );
  const element = createElement('div', { class: 'diagram', hidden: true }, lanes, steps);
  let start: number | undefined;
  return {
    element,
    add(step) {
      start ??= step.at;
      element.hidden = false;
      steps.append(createRow(step, step.at - start));
      while (steps.childElementCount > MOST_STEPS) steps.firstElementChild?.remove();
      steps.scrollTop = steps.scrollHeight;
    },
    clear() {
      start = undefined;
      element.hidden = true;
      steps.replaceChildren();
    },
  };
}

function createRow({ direction, label, detail }: Step, elapsed: number): HTMLElement {
  return createElement(
    'li',
    { class: 'step', 'data-direction': direction },
    createElement(
      'span',
      { class: 'step-text' },
      createElement('span', { class: 'visually-hidden' }, WAYS[direction]),
      createElement('span', { class: 'step-label' }, label),
      detail === undefined ? undefined : createElement('span', { class: 'step-detail' }, ` ${detail}`),
    ),
    createElement('span', { class: 'step-time' }, formatTime(elapsed)),
  );
}

function formatTime(elapsed: number): string {
  return elapsed < 10_000 ? `${Math.round(elapsed)} ms` : `${(elapsed / 1000).toFixed(1)} s`;
}
