import css from './style.css?inline';

/** The dapp, as the dialogs show it. Without a name, it is the page's host. `icon` is relative to `uri`. */
export type App = Readonly<{
  name?: string | undefined;
  uri?: string | undefined;
  icon?: string | undefined;
}>;

/** A button, or with `href` a link to another page. All look like links but the one that is `main`. */
export type Action = Readonly<{
  label: string | Node;
  look?: 'main' | undefined;
  press?: (() => void) | undefined;
  href?: string | undefined;
}>;

/**
 * What is drawn above the title: the dapp and the phone, with their names, and between them what happens; the
 * browser's question, or its address bar, with the place to press; or for `code`, a QR code, the dapp's icon
 * and name. With `busy`, no button has the focus, so that a key that is held down does nothing.
 */
export type Mark = 'busy' | 'blocked' | 'done' | 'question' | 'address' | 'code';

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

/**
 * How a dialog ended: the user pressed its main button; the user closed it; its signal aborted or a newer
 * dialog replaced it.
 */
export type Ending = 'confirmed' | 'closed' | 'withdrawn';

/** An open dialog. Once it has ended, its methods do nothing. */
export type Dialog = Readonly<{
  /** Replaces the content. */
  show(view: View): void;
  /** Replaces the text alone. The focus stays where it is. */
  setText(text: string): void;
  end(ending: Ending): void;
  /** Ends the dialog with an error. */
  fail(error: unknown): void;
}>;

/** Opens a dialog in place of the current one. Resolves when it has ended. `draw` shows its first view. */
export type OpenDialog = (signal: AbortSignal, draw: (dialog: Dialog) => void) => Promise<Ending>;

/** What every dialog says: how the cross that closes it is named, and what the phone stands for. */
type Labels = Readonly<{ close: string; phone: string }>;

/**
 * Creates the function that opens dialogs of `app`, one at a time. `lang` is the language of the texts, or ''
 * if unknown.
 */
export function createDialogOpener(lang: string, app: App, labels: Labels): OpenDialog {
  let box: Box | undefined;
  let current: Dialog | undefined;

  return (signal, draw) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return resolve('withdrawn');
      let hasEnded = false;
      const finish = (settle: () => void): void => {
        if (hasEnded) return;
        hasEnded = true;
        signal.removeEventListener('abort', withdraw);
        if (current === dialog) {
          current = undefined;
          box?.hide();
        }
        settle();
      };
      const dialog: Dialog = {
        show(view) {
          if (hasEnded) return;
          if (box?.isLost()) {
            box.hide();
            box = undefined;
          }
          box ??= createBox(lang, app, labels, () => current?.end('closed'));
          box.show(view);
        },
        setText(text) {
          if (!hasEnded) box?.setText(text);
        },
        end: (ending) => finish(() => resolve(ending)),
        fail: (error) => finish(() => reject(error)),
      };
      const withdraw = (): void => dialog.end('withdrawn');
      signal.addEventListener('abort', withdraw);
      // Set the new dialog before ending the previous one, so that the box stays on the page.
      const previous = current;
      current = dialog;
      previous?.end('withdrawn');
      draw(dialog);
    });
}

/** The element on the page that shows dialogs. */
type Box = Readonly<{
  /** Shows a view, in place of the previous one. */
  show(view: View): void;
  setText(text: string): void;
  /**
   * Closes the dialog: the focus returns to where it was, and the page can be used at once. The element is
   * removed when the dialog has faded out.
   */
  hide(): void;
  /** Whether the page has removed the element. `document.open` has then removed its listeners, too. */
  isLost(): boolean;
}>;

/**
 * Events that stay inside the dialog. Pages listen to them to close menus, to trap the focus, or for keyboard
 * shortcuts.
 */
const PRIVATE_EVENTS = ['click', 'mousedown', 'pointerdown', 'touchstart', 'keydown', 'focusin'];

/** How long a dialog takes to fade out. The same time is in style.css. */
const LEAVE_MS = 120;

/** How often a dialog comes in front of others, in case that one of them does the same. */
const MOST_TIMES_IN_FRONT = 10;

/**
 * Creates the element that shows dialogs. It is added to the page with the first view. `onClose` is called
 * when the user closes it with its cross, the Escape key or the system's back gesture, and when the page
 * removes it, also with the whole document.
 */
