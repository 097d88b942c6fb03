import { toLamports } from '../../chain/lamports.js';
import type { AccountState, WalletCommand, WalletState } from '../../phone/wallet-state.js';
import { createElement } from '../view.js';
import { createAccountCard } from './account-card.js';
import { attempt, createButton, createNote, doing } from './actions.js';
import { createCopyButton } from './copy.js';
import { createImportForm } from './import-form.js';
import { createLiveList, type Live, setText } from './live.js';
import { recall, remember } from './memory.js';

const AMOUNTS = ['0.1', '1', '10', '100', '1000'];

/** Creates the screen with the wallet's accounts: what they hold, which are suggested to dapps, and the faucet. */
export function createAccountsScreen(run: (command: WalletCommand) => Promise<void>): Live<WalletState> {
  const amount = createAmountChoice();
  const faucet = createElement('label', { class: 'faucet' }, ['“Get SOL” adds ', amount, ' SOL']);
  const list = createLiveList<AccountState>(
    createElement('ul', { class: 'rows', 'aria-label': 'Accounts' }),
    {
      getKey: ({ address }) => address,
      create: ({ address }) =>
        createAccountCard(address, {
          run,
          getAirdrop: () => toLamports(Number(amount.value)),
        }),
    },
  );
  const note = createNote();
  const importForm = createImportForm(run, () => showForm(false));
  const add = createButton(
    'New account',
    doing(note, () => run({ type: 'add-account' })),
  );
  const openForm = createButton('Import an account', () => showForm(true));
  const buttons = createElement('div', { class: 'buttons-row' }, [add, openForm]);
  const chain = createChainLine();
  const element = createElement('div', { class: 'screen-content' }, [
    createElement('div', { class: 'screen-head' }, [createElement('h2', {}, ['Accounts']), faucet]),
    list.element,
    note,
    buttons,
    importForm.element,
    chain.element,
  ]);

  const showForm = (isShown: boolean): void => {
    importForm.element.hidden = !isShown;
    buttons.hidden = isShown;
    if (isShown) importForm.focus();
    else openForm.focus();
  };
  importForm.element.hidden = true;

  // A key file may be dropped anywhere on the screen.
  element.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  element.addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    showForm(true);
    void attempt(note, () => importForm.importFile(file));
  });

  return {
    element,
    update(state) {
      faucet.hidden = !state.chain.hasFaucet;
      element.classList.toggle('has-faucet', state.chain.hasFaucet);
      list.update(state.accounts);
      importForm.update(state.accounts);
      chain.update(state.chain);
    },
  };
}

function createAmountChoice(): HTMLSelectElement {
  const choice = createElement(
    'select',
    {},
    AMOUNTS.map((value) => createElement('option', { value }, [value])),
  );
  const before = recall('airdrop') ?? '1';
  choice.value = AMOUNTS.includes(before) ? before : '1';
  choice.addEventListener('change', () => remember('airdrop', choice.value));
  return choice;
}

/** Creates the line that says which chain the wallet uses, and where a dapp reaches it. */
function createChainLine(): Live<WalletState['chain']> {
  const name = createElement('span');
  const url = createElement('code');
  const copy = createCopyButton('Copy', 'the URL of the chain’s RPC', () => url.textContent ?? '');
  const element = createElement('p', { class: 'quiet chain-line' }, [name, ' ', url, ' ', copy]);
  return {
    element,
    update({ name: chainName, rpcUrl = '' }) {
      setText(name, `Chain: ${chainName}.`);
      setText(url, rpcUrl);
      copy.hidden = rpcUrl === '';
    },
  };
}
