import { createElement, createText } from '../view.js';
import { attempt, createButton, createNote } from './actions.js';
import type { Live } from './live.js';

/** Creates a name that can be changed in its place: Enter saves it, Escape keeps the old one. */
export function createNameField(
  rename: (label: string) => Promise<void>,
): Live<string> & Readonly<{ edit(): void }> {
  let label = '';
  let focusedBefore: Element | null = null;
  const shown = createElement('span', { class: 'label' });
  const input = createElement('input', {
    'aria-label': 'Name of the account',
    maxlength: '60',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const note = createNote();
  const form = createElement('form', { class: 'name-form', hidden: true }, [
    input,
    createElement('button', { class: 'action is-main' }, ['Save']),
    createButton('Cancel', () => stop()),
    note,
  ]);
  const element = createElement('div', { class: 'name-field' }, [shown, form]);

  const stop = (): void => {
    form.hidden = true;
    shown.hidden = false;
    note.textContent = '';
    if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await attempt(note, () => rename(input.value.trim()))) stop();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    stop();
  });

  return {
    element,
    update(next) {
      if (next === label) return;
      label = next;
      shown.replaceChildren(createText(label));
    },
    edit() {
      focusedBefore = document.activeElement;
      input.value = label;
      form.hidden = false;
      shown.hidden = true;
      input.focus();
      input.select();
    },
  };
}
