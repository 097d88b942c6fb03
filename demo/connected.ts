import type { Wallet } from '@wallet-standard/base';
import { createAccountCard } from './account-card.js';
import { createActionCard } from './action-card.js';
import { createSendTransferAction } from './actions/send-transfer.js';
import { createSignInAction } from './actions/sign-in.js';
import { createSignMessageAction } from './actions/sign-message.js';
import { createSignTransactionsAction } from './actions/sign-transactions.js';
import type { BlockhashSource } from './blockhash.js';
import { createCapabilitiesCard } from './capabilities.js';
import type { Connection, Connector } from './connection.js';
import { createDisconnectedError, type Dapp } from './dapp.js';
import { createElement, createId } from './dom.js';

export type ConnectedView = Readonly<{
  wallet: Wallet;
  element: HTMLElement;
  heading: HTMLElement;
  /** Shows what has changed about the connection: the account, its name, or the features. */
  show(connection: Connection): void;
  refreshBalance(): void;
  /** Sets whether the payment in the card is undecided. While it is, no other payment is offered. */
  setPending(isPending: boolean): void;
}>;

/** Creates the view of a connected wallet: its account, the `payment` card, and a card for each action. */
export function createConnectedView(
  wallet: Wallet,
  connector: Connector,
  blockhashes: BlockhashSource,
  payment: HTMLElement,
): ConnectedView {
  const account = createAccountCard({
    select: connector.select,
    disconnect: () => void connector.disconnect(),
  });
  const capabilities = createCapabilitiesCard();
  const dapp: Dapp = {
    wallet,
    blockhashes,
    getAccount() {
      const connection = connector.getConnection();
      if (connection?.wallet !== wallet) throw createDisconnectedError();
      return connection.account;
    },
    getKnownBalance: account.getKnownBalance,
    refreshBalance: account.refreshBalance,
  };
  const send = createActionCard(createSendTransferAction(dapp));
  const signOne = createSignTransactionsAction(dapp, 1, {
    title: 'Sign one transaction',
    description: 'A small transfer, signed but not sent.',
    button: 'Sign one transaction',
  });
  const signThree = createSignTransactionsAction(dapp, 3, {
    title: 'Sign three transactions',
    description: 'Three transfers in a single visit to the wallet. None is sent.',
    button: 'Sign three transactions',
  });

  return {
    wallet,
    heading: account.heading,
    element: createElement(
      'div',
      { class: 'connected' },
      account.element,
      payment,
      createGroup(
        'Show who you are',
        createActionCard(createSignInAction(dapp)),
        createActionCard(createSignMessageAction(dapp)),
      ),
      createGroup('Use the chain', send, createActionCard(signOne), createActionCard(signThree)),
      createGroup('Look inside', capabilities.element),
    ),
    show(connection) {
      account.show(connection);
      capabilities.show(wallet);
    },
    refreshBalance: account.refreshBalance,
    setPending(isPending) {
      send.hidden = isPending;
    },
  };
}

function createGroup(title: string, ...cards: readonly HTMLElement[]): HTMLElement {
  const id = createId('group');
  return createElement(
    'section',
    { class: 'group', 'aria-labelledby': id },
    createElement('h2', { id }, title),
    ...cards,
  );
}
