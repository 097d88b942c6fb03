/** The dapp, as the dialogs show it. Without a name, it is the page's host. `icon` is relative to `uri`. */
export type App = Readonly<{
  name?: string | undefined;
  uri?: string | undefined;
  icon?: string | undefined;
}>;

/**
 * A button, or with `href` a link to another page. It looks like a link, unless it is the `main` one, or a
 * `row` with another way to go on.
 */
export type Action = Readonly<{
  label: string | Node;
  look?: 'main' | 'row' | undefined;
  press?: (() => void) | undefined;
  href?: string | undefined;
  /** Other ways to go on, which are shown when it is pressed. */
  more?: readonly Action[] | undefined;
}>;

/**
 * What is drawn above the title: the dapp and the phone, with their names, and between them what happens; the
 * browser's question, or its address bar, with the place to press; for `code`, a QR code, the dapp's icon and
 * name; or for a `list` of wallet apps, nothing. With `busy`, no button has the focus, so that a key that is
 * held down does nothing.
 */
export type Mark = 'busy' | 'blocked' | 'done' | 'question' | 'address' | 'code' | 'list';

/** The content of a dialog. */
export type View = Readonly<{
  title: string;
  /** What the dapp asks for, below the title. */
  lead?: string;
  text: string;
  /** Instructions, one step a line. */
  steps?: string;
  mark?: Mark;
  /** Shown between the text and the actions. */
  figure?: HTMLElement;
  /** Shown below the actions. */
  foot?: HTMLElement;
  /** Styles of this view besides those of every dialog. */
  css?: string;
  actions: readonly Action[];
}>;

/** Creates an element with its attributes and children. */
export function createElement<TTag extends keyof HTMLElementTagNameMap>(
  tag: TTag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[TTag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Creates the dapp's icon. Until it has loaded, or if it cannot be, this shows the first letter of the name.
 */
export function createTile(name: string, { uri, icon }: App): HTMLElement {
  const tile = createElement('span', { class: 'app', 'aria-hidden': 'true' }, [...name.trim()][0] ?? '');
  if (uri !== undefined && icon !== undefined) {
    const image = createElement('img', { alt: '' });
    image.onload = () => tile.replaceChildren(image);
    image.src = new URL(icon, uri).href;
  }
  return tile;
}

/** Creates what is drawn above the title. Screen readers read nothing of it but the dapp's name. */
export function createMark(
  mark: View['mark'],
  tile: HTMLElement,
  name: string,
  phoneLabel: string,
): readonly HTMLElement[] {
  if (mark === 'list') return [];
  if (mark === 'question' || mark === 'address') {
    const bar = createElement('div', { class: 'bar' }, createElement('i', {}), location.host);
    const question = createElement('div', {});
    return [createElement('div', { class: 'window', 'aria-hidden': 'true' }, bar, question)];
  }
  const caption = createElement('span', { class: 'name' }, name);
  if (mark === 'code') return [tile, caption];
  const phone = createElement('span', { class: 'phone', 'aria-hidden': 'true' });
  const phoneCaption = createElement('span', { class: 'name', 'aria-hidden': 'true' }, phoneLabel);
  return [tile, createElement('i', {}), phone, caption, phoneCaption];
}

/** Creates a list of instructions, of which each line is a step. */
export function createSteps(steps: string): HTMLElement {
  return createElement(
    'ol',
    { id: 'steps' },
    ...steps.split('\n').map((step) => createElement('li', {}, step)),
  );
}

/** The texts that are the same for every link that can be copied. */
type CopyText = 'copyLink' | 'copied' | 'linkNotCopied';

/**
 * Creates the button that copies a link, a note for what came of it, and the field with the link (`link`),
 * which appears if the browser does not copy it. `copied` is the note for screen readers. `reset` undoes what
 * pressing the button has changed.
 */
export function createCopyLink(
  getText: (name: CopyText) => string,
  copied: string,
  attributes: Readonly<{ rows: string; 'aria-label': string }>,
) {
  const label = createElement('span', {});
  const note = createElement('p', { role: 'status' });
  const link = createElement('textarea', { readonly: '', dir: 'ltr', ...attributes });
  const say = (text: string, className = ''): void => {
    note.className = className;
    note.textContent = text;
  };
  const reset = (): void => {
    label.textContent = getText('copyLink');
    say('');
    link.hidden = true;
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link.value);
      link.hidden = true;
      // Where the user looks, and of the same height. Screen readers hear the note.
      label.textContent = getText('copied');
      say(copied, 'hidden');
    } catch {
      say(getText('linkNotCopied'));
      link.hidden = false;
      link.select();
    }
  };
  reset();
  return { button: { label, press: () => void copy() }, note, link, say, reset };
}

/** Creates the button or link of an action, or a list that it opens. */
export function createAction({ label, look, press, href, more }: Action): HTMLElement {
  // A row sets its label apart from the sign at its end.
  const content = look === 'row' ? createElement('span', {}, label) : label;
  if (more) {
    const summary = createElement('summary', { class: look ?? '' }, content);
    return createElement('details', {}, summary, ...more.map(createAction));
  }
  if (href !== undefined) {
    return createElement('a', { class: look ?? '', href, target: '_blank', rel: 'noopener' }, content);
  }
  const button = createElement('button', { class: look ?? '', type: 'button' }, content);
  if (press) button.addEventListener('click', press);
  return button;
}
