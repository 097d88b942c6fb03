import { type Children, createElement } from '../view.js';
import { attempt, createNote } from './actions.js';
import type { Live } from './live.js';

/** Called with the value that the user chooses; rejects if it cannot be set. */
export type Change<T> = (value: T) => Promise<unknown>;

/** A value of a choice, and its text. */
export type Option<T> = readonly [value: T, text: string];

/** Creates a switch with its explanation, which may depend on whether it is on. */
export function createSwitch(
  title: string,
  change: Change<boolean>,
  explain?: (isOn: boolean) => string,
): Live<boolean> {
  const input = createElement('input', { type: 'checkbox' });
  const explanation = createElement('span', { class: 'quiet' });
  const element = createElement('label', { class: 'check' }, [
    input,
    createElement('span', {}, [createElement('span', {}, [title]), ...(explain ? [explanation] : [])]),
  ]);
  return connect(element, input, {
    change,
    read: () => input.checked,
    write: (isOn) => {
      input.checked = isOn;
      explanation.replaceChildren(...createProse(explain?.(isOn) ?? ''));
    },
  });
}

/** Creates a choice of one value among several. */
export function createChoice<T>(title: string, options: readonly Option<T>[], change: Change<T>): Live<T> {
  const select = createElement(
    'select',
    {},
    options.map(([, text], index) => createElement('option', { value: String(index) }, [text])),
  );
  const element = createElement('label', { class: 'field' }, [createElement('span', {}, [title]), select]);
  return connect(element, select, {
    change,
    read: () => (options[select.selectedIndex] ?? options[0])?.[0] as T,
    write: (value) => {
      select.selectedIndex = options.findIndex(([each]) => each === value);
    },
  });
}

/** Creates a field for a whole number of 0 or more. It is set when the user leaves the field or presses Enter. */
export function createNumberField(title: string, change: Change<number>): Live<number> {
  const input = createElement('input', { type: 'number', min: '0', step: '1', inputmode: 'numeric' });
  const element = createElement('label', { class: 'field' }, [createElement('span', {}, [title]), input]);
  return connect(element, input, {
    change: async (value) => {
      if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('Write a whole number, 0 or more.');
      await change(value);
    },
    read: () => input.valueAsNumber,
    write: (value) => {
      input.value = String(value);
    },
  });
}

/** Creates radio buttons for a choice that should be seen whole. */
export function createRadios<T>(title: string, options: readonly Option<T>[], change: Change<T>): Live<T> {
  const inputs = options.map(() => createElement('input', { type: 'radio', name: title }));
  const element = createElement('fieldset', { class: 'radios' }, [
    createElement('legend', {}, [title]),
    ...options.map(([, text], index) =>
      createElement('label', { class: 'check' }, [inputs[index] ?? '', createElement('span', {}, [text])]),
    ),
  ]);
  return connect(element, element, {
    change,
    read: () => (options[inputs.findIndex(({ checked }) => checked)] ?? options[0])?.[0] as T,
    write: (value) => {
      for (const [index, input] of inputs.entries()) input.checked = options[index]?.[0] === value;
    },
  });
}

/**
 * Makes a control follow the wallet. What the user is typing stays as it is; if the wallet refuses a value, the reason is
 * shown below the control, and the control shows the value that counts.
 */
function connect<T>(
  element: HTMLElement,
  control: HTMLElement,
  { change, read, write }: Readonly<{ change: Change<T>; read(): T; write(value: T): void }>,
): Live<T> {
  let current: T;
  let updates = 0;
  let isEdited = false;
  const note = createNote();
  control.addEventListener('input', () => {
    isEdited = true;
  });
  control.addEventListener('change', async () => {
    const before = updates;
    const isDone = await attempt(note, () => change(read()));
    isEdited = false;
    // Otherwise the wallet has yet to say what counts now.
    if (!isDone || updates > before) write(current);
  });
  return {
    element: createElement('div', { class: 'setting' }, [element, note]),
    update(value) {
      current = value;
      updates++;
      if (!isEdited) write(value);
    },
  };
}

/** Returns our own text, in which code stands between backticks. */
function createProse(text: string): Children {
  return text.split('`').map((part, index) => (index % 2 === 1 ? createElement('code', {}, [part]) : part));
}
