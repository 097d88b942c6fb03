import { formatAmount, formatSol, shortenAddress } from '../../explain/text.js';
import type { AccountState, WalletCommand } from '../../phone/wallet-state.js';
import { createElement, createText, getMonogram } from '../view.js';
import { attempt, createButton, createConfirmedButton, createNote, createUnseen, doing } from './actions.js';
import { createCopyButton } from './copy.js';
import { createLiveList, type Live, setText } from './live.js';
import { createNameField } from './name-field.js';

type TokenState = NonNullable<AccountState['tokens']>[number];

/** Creates the card of one account. */
export function createAccountCard(
  address: string,
  { run, getAirdrop }: Readonly<{ run(command: WalletCommand): Promise<void>; getAirdrop(): bigint }>,
): Live<AccountState> {
  let label = '';
  const note = createNote();
  const monogram = createElement('span', { class: 'monogram', 'aria-hidden': 'true' });
  const balance = createElement('span', { class: 'balance' });
  const name = createNameField((next) => run({ type: 'rename-account', address, label: next }));
  const tokens = createLiveList<TokenState>(createElement('ul', { class: 'tokens' }), {
    getKey: ({ mint }) => mint,
    create: createToken,
  });
  const box = createElement('input', { type: 'checkbox' });
  box.addEventListener('change', async () => {
    const isGranted = box.checked;
    const isDone = await attempt(note, () => run({ type: 'grant-account', address, isGranted }));
    if (!isDone) box.checked = !isGranted;
  });
  // Each button is read with the account's name, which can change.
  const details: HTMLElement[] = [];
  const createDetail = (): HTMLElement => {
    const detail = createUnseen('');
    details.push(detail);
    return detail;
  };
  const airdrop = createButton(
    'Get SOL',
    doing(note, () => run({ type: 'airdrop', address, lamports: getAirdrop() })),
    {
      kind: 'airdrop',
    },
  );
  const rename = createButton('Rename', () => name.edit());
  const remove = createConfirmedButton(
    {
      text: 'Remove',
      question: 'Remove this account? Its key is deleted, and apps lose access to it.',
      confirm: 'Remove',
    },
    note,
    () => run({ type: 'remove-account', address }),
  );
  for (const button of [airdrop, rename, remove.firstElementChild]) button?.append(' ', createDetail());

  const element = createElement('li', { class: 'card account-card' }, [
    createElement('div', { class: 'account-head' }, [
      monogram,
      createElement('div', { class: 'account-title' }, [
        name.element,
        createCopyButton(shortenAddress(address), 'copy the address', () => address),
      ]),
      balance,
    ]),
    tokens.element,
    createElement('label', { class: 'check' }, [
      box,
      createElement('span', {}, ['Suggest it to apps that connect', ' ', createDetail()]),
    ]),
    createElement('div', { class: 'row-actions' }, [airdrop, rename, remove]),
    note,
  ]);

  return {
    element,
    update(account) {
      if (label !== account.label) {
        label = account.label;
        monogram.textContent = getMonogram(label);
        for (const detail of details) detail.replaceChildren(createText(label));
      }
      name.update(label);
      setText(balance, account.balance === undefined ? '…' : formatSol(account.balance));
      tokens.update(account.tokens ?? []);
      tokens.element.hidden = (account.tokens ?? []).length === 0;
      if (box.checked !== account.isGranted) box.checked = account.isGranted;
    },
  };
}

function createToken({ mint }: TokenState): Live<TokenState> {
  const amount = createElement('span', { class: 'balance' });
  const name = createElement('span', { class: 'label' });
  const element = createElement('li', {}, [
    name,
    createCopyButton(shortenAddress(mint), 'copy the address of the token', () => mint),
    amount,
  ]);
  return {
    element,
    update(token) {
      name.replaceChildren(createText(token.name ?? 'Token'));
      setText(amount, formatAmount(token.amount, token.decimals));
    },
  };
}
