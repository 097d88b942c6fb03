import type { OtherAnswer } from '../../wallet/answers.js';
import { FAULT_NAMES } from '../../wallet/faults/fault-names.js';
import { NAMED_FAULTS } from '../../wallet/faults/named-faults.js';
import { createElement } from '../view.js';

/** What an answer needs besides its kind: a part of the form, and what the user has entered there. */
export type AnswerFields = Readonly<{ element: HTMLElement; read(): OtherAnswer }>;

const FIRST_OWN_CODE = -32_000;

/** Asks which payloads have the error; at first all of them. */
export function createPayloadFields(
  legend: string,
  names: readonly string[],
  toAnswer: (indexes: readonly number[]) => OtherAnswer,
): AnswerFields {
  const boxes = names.map(() => {
    const box = createElement('input', { type: 'checkbox' });
    box.checked = true;
    return box;
  });
  const labels = boxes.map((box, index) => createElement('label', {}, [box, names[index] ?? '']));
  return {
    element: createElement('fieldset', { class: 'ticks', hidden: names.length === 1 }, [
      createElement('legend', {}, [legend]),
      ...labels,
    ]),
    read: () => toAnswer(boxes.flatMap(({ checked }, index) => (checked ? [index] : []))),
  };
}

/** Asks for the code and the message of an error. */
export function createErrorFields(): AnswerFields {
  const code = createElement('input', {
    type: 'number',
    step: '1',
    required: true,
    value: `${FIRST_OWN_CODE}`,
  });
  const message = createElement('input', { type: 'text', maxlength: '1000' });
  return {
    element: createElement('div', { class: 'entries' }, [
      createElement('label', {}, ['Code', code]),
      createElement('label', {}, ['Message', message]),
    ]),
    read: () => ({
      type: 'error',
      code: code.valueAsNumber,
      ...(message.value !== '' && { message: message.value }),
    }),
  };
}

/** Asks which fault the reply has. */
export function createFaultFields(): AnswerFields {
  const select = createElement(
    'select',
    {},
    FAULT_NAMES.map((name) => createElement('option', { value: name }, [NAMED_FAULTS[name].title])),
  );
  return {
    element: createElement('div', { class: 'entries' }, [createElement('label', {}, ['The wallet', select])]),
    read: () => ({ type: 'fault', name: FAULT_NAMES[select.selectedIndex] ?? FAULT_NAMES[0] }),
  };
}
