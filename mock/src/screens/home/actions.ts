import { getErrorMessage } from '../../explain/foreign.js';
import { type Children, createElement, createText } from '../view.js';

/** Creates the place where an action's error is shown. */
export function createNote(): HTMLElement {
  return createElement('p', { class: 'note', role: 'alert' });
}

/** Does `work` and shows in `note` why it failed. Resolves with whether it was done. */
export async function attempt(note: HTMLElement, work: () => Promise<unknown>): Promise<boolean> {
  note.textContent = '';
  try {
    await work();
    return true;
  } catch (error) {
    note.textContent = getErrorMessage(error);
    return false;
  }
}

/** Creates a text that only screen readers read. */
export function createUnseen(text: string): HTMLElement {
  return createElement('span', { class: 'for-readers' }, [createText(text)]);
}

/**
 * Creates a button of the kind that stands in a form or a row.
 *
 * @param options.detail what screen readers read after the text, e.g. which account the button is for
 */
export function createButton(
  text: string,
  onClick: (button: HTMLButtonElement) => void,
  { detail, kind = '' }: Readonly<{ detail?: string | undefined; kind?: string }> = {},
): HTMLButtonElement {
  const button = createElement('button', { type: 'button', class: `action ${kind}` }, [
    text,
    ...(detail === undefined ? [] : [' ', createUnseen(detail)]),
  ]);
  button.addEventListener('click', () => onClick(button));
  return button;
}

/**
 * Returns a listener for a button that does `work`. A click while it works does nothing. The button is not disabled then,
 * because it would lose the focus.
 */
export function doing(note: HTMLElement, work: () => Promise<unknown>): (button: HTMLElement) => void {
  return async (button) => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    await attempt(note, work);
    button.ariaBusy = 'false';
  };
}

/** What is asked before something is destroyed. */
export type Confirmation = Readonly<{
  /** The button's text, and what screen readers read after it. */
  text: string;
  detail?: string;
  question: string;
  /** The text of the button that does it. */
  confirm: string;
}>;

/** Creates a button that asks in its place, and does `work` once the user confirms. Escape keeps everything as it is. */
export function createConfirmedButton(
  { text, detail, question, confirm }: Confirmation,
  note: HTMLElement,
  work: () => Promise<unknown>,
): HTMLElement {
  const place = createElement('div', { class: 'confirmed' });
  const show = (children: Children, focused: HTMLElement): void => {
    place.replaceChildren(...children);
    focused.focus();
  };
  const stop = (): void => show([first], first);
  const keep = createButton('Keep', stop);
  const sure = createButton(
    confirm,
    async () => {
      stop();
      await attempt(note, work);
    },
    { kind: 'is-danger' },
  );
  const asking = createElement('div', { class: 'asking', role: 'group', 'aria-label': question }, [
    createElement('p', {}, [createText(question)]),
    keep,
    sure,
  ]);
  const first = createButton(text, () => show([asking], keep), { detail, kind: 'is-dangerous' });
  place.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || first.isConnected) return;
    event.stopPropagation();
    stop();
  });
  place.append(first);
  return place;
}
