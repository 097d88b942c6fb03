import type { AccountState, WalletCommand } from '../../phone/wallet-state.js';
import { createElement } from '../view.js';
import { attempt, createButton, createNote } from './actions.js';
import type { Live } from './live.js';
import { readSeed } from './secret-key.js';

/** The form that imports an account. It gets the accounts, because the address of one is often pasted by mistake. */
export type ImportForm = Live<readonly AccountState[]> &
  Readonly<{
    focus(): void;
    /** Imports a key file, named after the file unless the user has typed a name. Shows in the form why it cannot. */
    importFile(file: File): Promise<void>;
  }>;

/** A key file has some 230 bytes. Other files are refused before they are read. */
const MAX_FILE_BYTES = 10_000;

/** Creates the form. `close` is called once the account is imported, or when the user cancels. */
export function createImportForm(
  run: (command: WalletCommand) => Promise<void>,
  close: () => void,
): ImportForm {
  let accounts: readonly AccountState[] = [];
  const key = createElement('textarea', {
    rows: '3',
    'aria-label': 'Secret key or seed',
    placeholder: 'Paste a secret key or a seed, or drop a key file of solana-keygen',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  const name = createElement('input', {
    placeholder: 'Name (optional)',
    'aria-label': 'Name',
    maxlength: '60',
  });
  const file = createElement('input', { type: 'file', accept: '.json,.txt,application/json,text/plain' });
  const note = createNote();
  const cancel = (): void => {
    form.reset();
    note.textContent = '';
    close();
  };
  const form = createElement('form', { class: 'card import-form', 'aria-labelledby': 'import-title' }, [
    createElement('h3', { id: 'import-title' }, ['Import an account']),
    key,
    name,
    note,
    createElement('div', { class: 'buttons-row' }, [
      createElement('button', { class: 'action is-main' }, ['Import']),
      createElement('label', { class: 'action file' }, [file, 'Choose a key file']),
      createButton('Cancel', cancel),
    ]),
    createElement('p', { class: 'quiet' }, [
      'Base58, hexadecimal or a JSON array; 64 bytes, or a seed of 32. For test keys only: the mock wallet stores them unencrypted.',
    ]),
  ]);

  const importText = async (text: string, label: string): Promise<void> => {
    const known = accounts.find(({ address }) => address === text.trim());
    if (known) throw new Error(`This is the address of ${known.label}, not its secret key.`);
    const seed = await readSeed(text);
    await run({ type: 'add-account', seed, ...(label !== '' && { label }) });
    cancel();
  };
  const importFile = async (chosen: File): Promise<void> => {
    await attempt(note, async () => {
      if (chosen.size > MAX_FILE_BYTES) throw new Error(`${chosen.name} is too large for a key file.`);
      const label = name.value.trim() || chosen.name.replace(/\.\w+$/, '');
      await importText(await chosen.text(), label);
    });
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(note, () => importText(key.value, name.value.trim()));
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') cancel();
  });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) void importFile(chosen);
    // Otherwise choosing the same file again would be no change.
    file.value = '';
  });
  key.addEventListener('paste', (event) => {
    const [pasted] = event.clipboardData?.files ?? [];
    if (!pasted) return;
    event.preventDefault();
    void importFile(pasted);
  });

  return {
    element: form,
    update(next) {
      accounts = next;
    },
    focus: () => key.focus(),
    importFile,
  };
}
