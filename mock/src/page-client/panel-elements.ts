import css from './panel-style.css?inline';

/** The panel's elements, not yet on the page. */
export type PanelElements = Readonly<{
  host: HTMLElement;
  dialog: HTMLDialogElement;
  frame: HTMLIFrameElement;
}>;

/** Creates the panel with the given cover over its frame, and the given bar below both. */
export function createPanelElements(cover: HTMLElement, bar: HTMLElement): PanelElements {
  const host = document.createElement('mobile-wallet-panel');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const dialog = document.createElement('dialog');
  dialog.popover = 'manual';
  dialog.setAttribute('closedby', 'none');
  dialog.setAttribute('aria-label', 'Mock wallet');
  const frame = document.createElement('iframe');
  frame.title = 'Mock wallet';
  const screen = document.createElement('div');
  screen.className = 'screen';
  screen.append(cover, frame);
  dialog.append(screen, bar);
  root.append(dialog);
  return { host, dialog, frame };
}

/** Creates the bar with the button that opens the phone's own wallet; empty and hidden without `useOwnWallet`. */
export function createOwnWalletBar(useOwnWallet: (() => void) | undefined): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'bar';
  bar.hidden = useOwnWallet === undefined;
  if (!useOwnWallet) return bar;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Use this phone’s own wallet';
  button.title =
    'The mock wallet is on the computer. This tab opens the wallet app of this phone from now on.';
  button.addEventListener('click', useOwnWallet);
  bar.append(button);
  return bar;
}

/** Hides the dialog, however it is shown. */
export function putAway(dialog: HTMLDialogElement): void {
  if (dialog.matches(':popover-open')) dialog.hidePopover();
  if (dialog.open) dialog.close();
}

/** Whether the dialog is shown, as a popover or as a modal dialog. */
export function isShown(dialog: HTMLDialogElement): boolean {
  return dialog.open || dialog.matches(':popover-open');
}

/** What is inert or covered is not found at its own place. While it slides in from outside, it counts as found. */
export function isInFront(host: Element, dialog: HTMLDialogElement): boolean {
  const { left, top, width, height } = dialog.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found === null || found === host;
}

/** Whether a dialog of the page has opened, closed or gone, as far as the page can be looked into. */
export function concernsDialog({ target, removedNodes }: MutationRecord): boolean {
  return [target, ...removedNodes].some(
    (node) => node instanceof Element && node.matches('dialog, mobile-wallet-dialog'),
  );
}
