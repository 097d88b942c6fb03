import type { Wallet } from '@wallet-standard/base';
import { createAccountCard } from './account-card.js';
import { createActionCard } from './action-card.js';
import { createDeclineAction } from './actions/decline.js';
import { createSendTokensAction } from './actions/send-tokens.js';
import { createSendTransferAction } from './actions/send-transfer.js';
import { createSignInAction } from './actions/sign-in.js';
import { createSignMessageAction } from './actions/sign-message.js';
import { createSignMessagesAction } from './actions/sign-messages.js';
import { createSignTransactionsAction } from './actions/sign-transactions.js';
import type { BlockhashSource } from './blockhash.js';
import { createCapabilitiesCard } from './capabilities.js';
import type { Connection, Connector } from './connection.js';
import { createDisconnectedError, type Dapp } from './dapp.js';
import { createElement, createId } from './dom.js';
import { IS_SIMULATED } from './place.js';

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

/** Creates the view of a connected wallet: its account, the `payment` card, a card for each action, and
 * the `protocol` card. */
export function createConnectedView(
  wallet: Wallet,
  connector: Connector,
  blockhashes: BlockhashSource,
  { payment, protocol }: Readonly<{ payment: HTMLElement; protocol: HTMLElement }>,
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
  // The page can make up a token only where SOL for that is free.
  const tokens = IS_SIMULATED ? [createActionCard(createSendTokensAction(dapp))] : [];
  const signOne = createSignTransactionsAction(dapp, 1, {
    title: 'Sign one transaction',
    description: 'A small transfer, signed but not sent.',
    button: 'Sign one transaction',
  });
  const signMany = createSignTransactionsAction(dapp, 25, {
    title: 'Sign 25 transactions',
    description:
      'Twenty-five transfers in a single visit to the wallet, in as many requests as its limit needs. None of them is sent.',
    button: 'Sign 25 transactions',
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
        createActionCard(createSignMessagesAction(dapp)),
        createActionCard(createDeclineAction(dapp)),
      ),
      createGroup('Use the chain', send, ...tokens, createActionCard(signOne), createActionCard(signMany)),
      createGroup('Look inside', protocol, capabilities.element),
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
