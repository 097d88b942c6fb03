import { createElement, createId } from './dom.js';

export type TextField = Readonly<{
  element: HTMLElement;
  getValue(): string;
  setValue(value: string): void;
  setHint(hint: string): void;
  /** Shows an error and moves the focus to the field; with `undefined`, removes the error. */
  setError(message: string | undefined): void;
  onInput(listener: () => void): void;
}>;

export type TextFieldOptions = Readonly<{
  label: string;
  value: string;
  hint?: string;
  /** Whether phones show a keyboard with digits. */
  isAmount?: boolean;
  /** Whether the field has several lines. */
  isLong?: boolean;
  /** Whether the value is an address or the like: in a fixed-width font and without spell checking. */
  isCode?: boolean;
}>;

/** Creates a labelled text field with a hint and an error below it. */
export function createTextField(options: TextFieldOptions): TextField {
  const id = createId('field');
  const attributes = {
    id,
    class: options.isCode ? 'code' : undefined,
    'aria-describedby': `${id}-hint ${id}-error`,
    autocomplete: 'off',
    ...(options.isCode ? { spellcheck: 'false', autocapitalize: 'none', autocorrect: 'off' } : {}),
  };
  const input = options.isLong
    ? createElement('textarea', { ...attributes, rows: '3' })
    : createElement('input', {
        ...attributes,
        type: 'text',
        inputmode: options.isAmount ? 'decimal' : 'text',
      });
  input.value = options.value;
  const hint = createElement(
    'p',
    { id: `${id}-hint`, class: 'field-hint', 'aria-live': 'polite' },
    options.hint,
  );
  const error = createElement('p', { id: `${id}-error`, class: 'field-error', role: 'status' });
  const element = createElement(
    'div',
    { class: 'field' },
    createElement('label', { for: id }, options.label),
    input,
    hint,
    error,
  );

  const setError = (message: string | undefined) => {
    error.textContent = message ?? '';
    if (message === undefined) {
      input.removeAttribute('aria-invalid');
    } else {
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    }
  };
  input.addEventListener('input', () => setError(undefined));
  return {
    element,
    getValue: () => input.value,
    setValue: (value) => {
      input.value = value;
    },
    setHint: (text) => {
      hint.textContent = text;
    },
    setError,
    onInput: (listener) => input.addEventListener('input', listener),
  };
}
