import css from './style.css?inline';

/** A button, or with `href` a link to another page. */
export type Action = Readonly<{ label: string; isMain?: boolean; press?: () => void; href?: string }>;

/** The content of a dialog. */
export type View = Readonly<{
  title: string;
  text: string;
  /** Instructions, one step a line. */
  steps?: string;
  mark?: 'busy' | 'blocked' | 'done' | 'code';
  /** Shown between the text and the actions. */
  figure?: HTMLElement;
  /** Styles of this view besides those of every dialog. */
  css?: string;
  actions: readonly Action[];
}>;

/**
 * How a dialog ended: the user pressed its main button; the user closed it; its signal aborted or a newer dialog replaced
 * it.
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

/** Creates the function that opens dialogs, one at a time. `lang` is the language of the texts, or '' if unknown. */
export function createDialogOpener(lang: string): OpenDialog {
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
          box?.remove();
          box = undefined;
        }
        settle();
      };
      const dialog: Dialog = {
        show(view) {
          if (hasEnded) return;
          box ??= createBox(lang, () => current?.end('closed'));
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
  /** Removes the element from the page. The focus returns to where it was. */
  remove(): void;
}>;

/** Events that stay inside the dialog. Pages listen to them to close menus, to trap the focus, or for keyboard shortcuts. */
const PRIVATE_EVENTS = ['click', 'mousedown', 'pointerdown', 'touchstart', 'keydown', 'focusin'];

/**
 * Creates the element that shows dialogs. It is added to the page with the first view. `onClose` is called when the user
 * closes it with the Escape key or the system's back gesture.
 */
function createBox(lang: string, onClose: () => void): Box {
  const host = document.createElement('mobile-wallet-dialog');
  const dialog = document.createElement('dialog');
  const content = createElement('div', { role: 'status', 'aria-atomic': 'false' });
  const figure = createElement('div', { class: 'figure' });
  const actions = createElement('div', { class: 'actions' });
  dialog.append(createElement('div', { class: 'mark' }), content, figure, actions);
  for (const [name, value] of Object.entries({
    'aria-labelledby': 'title',
    'aria-describedby': 'text steps timer',
    tabindex: '-1',
    autofocus: '',
    ...(lang && { lang }),
  })) {
    dialog.setAttribute(name, value);
  }
  dialog.addEventListener('close', () => {
    if (host.isConnected) onClose();
  });
  for (const type of PRIVATE_EVENTS) host.addEventListener(type, (event) => event.stopPropagation());
  const root = host.attachShadow({ mode: 'open' });
  root.append(dialog);

  return {
    show(view) {
      root.adoptedStyleSheets = [css, view.css ?? ''].map(createSheet);
      dialog.className = view.mark ?? '';
      content.replaceChildren(
        createElement('h2', { id: 'title' }, view.title),
        createElement('p', { id: 'text' }, view.text),
        ...(view.steps === undefined ? [] : [createSteps(view.steps)]),
      );
      figure.replaceChildren(...(view.figure ? [view.figure] : []));
      actions.replaceChildren(...view.actions.map(createAction));
      if (!host.isConnected) open();
      const main = actions.querySelector<HTMLElement>('.main');
      (main ?? dialog).focus();
      // Chromium scrolls a dialog that takes the focus itself to its end.
      if (!main) dialog.scrollTop = 0;
    },
    setText(text) {
      content.querySelector('p')?.replaceChildren(text);
    },
    remove() {
      dialog.close();
      host.remove();
    },
  };

  function open(): void {
    const page = getComputedStyle(document.documentElement);
    dialog.dir = page.direction;
    host.classList.toggle('as-page', page.colorScheme !== 'normal');
    // Outside the body, so that neither its styles nor scripts that hide everything but their own dialog affect it.
    document.documentElement.append(host);
    dialog.showModal();
  }
}

function createSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

function createSteps(steps: string): HTMLElement {
  return createElement(
    'ol',
    { id: 'steps' },
    ...steps.split('\n').map((step) => createElement('li', {}, step)),
  );
}

function createAction({ label, isMain, press, href }: Action): HTMLElement {
  const className = { class: isMain ? 'main' : '' };
  if (href !== undefined) {
    return createElement('a', { ...className, href, target: '_blank', rel: 'noopener' }, label);
  }
  const button = createElement('button', { ...className, type: 'button' }, label);
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
