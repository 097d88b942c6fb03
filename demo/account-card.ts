import { shortenAddress } from './addresses.js';
import { createBusyButton } from './busy-button.js';
import { addTestSol, getBalance } from './chain.js';
import type { Connection } from './connection.js';
import { createCopyButton } from './copy-button.js';
import { isForThisChain } from './dapp.js';
import { createElement, createId } from './dom.js';
import { createIcon } from './icons.js';
import { formatSol, LAMPORTS_PER_SOL } from './lamports.js';
import { createOutcomeView } from './outcome.js';
import { WALLET_PLACE } from './place.js';
import { createWalletIcon } from './wallet-icon.js';

/** The chain in words. */
const CHAIN_NOTES = {
  server: 'on Devnet, Solana’s test network, simulated by this dev server',
  page: 'on a small chain, simulated in this page',
  phone: 'on Devnet, Solana’s test network',
} as const;
/** In lamports. Below this balance, the page offers test SOL. */
const LOW_BALANCE = LAMPORTS_PER_SOL / 20n;

export type AccountCard = Readonly<{
  element: HTMLElement;
  heading: HTMLElement;
  show(connection: Connection): void;
  getKnownBalance(): bigint | undefined;
  refreshBalance(): void;
}>;

export type AccountCardOptions = Readonly<{ select(address: string): void; disconnect(): void }>;

/** Creates the card of the account in use: its name and address, its balance, and the button to disconnect. */
export function createAccountCard({ select, disconnect }: AccountCardOptions): AccountCard {
  const id = createId('account');
  const heading = createElement('h1', { id, tabindex: '-1', class: 'account-name' });
  const identity = createElement('div', { class: 'identity' });
  const chooser = createElement('div', { class: 'field account-chooser', hidden: true });
  const amount = createElement('p', { class: 'balance', 'aria-live': 'polite', 'data-testid': 'balance' });
  const note = createElement('p', { class: 'chain-note' });
  const refresh = createElement('button', {
    type: 'button',
    class: 'refresh',
    'aria-label': 'Refresh balance',
  });
  const leave = createElement('button', { type: 'button', class: 'button quiet' }, 'Disconnect');
  const faucet = createFaucet();
  refresh.append(createIcon('refresh'));

  let address = '';
  let balance: bigint | undefined;

  const showBalance = (known: bigint | undefined) => {
    balance = known;
    if (known !== undefined) amount.replaceChildren(...createAmount(known));
    faucet.element.hidden = known === undefined || known >= LOW_BALANCE;
  };
  const refreshBalance = async () => {
    const asked = address;
    refresh.toggleAttribute('data-busy', true);
    try {
      const known = await getBalance(asked);
      if (asked === address) showBalance(known);
    } catch {
      if (asked === address && balance === undefined) {
        amount.replaceChildren(createElement('span', { class: 'unit' }, 'Balance not available'));
      }
    } finally {
      refresh.toggleAttribute('data-busy', false);
    }
  };

  refresh.addEventListener('click', refreshBalance);
  leave.addEventListener('click', disconnect);
  faucet.onTap(async () => {
    await addTestSol(address, LAMPORTS_PER_SOL);
    await refreshBalance();
    if (faucet.element.hidden) refresh.focus();
  });

  return {
    heading,
    element: createElement(
      'section',
      { class: 'card account', 'aria-labelledby': id },
      createElement('div', { class: 'account-head' }, identity, leave),
      chooser,
      createElement('div', { class: 'balance-row' }, amount, refresh),
      note,
      faucet.element,
    ),
    show({ wallet, account }) {
      heading.textContent = account.label ?? wallet.name;
      identity.replaceChildren(
        createWalletIcon(wallet),
        createElement(
          'div',
          { class: 'identity-text' },
          heading,
          createElement(
            'p',
            { class: 'address' },
            createElement('span', { class: 'code', title: account.address }, shortenAddress(account.address)),
            createCopyButton(account.address, 'address'),
          ),
        ),
      );
      showChooser(chooser, { wallet, account }, select);
      note.textContent = describeChain(isForThisChain(account));
      note.toggleAttribute('data-warning', !isForThisChain(account));
      if (account.address === address) return;
      address = account.address;
      showBalance(undefined);
      amount.textContent = '…';
      void refreshBalance();
    },
    getKnownBalance: () => balance,
    refreshBalance: () => void refreshBalance(),
  };
}

function createAmount(lamports: bigint): readonly (Node | string)[] {
  const [number = '', unit = ''] = formatSol(lamports).split(' ');
  return [`${number} `, createElement('span', { class: 'unit' }, unit)];
}

function describeChain(isAllowed: boolean): string {
  if (!isAllowed) return 'The wallet does not offer this account on Devnet. Signing may fail.';
  return CHAIN_NOTES[WALLET_PLACE];
}

function showChooser(
  chooser: HTMLElement,
  { wallet, account }: Connection,
  select: (address: string) => void,
): void {
  chooser.hidden = wallet.accounts.length < 2;
  if (chooser.hidden) return;
  const id = 'account-choice';
  const options = wallet.accounts.map((candidate) =>
    createElement(
      'option',
      { value: candidate.address, selected: candidate.address === account.address },
      [candidate.label, shortenAddress(candidate.address)].filter(Boolean).join(' · '),
    ),
  );
  const choice = createElement('select', { id }, ...options);
  choice.addEventListener('change', () => select(choice.value));
  chooser.replaceChildren(
    createElement('label', { for: id }, 'Account'),
    createElement('div', { class: 'select' }, choice, createIcon('down')),
  );
}

function createFaucet() {
  const button = createBusyButton('Add test SOL', { class: 'button main' });
  const outcome = createOutcomeView();
  const element = createElement(
    'div',
    { class: 'faucet', hidden: true },
    createElement('p', {}, 'This account needs some test SOL before it can send.'),
    button.element,
    outcome.element,
  );
  return {
    element,
    onTap(work: () => Promise<void>) {
      button.element.addEventListener('click', async () => {
        if (button.isBusy()) return;
        button.setBusy('Adding test SOL…');
        outcome.clear();
        try {
          await work();
        } catch (error) {
          outcome.showError(error);
        } finally {
          button.setBusy(undefined);
        }
      });
    },
  };
}
