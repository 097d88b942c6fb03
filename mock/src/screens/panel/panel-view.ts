import { type Children, createElement, createQuiet } from '../view.js';
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
  /** Loads the wallet's own screens. */
  homeFrame: HTMLIFrameElement;
  /** Shows the wallet between visits, or the visit. */
  showLayer(layer: 'home' | 'visit'): void;
}>;

/** What the user can do in the panel, outside of the approval page. */
export type PanelActions = Readonly<{
  /** Called when the user presses the × of the cover. */
  close(): void;
  /** Called when the user presses the × of the wallet between visits. */
  hide(): void;
  /** Where the wallet's own screens are, to open them in another tab. */
  homePage: string | undefined;
  /** The form to join a dapp on another device. */
  joinForm: HTMLElement;
  /** Called when the user chooses the phone's own wallet. Without it, there is no such button. */
  useOwnWallet?: (() => void) | undefined;
}>;

/**
 * Creates the panel: the wallet between visits; the frame of a visit and the cover over it; and below them a bar for the
 * phone's own wallet.
 */
export function createPanelView({
  close,
  hide,
  homePage = '',
  joinForm,
  useOwnWallet,
}: PanelActions): PanelView {
  const host = document.createElement('mobile-wallet-panel');
  const root = host.attachShadow({ mode: 'open' });
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  root.adoptedStyleSheets = [styleSheet];

  const leave = createButton(close, { class: 'leave', 'aria-label': 'Leave the wallet' });
  const content = createElement('div', { class: 'idle', role: 'status' });
  const brand = createElement('span', { class: 'brand' }, ['Mock wallet']);
  const cover = createElement('div', { class: 'cover' }, [
    createElement('div', { class: 'header' }, [brand, leave]),
    content,
  ]);
  const frame = createElement('iframe', { title: 'Mock wallet' });
  const homeFrame = createElement('iframe', {
    title: 'Accounts, apps, activity and settings',
    // Pages of another origin may not use the clipboard otherwise.
    allow: 'clipboard-write',
  });
  const join = createElement('details', { class: 'join' }, [
    createElement('summary', {}, ['Join from another device']),
    joinForm,
  ]);
  const home = createElement('div', { class: 'home' }, [
    createElement('div', { class: 'header' }, [
      createElement('span', { class: 'brand' }, ['Mock wallet']),
      createElement('span', { class: 'ready' }, ['Ready']),
      createElement('a', { href: homePage, target: '_blank' }, ['Full screen']),
      createButton(hide, { class: 'leave', 'aria-label': 'Hide the wallet' }),
    ]),
    homeFrame,
    join,
  ]);
  const screen = createElement('div', { class: 'screen' }, [home, cover, frame]);
  const dialog = createElement(
    'dialog',
    { popover: 'manual', closedby: 'none', 'aria-label': 'Mock wallet' },
    [screen, createOwnWalletBar(useOwnWallet)],
  );
  root.append(dialog);

  const show = (...children: Children): void => content.replaceChildren(...children);

  return {
    host,
    dialog,
    frame,
    cover,
    homeFrame,
    showLayer(layer) {
      dialog.classList.toggle('shows-home', layer === 'home');
      if (layer === 'visit') join.open = false;
    },
    showStarting: () => show(createElement('span', { class: 'spinner' }), createQuiet('Starting…')),
    showFailure: (reason) =>
      show(
        createElement('p', { class: 'title' }, ['The mock wallet could not start']),
        createQuiet(
          'Nothing was asked and nothing was signed. Close this, and try again when the page has stopped waiting.',
        ),
        createElement('p', { class: 'reason' }, [reason]),
      ),
  };
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
