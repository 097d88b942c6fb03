import type { MockAccount } from '../accounts.js';
import { type Children, createElement, createText } from '../approval-page/view.js';
import { shortenAddress } from '../text.js';
import css from './panel.css?inline';

/** The elements of the panel, which are not on the page yet. */
export type PanelView = Readonly<{
  host: HTMLElement;
  dialog: HTMLDialogElement;
  /** Loads the approval page. */
  frame: HTMLIFrameElement;
  /** Covers the frame while the approval page has nothing to show. */
  cover: HTMLElement;
  /** Makes the cover show that the wallet is starting. */
  showStarting(): void;
  /** Makes the cover show why the wallet could not start. */
  showFailure(reason: string): void;
  /** Makes the cover show the wallet between visits, with its accounts and the form to join a dapp on another device. */
  showReady(accounts: readonly MockAccount[], joinForm: HTMLElement): void;
}>;

/** What the user can do in the panel, outside of the approval page. */
export type PanelActions = Readonly<{
  /** Called when the user presses the × of the cover. */
  close(): void;
  /** Called when the user chooses the phone's own wallet. Without it, there is no such button. */
  useOwnWallet?: (() => void) | undefined;
}>;

/** Creates the panel: the frame, the cover over it, and below both a bar for the phone's own wallet. */
export function createPanelView({ close, useOwnWallet }: PanelActions): PanelView {
  const host = document.createElement('mobile-wallet-panel');
  const root = host.attachShadow({ mode: 'open' });
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  root.adoptedStyleSheets = [styleSheet];

  const leave = createButton(close, { class: 'leave', 'aria-label': 'Leave the wallet' });
  const content = createElement('div', { class: 'idle', role: 'status' });
  const brand = createElement('span', { class: 'brand' }, ['Mock wallet']);
  const cover = createElement('div', { class: 'cover' }, [
    createElement('header', {}, [brand, leave]),
    content,
  ]);
  const frame = createElement('iframe', { title: 'Mock wallet' });
  const screen = createElement('div', { class: 'screen' }, [cover, frame]);
  const dialog = createElement(
    'dialog',
    { popover: 'manual', closedby: 'none', 'aria-label': 'Mock wallet' },
    [screen, createOwnWalletBar(useOwnWallet)],
  );
  root.append(dialog);

  const show = (canLeave: boolean, children: Children): void => {
    leave.hidden = !canLeave;
    content.replaceChildren(...children);
  };

  return {
    host,
    dialog,
    frame,
    cover,
    showStarting: () => show(true, [createElement('span', { class: 'spinner' }), createQuiet('Starting…')]),
    showFailure: (reason) =>
      show(true, [
        createTitle('The mock wallet could not start'),
        createQuiet(
          'Nothing was asked and nothing was signed. Close this, and try again when the page has stopped waiting.',
        ),
        createElement('p', { class: 'reason' }, [reason]),
      ]),
    showReady: (accounts, joinForm) =>
      show(false, [
        createTitle('Ready'),
        createQuiet('Connect on the page: what it asks of this wallet appears here.'),
        createElement('ul', { class: 'card accounts' }, accounts.map(createAccount)),
        createElement('details', { class: 'join' }, [
          createElement('summary', {}, ['Join from another device']),
          joinForm,
        ]),
      ]),
  };
}

function createTitle(text: string): HTMLElement {
  return createElement('p', { class: 'title' }, [text]);
}

function createQuiet(text: string): HTMLElement {
  return createElement('p', { class: 'quiet' }, [text]);
}

function createAccount({ address, label }: MockAccount): HTMLElement {
  return createElement('li', { title: address }, [
    createElement('span', { class: 'label' }, [createText(label)]),
    createElement('code', {}, [shortenAddress(address)]),
  ]);
}

function createOwnWalletBar(useOwnWallet: (() => void) | undefined): HTMLElement {
  if (!useOwnWallet) return createElement('div', { class: 'bar', hidden: true });
  const title =
    'The mock wallet is on the computer. This tab opens the wallet app of this phone from now on.';
  const button = createButton(useOwnWallet, { title }, 'Use this phone’s own wallet');
  return createElement('div', { class: 'bar' }, [button]);
}

function createButton(
  onClick: () => void,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLButtonElement {
  const button = createElement('button', { type: 'button', ...attributes }, [text]);
  button.addEventListener('click', onClick);
  return button;
}
