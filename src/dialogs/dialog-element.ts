import css from './style.css?inline';
import {
  type App,
  createAction,
  createElement,
  createMark,
  createSteps,
  createTile,
  type View,
} from './view.js';

/** What every dialog says: how the cross that closes it is named, and what the phone stands for. */
export type Labels = Readonly<{ close: string; phone: string }>;

/** The element on the page that shows dialogs. */
export type DialogElement = Readonly<{
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
 * with `cancel` when the user closes it with its cross; and with `dismissed` for the Escape key and the
 * system's back gesture, and when the page removes it, also with the whole document.
 */
export function createDialogElement(
  lang: string,
  app: App,
  labels: Labels,
  onClose: (how: 'cancel' | 'dismissed') => void,
): DialogElement {
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
  close.addEventListener('click', () => onClose('cancel'));
  const dismiss = (): void => onClose('dismissed');
  /**
   * Takes Escape before the page does: a wallet picker's list that is still open below prevents the event's
   * default, and then the browser does not close the dialog.
   */
  const takeEscape = (event: KeyboardEvent): void => {
    // Scripts close the menus of a page with keys of their own.
    if (event.key !== 'Escape' || !event.isTrusted) return;
    // What is in front of this dialog has the key if it has the focus. If nothing has, this dialog can take
    // the focus only if it is in front itself.
    if (event.target === document.body) dialog.focus();
    if (document.activeElement !== host) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A key that is held down may have closed the dialog before this one.
    if (!event.repeat) dismiss();
  };
  // The back gesture, and Escape if the page stopped the key before. The event `close` comes with the next
  // frame, when another dialog may be shown already.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    dismiss();
  });
  // A script of the page has closed it. Meanwhile, the dialog may have been shown again.
  dialog.addEventListener('close', () => {
    if (isShown && !dialog.open) dismiss();
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
    // A button that has no room below the title would scroll the title out of view. Chromium scrolls a dialog
    // that takes the focus itself to its end.
    if (dialog.scrollTop > 0) dialog.focus();
    dialog.scrollTop = 0;
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
    if (!host.isConnected) dismiss();
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
      window.removeEventListener('keydown', takeEscape, true);
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
    window.addEventListener('keydown', takeEscape, true);
    dialog.showModal();
  }
}
