import type { MockAccount } from '../accounts.js';
import { shortenAddress } from '../number-text.js';
import css from './panel.css?inline';

/** The elements of the panel, which are not on the page yet. */
export type PanelView = Readonly<{
  host: HTMLElement;
  dialog: HTMLDialogElement;
  /** For the approval page. */
  frame: HTMLIFrameElement;
  /** Covers the frame while the approval page has nothing to show. */
  cover: HTMLElement;
  /** Makes the cover show that the wallet is starting. */
  showStarting(): void;
  /** Makes the cover show why the wallet could not start. */
  showFailure(reason: string): void;
  /** Makes the cover show the wallet between visits, with its accounts. */
  showReady(accounts: readonly MockAccount[]): void;
}>;

/** What the user can do in the panel, outside of the approval page. */
export type PanelActions = Readonly<{
  /** Called when the user presses the × of the cover. */
  close(): void;
  /** Called when the user chooses the phone's own wallet. Without it, there is no such button. */
  useOwnWallet?: (() => void) | undefined;
}>;

/** Creates the panel: the cover over the frame, and below both a bar for the phone's own wallet. */
export function createPanelView({ close, useOwnWallet }: PanelActions): PanelView {
  const host = document.createElement('mobile-wallet-panel');
  const root = host.attachShadow({ mode: 'open' });
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  root.adoptedStyleSheets = [styleSheet];

  const leave = createButton('leave', close);
  leave.ariaLabel = 'Leave the wallet';
  const content = createElement('div', 'idle');
  content.role = 'status';
  const header = createElement('header', '', createElement('span', 'brand', 'Mock wallet'), leave);
  const cover = createElement('div', 'cover', header, content);
  const frame = createElement('iframe', '');
  frame.title = 'Mock wallet';

  const dialog = createElement(
    'dialog',
    '',
    createElement('div', 'screen', cover, frame),
    createOwnWalletBar(useOwnWallet),
  );
  dialog.popover = 'manual';
  dialog.setAttribute('closedby', 'none');
  dialog.ariaLabel = 'Mock wallet';
  root.append(dialog);

  const show = (canLeave: boolean, ...children: readonly HTMLElement[]): void => {
    leave.hidden = !canLeave;
    content.replaceChildren(...children);
  };

  return {
    host,
    dialog,
    frame,
    cover,
    showStarting: () =>
      show(true, createElement('span', 'spinner'), createElement('p', 'quiet', 'Starting…')),
    showFailure: (reason) =>
      show(
        true,
        createElement('p', 'title', 'The mock wallet could not start'),
        createElement(
          'p',
          'quiet',
          'Nothing was asked and nothing was signed. Close this, and try again when the page has stopped waiting.',
        ),
        createElement('p', 'reason', reason),
      ),
    showReady: (accounts) =>
      show(
        false,
        createElement('p', 'title', 'Ready'),
        createElement('p', 'quiet', 'Connect on the page: what it asks of this wallet appears here.'),
        createElement('ul', 'card accounts', ...accounts.map(createAccount)),
      ),
  };
}

function createAccount({ address, label }: MockAccount): HTMLElement {
  const name = createElement('bdi', 'label', label);
  const row = createElement('li', '', name, createElement('code', '', shortenAddress(address)));
  row.title = address;
  return row;
}

function createOwnWalletBar(useOwnWallet: (() => void) | undefined): HTMLElement {
  const bar = createElement('div', 'bar');
  bar.hidden = useOwnWallet === undefined;
  if (!useOwnWallet) return bar;
  const button = createButton('', useOwnWallet);
  button.textContent = 'Use this phone’s own wallet';
  button.title =
    'The mock wallet is on the computer. This tab opens the wallet app of this phone from now on.';
  bar.append(button);
  return bar;
}

function createButton(className: string, onClick: () => void): HTMLButtonElement {
  const button = createElement('button', className);
  button.type = 'button';
  button.addEventListener('click', onClick);
  return button;
}

function createElement<TTag extends keyof HTMLElementTagNameMap>(
  tag: TTag,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[TTag] {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}
