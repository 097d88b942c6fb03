import css from './style.css?inline';

/** A button, or with `href` a link to another page. */
export type Action = Readonly<{ label: string; isMain?: boolean; press?: () => void; href?: string }>;

/** What a dialog says and offers. */
export type View = Readonly<{
  title: string;
  text: string;
  /** What to do, one step a line. */
  steps?: string;
  mark?: 'busy' | 'blocked' | 'done';
  actions: readonly Action[];
}>;

/** The one dialog on the page. */
export type Box = Readonly<{
  /** Shows a view in place of the one before. */
  show(view: View): void;
  /** Takes the dialog off the page; the focus goes back to where it was. */
  remove(): void;
}>;

/** What pages listen to in order to close menus on a click beside them, to hold the focus, or to have shortcuts. */
const PRIVATE_EVENTS = ['click', 'mousedown', 'pointerdown', 'touchstart', 'keydown', 'focusin'];

/**
 * Makes the dialog that views are shown in; it is on the page from the first one on. `lang` is the language of the
 * texts, where it is known; `onClose` is called when the person closes the dialog, by Escape or what stands for it.
 */
export function createBox(lang: string, onClose: () => void): Box {
  const host = document.createElement('mobile-wallet-dialog');
  const dialog = document.createElement('dialog');
  const words = createElement('div', { role: 'status' });
  const actions = createElement('div', { class: 'actions' });
  dialog.append(createElement('div', { class: 'mark' }), words, actions);
  for (const [name, value] of Object.entries({
    'aria-labelledby': 'title',
    'aria-describedby': 'text steps',
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
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  root.append(dialog);

  return {
    show(view) {
      dialog.className = view.mark ?? '';
      words.replaceChildren(
        createElement('h2', { id: 'title' }, view.title),
        createElement('p', { id: 'text' }, view.text),
        ...(view.steps === undefined ? [] : [createSteps(view.steps)]),
      );
      actions.replaceChildren(...view.actions.map(createAction));
      if (!host.isConnected) open();
      (actions.querySelector<HTMLElement>('.main') ?? dialog).focus();
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
    // Beside the body, where neither its styles nor scripts that hide all but their own dialog reach it.
    document.documentElement.append(host);
    dialog.showModal();
  }
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

function createElement(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
