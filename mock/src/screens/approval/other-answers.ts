import type { ApprovalDecision, ApprovalRequest } from '../../wallet/approval.js';
import { createElement } from '../view.js';
import { type AnswerOption, getAnswerGroups } from './answer-options.js';

/** What the dialog with the other answers needs. */
export type OtherAnswersOptions = Readonly<{
  request: ApprovalRequest;
  /** Whether the user has chosen all that an approval needs. */
  canApprove: boolean;
  /** Called with the decision when the user has chosen one. */
  answer(decision: ApprovalDecision): void;
}>;

/** Longer than any dapp waits. */
const MAX_DELAY_SECONDS = 600;

type Choice = Readonly<{
  option: AnswerOption;
  radio: HTMLInputElement;
  element: HTMLElement;
  /** Contains the option's fields. */
  fields: HTMLFieldSetElement;
}>;

/**
 * Creates a dialog in which a developer chooses what a wallet does besides approving and declining, and when. It removes
 * itself when it closes.
 */
export function createOtherAnswers({ request, canApprove, answer }: OtherAnswersOptions): HTMLDialogElement {
  const groups = getAnswerGroups(request, canApprove).map(({ title, options }) => ({
    title,
    choices: options.map(createChoice),
  }));
  const choices = groups.flatMap((group) => group.choices);
  const delay = createElement('input', {
    type: 'number',
    min: '0',
    max: `${MAX_DELAY_SECONDS}`,
    step: 'any',
    value: '0',
    required: true,
  });
  const back = createElement('button', { type: 'button' }, ['Back']);
  const form = createElement('form', { method: 'dialog' }, [
    createElement('div', { class: 'answers' }, [
      createElement('h2', { id: 'answers-title', class: 'title' }, ['Other answers']),
      createElement('p', { class: 'quiet' }, ['Choose what the wallet does, and see how your app takes it.']),
      ...groups.map((group) =>
        createElement('fieldset', { class: 'card' }, [
          createElement('legend', {}, [group.title]),
          ...group.choices.map(({ element }) => element),
        ]),
      ),
    ]),
    createElement('footer', {}, [
      createElement('label', { class: 'delay' }, ['Answer after', delay, 'seconds']),
      createElement('div', { class: 'buttons' }, [
        back,
        createElement('button', { type: 'submit', class: 'approve' }, ['Answer']),
      ]),
    ]),
  ]);
  const dialog = createElement('dialog', { class: 'other-answers', 'aria-labelledby': 'answers-title' }, [
    form,
  ]);
  form.addEventListener('change', () => {
    for (const { radio, fields } of choices) setShown(fields, radio.checked);
    choices.find(({ radio }) => radio.checked)?.element.scrollIntoView({ block: 'nearest' });
  });
  form.addEventListener('submit', () => {
    const option = choices.find(({ radio }) => radio.checked)?.option;
    if (option) answer(getDecision(option, delay.valueAsNumber));
  });
  back.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  return dialog;
}

function getDecision({ decision, fields }: AnswerOption, delaySeconds: number): ApprovalDecision {
  return {
    ...decision,
    ...(fields && { instead: fields.read() }),
    ...(delaySeconds > 0 && { afterMs: Math.round(delaySeconds * 1_000) }),
  };
}

function createChoice(option: AnswerOption): Choice {
  const { title, hint, code } = option;
  const radio = createElement('input', { type: 'radio', name: 'answer', required: true });
  const label = createElement('label', { class: 'choice' }, [
    radio,
    createElement('span', {}, [
      createElement('span', { class: 'label' }, [title]),
      ...(code === undefined ? [] : [' ', createElement('code', {}, [`${code}`])]),
      createElement('span', { class: 'quiet' }, [hint]),
    ]),
  ]);
  const fields = createElement('fieldset', {}, option.fields ? [option.fields.element] : []);
  setShown(fields, false);
  return { option, radio, fields, element: createElement('div', {}, [label, fields]) };
}

/** A disabled field is not checked when the form is submitted. */
function setShown(fields: HTMLFieldSetElement, isShown: boolean): void {
  fields.hidden = !isShown;
  fields.disabled = !isShown;
}
