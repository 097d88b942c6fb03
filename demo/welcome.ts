import type { Wallet } from '@wallet-standard/base';
import { type Absence, explainAbsence } from './absence.js';
import { createCopyButton } from './copy-button.js';
import { createElement } from './dom.js';
import { createIcon } from './icons.js';
import { createOutcomeView } from './outcome.js';
import { createWalletIcon } from './wallet-icon.js';

export type Welcome = Readonly<{
  element: HTMLElement;
  heading: HTMLElement;
  showWallets(wallets: readonly Wallet[]): void;
}>;

export type WelcomeOptions = Readonly<{
  /** Called in the tap itself. */
  connect(wallet: Wallet): Promise<void>;
  /** Why the phone's wallet is not offered; `undefined` where it is. */
  reason: string | undefined;
}>;

/** The view before a wallet is connected: what this is, and the wallets to choose from. */
export function createWelcome({ connect, reason }: WelcomeOptions): Welcome {
  const heading = createElement('h1', { tabindex: '-1' }, 'Your phone’s wallet, right in the browser');
  const list = createElement('ul', { class: 'wallets', 'aria-labelledby': 'choose' });
  const chooser = createElement('section', { class: 'card chooser', 'aria-labelledby': 'choose' });
  const title = createElement('h2', { id: 'choose' }, 'Connect a wallet');
  const outcome = createOutcomeView();
  const waiting = new Set<Wallet>();

  const start = async (wallet: Wallet, row: HTMLButtonElement) => {
    if (waiting.has(wallet)) return;
    waiting.add(wallet);
    markRow(row, true);
    outcome.showWaiting('Waiting for your wallet', 'Approve the connection there, and come back here.');
    try {
      await connect(wallet);
      outcome.clear();
    } catch (error) {
      outcome.showError(error);
    } finally {
      waiting.delete(wallet);
      markRow(row, false);
    }
  };

  const rows = new Map<Wallet, HTMLLIElement>();
  const createRow = (wallet: Wallet) => {
    const button = createElement(
      'button',
      { type: 'button', class: 'wallet' },
      createWalletIcon(wallet),
      createElement('span', { class: 'wallet-name' }, wallet.name),
      createElement('span', { class: 'wallet-state' }),
    );
    markRow(button, false);
    button.addEventListener('click', () => start(wallet, button));
    const item = createElement('li', {}, button);
    rows.set(wallet, item);
    return item;
  };

  return {
    heading,
    element: createElement(
      'div',
      { class: 'welcome' },
      createElement(
        'div',
        { class: 'hero' },
        heading,
        createElement('p', { class: 'lead' }, 'Connect, sign and send with the wallet app you already have.'),
      ),
      chooser,
    ),
    showWallets(wallets) {
      if (wallets.length === 0) {
        chooser.replaceChildren(...createAbsence(explainAbsence(reason)));
        return;
      }
      list.replaceChildren(...wallets.map((wallet) => rows.get(wallet) ?? createRow(wallet)));
      chooser.replaceChildren(title, list, outcome.element);
    },
  };
}

function markRow(row: HTMLButtonElement, isWaiting: boolean): void {
  const state = row.querySelector('.wallet-state');
  row.toggleAttribute('data-waiting', isWaiting);
  if (isWaiting) row.setAttribute('aria-disabled', 'true');
  else row.removeAttribute('aria-disabled');
  state?.replaceChildren(
    isWaiting ? createElement('span', { class: 'spinner', 'aria-hidden': 'true' }) : createIcon('next'),
  );
}

function createAbsence({ title, text, advice, isPageAddressUseful }: Absence): readonly Node[] {
  const address = createElement(
    'p',
    { class: 'page-address' },
    createElement('span', { class: 'code' }, location.href),
    createCopyButton(location.href, 'this page’s address'),
  );
  return [
    createElement('h2', { id: 'choose' }, title),
    createElement('p', {}, text),
    createElement('p', { class: 'advice' }, advice),
    ...(isPageAddressUseful ? [address] : []),
  ];
}
