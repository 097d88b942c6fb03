import type { Wallet } from '@wallet-standard/base';
import { type Absence, explainAbsence } from './absence.js';
import { createBusyButton } from './busy-button.js';
import { createCodeView } from './code-view.js';
import { createCopyButton } from './copy-button.js';
import { createElement } from './dom.js';
import { createIcon } from './icons.js';
import { formatSol } from './lamports.js';
import { createOutcomeView, type Outcome } from './outcome.js';
import { PRICE } from './payment.js';
import connectCode from './snippets/connect.ts?raw';
import payCode from './snippets/connect-and-pay.ts?raw';
import { createWalletIcon } from './wallet-icon.js';
import { getFeature } from './wallets.js';

export type Welcome = Readonly<{
  element: HTMLElement;
  heading: HTMLElement;
  showWallets(wallets: readonly Wallet[]): void;
  /** Puts the payment card and the protocol's here, which the view of a connection may have contained before. */
  place(payment: HTMLElement, protocol: HTMLElement): void;
  /** Sets whether a payment is undecided. While it is, no other payment is offered. */
  setPending(isPending: boolean): void;
}>;

export type WelcomeOptions = Readonly<{
  /** Called synchronously in the tap. */
  connect(wallet: Wallet): Promise<void>;
  /**
   * Connects and pays in one visit to the wallet. Called synchronously in the tap. Resolves with an outcome to show
   * here if no wallet was connected.
   */
  pay(wallet: Wallet): Promise<Outcome | undefined>;
  /** Why the phone's wallet is not offered; `undefined` if it is. */
  reason: string | undefined;
}>;

/** Creates the view before a wallet is connected: what this page is, and the wallets to choose from. */
export function createWelcome({ connect, pay, reason }: WelcomeOptions): Welcome {
  const heading = createElement('h1', { tabindex: '-1' }, 'Your phone’s wallet, right in the browser');
  const list = createElement('ul', { class: 'wallets', 'aria-labelledby': 'choose' });
  const chooser = createElement('section', { class: 'card chooser', 'aria-labelledby': 'choose' });
  const title = createElement('h2', { id: 'choose' }, 'Connect a wallet');
  const outcome = createOutcomeView();
  const code = createCodeView('Connect a wallet', connectCode);
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

  const express = createExpress(pay);
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

  const hero = createElement(
    'div',
    { class: 'hero' },
    heading,
    createElement('p', { class: 'lead' }, 'Connect, sign and send with the wallet app you already have.'),
  );
  return {
    heading,
    element: createElement('div', { class: 'welcome' }, hero, chooser, express.element),
    place(payment, protocol) {
      hero.after(payment);
      express.element.after(protocol);
    },
    setPending: express.setPending,
    showWallets(wallets) {
      express.show(wallets.find((wallet) => getFeature(wallet, 'mobile-wallet-standard:transact')));
      if (wallets.length === 0) {
        chooser.replaceChildren(...createAbsence(explainAbsence(reason)));
        return;
      }
      list.replaceChildren(...wallets.map((wallet) => rows.get(wallet) ?? createRow(wallet)));
      chooser.replaceChildren(title, list, outcome.element, code);
    },
  };
}

/** Creates the card that connects and pays at once, which saves the user one of two visits to the wallet. */
function createExpress(pay: WelcomeOptions['pay']) {
  const button = createBusyButton(`Connect and pay ${formatSol(PRICE)}`, { class: 'button main' });
  const outcome = createOutcomeView();
  const title = createElement('h2', { id: 'express' }, 'Connect and pay in one tap');
  const element = createElement(
    'section',
    { class: 'card chooser express', 'aria-labelledby': 'express', hidden: true },
    title,
    createElement(
      'p',
      {},
      'Approve the connection and a small payment in a single visit to your wallet. New accounts get test SOL on the way.',
    ),
    button.element,
    outcome.element,
    createCodeView('Connect and pay', payCode),
  );
  let offered: Wallet | undefined;
  let isPending = false;
  const update = () => {
    element.hidden = offered === undefined || isPending;
  };

  button.element.addEventListener('click', async () => {
    if (button.isBusy() || !offered) return;
    button.setBusy('Continue in your wallet…');
    outcome.showWaiting('Waiting for your wallet', 'Approve the connection there, then the payment.');
    const result = await pay(offered);
    button.setBusy(undefined);
    if (result) outcome.showOutcome(result);
    else outcome.clear();
  });
  return {
    element,
    show(wallet: Wallet | undefined) {
      offered = wallet;
      update();
    },
    setPending(isNow: boolean) {
      isPending = isNow;
      update();
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
