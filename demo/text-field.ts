import { createElement, createId } from './dom.js';

export type TextField = Readonly<{
  element: HTMLElement;
  getValue(): string;
  setValue(value: string): void;
  setHint(hint: string): void;
  /** Shows what is wrong with the value and moves the focus there; `undefined` takes it back. */
  setError(message: string | undefined): void;
  onInput(listener: () => void): void;
}>;

export type TextFieldOptions = Readonly<{
  label: string;
  value: string;
  hint?: string;
  /** A keyboard with digits. */
  isAmount?: boolean;
  /** Room for several lines. */
  isLong?: boolean;
  /** An address or the like: fixed-width, without spelling help. */
  isCode?: boolean;
}>;

/** Makes a labelled text field with room for a hint and an error. */
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
