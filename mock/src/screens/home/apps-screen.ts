import { shortenAddress } from '../../explain/text.js';
import type { AccountState, WalletCommand, WalletState } from '../../phone/wallet-state.js';
import type { ConnectedApp } from '../../wallet/activity.js';
import { createElement, createFacts, createText, getIdentityView, getMonogram } from '../view.js';
import { createConfirmedButton, createNote } from './actions.js';
import { createLiveList, type Live, setText } from './live.js';
import { formatTime, getChainName } from './words.js';

type AppState = Readonly<{ app: ConnectedApp; accounts: readonly AccountState[] }>;

/** Creates the screen with the dapps that hold a token, and what each may use. */
export function createAppsScreen(run: (command: WalletCommand) => Promise<void>): Live<WalletState> {
  const note = createNote();
  const list = createLiveList<AppState>(
    createElement('ul', { class: 'rows', 'aria-label': 'Connected apps' }),
    {
      getKey: ({ app }) => app.id,
      create: ({ app }) => createAppCard(app, run),
    },
  );
  const empty = createElement('p', { class: 'quiet empty' }, [
    'No app is connected. Connect on the page: its request appears here.',
  ]);
  const revokeAll = createConfirmedButton(
    {
      text: 'Revoke all',
      question: 'Revoke the access of all apps? Each has to connect again.',
      confirm: 'Revoke all',
    },
    note,
    () => run({ type: 'revoke-all-apps' }),
  );
  const element = createElement('div', { class: 'screen-content' }, [
    createElement('div', { class: 'screen-head' }, [createElement('h2', {}, ['Connected apps']), revokeAll]),
    note,
    empty,
    list.element,
  ]);
  return {
    element,
    update({ apps, accounts }) {
      empty.hidden = apps.length > 0;
      revokeAll.hidden = apps.length < 2;
      list.update(apps.map((app) => ({ app, accounts })));
    },
  };
}

function createAppCard(
  { id, identity, chain, since }: ConnectedApp,
  run: (command: WalletCommand) => Promise<void>,
): Live<AppState> {
  const { name, host } = getIdentityView(identity);
  const note = createNote();
  const accountNames = createElement('span');
  const lastUsed = createElement('span');
  const element = createElement('li', { class: 'card app-card' }, [
    createElement('div', { class: 'account-head' }, [
      createElement('span', { class: 'monogram', 'aria-hidden': 'true' }, [getMonogram(name ?? host ?? '?')]),
      createElement('div', { class: 'account-title' }, [
        createElement('span', { class: 'label' }, [name === undefined ? 'Unnamed app' : createText(name)]),
        createElement('span', { class: 'quiet' }, [createText(host ?? 'It does not say which site it is')]),
      ]),
      createElement('span', { class: 'chain' }, [createText(getChainName(chain))]),
    ]),
    createFacts([
      ['May use', accountNames],
      ['Connected', formatTime(since)],
      ['Last used', lastUsed],
    ]),
    createElement('div', { class: 'row-actions' }, [
      createConfirmedButton(
        {
          text: 'Revoke',
          detail: `the access of ${name ?? 'an unnamed app'}`,
          question: 'Revoke its access? The app has to connect again.',
          confirm: 'Revoke',
        },
        note,
        () => run({ type: 'revoke-app', id }),
      ),
    ]),
    note,
  ]);
  return {
    element,
    update({ app, accounts }) {
      setText(accountNames, app.addresses.map((address) => getAccountName(address, accounts)).join(', '));
      setText(lastUsed, formatTime(app.lastUsed));
    },
  };
}

function getAccountName(address: string, accounts: readonly AccountState[]): string {
  return accounts.find((account) => account.address === address)?.label ?? shortenAddress(address);
}