function createBox(lang: string, app: App, labels: Labels, onClose: () => void): Box {
  const host = document.createElement('mobile-wallet-dialog');
  const label = createElement('span', { class: 'hidden' }, labels.close);
  // The first element, so that it stays in view while the dialog is scrolled.
  const close = createElement('button', { class: 'close', type: 'button' }, label);
  const mark = createElement('div', { class: 'mark' });
  const content = createElement('div', { role: 'status', 'aria-atomic': 'false' });
  const figure = createElement('div', { class: 'figure' });
  const actions = createElement('div', { class: 'actions' });
  const foot = createElement('div', { class: 'foot' });
  const attributes = {
    'aria-labelledby': 'title',
    'aria-describedby': 'lead text steps timer',
    tabindex: '-1',
    autofocus: '',
    ...(lang && { lang }),
  };
  const dialog = createElement('dialog', attributes, close, mark, content, figure, actions, foot);
  const name = app.name ?? location.host;
  const tile = createTile(name, app);
  let isShown = false;
  let isOnPage = false;
  let timesInFront = 0;
  let leaving: ReturnType<typeof setTimeout>;
  close.addEventListener('click', onClose);
  // Escape and the back gesture. The event `close` comes with the next frame, when another dialog may be
  // shown already.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    onClose();
  });
  // A script of the page has closed it. Meanwhile, the dialog may have been shown again.
  dialog.addEventListener('close', () => {
    if (isShown && !dialog.open) onClose();
  });
  for (const type of PRIVATE_EVENTS) host.addEventListener(type, (event) => event.stopPropagation());
  const root = host.attachShadow({ mode: 'open' });
  root.append(dialog);
  // What stands beside the page, such as a side bar, is given room by the root element's padding. The dialog
  // does not cover it.
  const room = new ResizeObserver(() => {
    const { paddingLeft, paddingRight } = getComputedStyle(document.documentElement);
    dialog.style.setProperty('--left', paddingLeft);
    dialog.style.setProperty('--right', paddingRight);
  });
  const takeFocus = (): void => {
    const main = dialog.className === 'busy' ? null : actions.querySelector<HTMLElement>('.main');
    (main ?? dialog).focus();
    // Chromium scrolls a dialog that takes the focus itself to its end.
    if (!main) dialog.scrollTop = 0;
  };
  /** The browser makes everything below the modal dialog that was opened last inert. */
  const comeInFront = (): void => {
    if (timesInFront++ >= MOST_TIMES_IN_FRONT) return;
    dialog.close();
    dialog.showModal();
    takeFocus();
  };
  const isModal = (node: Node): boolean => node instanceof HTMLDialogElement && node.matches(':modal');
  const removals = new MutationObserver(() => {
    if (!host.isConnected) onClose();
    // The page has moved it.
    else if (!isModal(dialog)) comeInFront();
  });
  /**
   * Does not see what is in shadow trees, such as the panel of the mock wallet, which has to stay in front.
   */
  const openings = new MutationObserver((records) => {
    if (records.some(({ target }) => isModal(target))) comeInFront();
  });

  return {
    show(view) {
      root.adoptedStyleSheets = [css, view.css ?? ''].map((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        return sheet;
      });
      dialog.className = view.mark ?? '';
      mark.replaceChildren(...createMark(view.mark, tile, name, labels.phone));
      content.replaceChildren(
        createElement('h2', { id: 'title' }, view.title),
        ...(view.lead === undefined ? [] : [createElement('p', { id: 'lead' }, view.lead)]),
        createElement('p', { id: 'text' }, view.text),
        ...(view.steps === undefined ? [] : [createSteps(view.steps)]),
      );
      figure.replaceChildren(view.figure ?? '');
      actions.replaceChildren(...view.actions.map(createAction));
      foot.replaceChildren(view.foot ?? '');
      if (!isShown) open();
      takeFocus();
    },
    isLost: () => isOnPage && !host.isConnected,
    setText(text) {
      content.querySelector('#text')?.replaceChildren(text);
    },
    hide() {
      isShown = false;
      for (const observer of [room, removals, openings]) observer.disconnect();
      dialog.close();
      leaving = setTimeout(() => {
        isOnPage = false;
        host.remove();
      }, LEAVE_MS);
    },
  };

  function open(): void {
    const page = document.documentElement;
    const { direction, colorScheme } = getComputedStyle(page);
    isShown = true;
    isOnPage = true;
    timesInFront = 0;
    clearTimeout(leaving);
    dialog.dir = direction;
    host.classList.toggle('as-page', colorScheme !== 'normal');
    // Outside the body, so that neither its styles nor scripts that hide everything but their own dialog
    // affect it.
    page.append(host);
    room.observe(page);
    for (const parent of [document, page]) removals.observe(parent, { childList: true });
    openings.observe(document, { subtree: true, attributeFilter: ['open'] });
    dialog.showModal();
  }
}

/**
 * Creates the dapp's icon. Until it has loaded, or if it cannot be, this shows the first letter of the name.
 */
function createTile(name: string, { uri, icon }: App): HTMLElement {
  const tile = createElement('span', { class: 'app', 'aria-hidden': 'true' }, [...name.trim()][0] ?? '');
  if (uri !== undefined && icon !== undefined) {
    const image = createElement('img', { alt: '' });
    image.onload = () => tile.replaceChildren(image);
    image.src = new URL(icon, uri).href;
  }
  return tile;
}

/** Creates what is drawn above the title. Screen readers read nothing of it but the dapp's name. */
function createMark(
  mark: View['mark'],
  tile: HTMLElement,
  name: string,
  phoneLabel: string,
): readonly HTMLElement[] {
  if (mark === 'question' || mark === 'address') {
    const bar = createElement('div', { class: 'bar' }, createElement('i', {}), location.host);
    const question = createElement('div', {});
    return [createElement('div', { class: 'window', 'aria-hidden': 'true' }, bar, question)];
  }
  const caption = createElement('span', { class: 'name' }, name);
  if (mark === 'code') return [tile, caption];
  const phone = createElement('span', { class: 'phone' });
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

function createAction({ label, look, press, href }: Action): HTMLElement {
  if (href !== undefined) {
    return createElement('a', { href, target: '_blank', rel: 'noopener' }, label);
  }
  const button = createElement('button', { class: look ?? '', type: 'button' }, label);
  if (press) button.addEventListener('click', press);
  return button;
}

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
