import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { AccountState } from '../../phone/wallet-state.js';
import { Button, FileButton, Quiet, useAttempt } from '../parts.js';
import type { ScreenProps } from './controls.js';
import { readSeed } from './secret-key.js';

/** A key file has some 230 bytes. Other files are refused before they are read. */
const MAX_FILE_BYTES = 10_000;

/**
 * The form that imports an account, at once if there is a `file`. It gets the accounts, because the address
 * of one is often pasted by mistake.
 */
export function ImportForm({
  accounts,
  file,
  run,
  onDone,
  onCancel,
}: Pick<ScreenProps, 'run'> &
  Readonly<{
    accounts: readonly AccountState[];
    file: File | undefined;
    onDone(): void;
    onCancel(): void;
  }>) {
  const attempt = useAttempt();
  const key = useRef<HTMLTextAreaElement>(null);
  const name = useRef<HTMLInputElement>(null);

  const importText = async (text: string, label: string): Promise<void> => {
    const known = accounts.find(({ address }) => address === text.trim());
    if (known) throw new Error(`This is the address of ${known.label}, not its secret key.`);
    const seed = await readSeed(text);
    await run({ type: 'add-account', seed, ...(label !== '' && { label }) });
  };
  const getName = (): string => name.current?.value.trim() ?? '';
  const submit = async (work: () => Promise<void>): Promise<void> => {
    if (await attempt.run(work)) onDone();
  };
  /** The account is named after the file unless the user has typed a name. */
  const importFile = (chosen: File): void =>
    void submit(async () => {
      if (chosen.size > MAX_FILE_BYTES) throw new Error(`${chosen.name} is too large for a key file.`);
      await importText(await chosen.text(), getName() || chosen.name.replace(/\.\w+$/, ''));
    });

  useLayoutEffect(() => key.current?.focus(), []);
  useEffect(() => file && importFile(file), [file]);

  const onPaste = (event: ClipboardEvent): void => {
    const [pasted] = event.clipboardData?.files ?? [];
    if (!pasted) return;
    event.preventDefault();
    importFile(pasted);
  };

  return (
    <form
      class="stack"
      aria-label="Import an account"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(() => importText(key.current?.value ?? '', getName()));
      }}
    >
      <textarea
        ref={key}
        rows={3}
        aria-label="Secret key or seed"
        placeholder="Paste a secret key or a seed, or drop a key file of solana-keygen"
        spellcheck={false}
        autocomplete="off"
        onPaste={onPaste}
      />
      <input ref={name} placeholder="Name (optional)" aria-label="Name" maxLength={60} />
      {attempt.note}
      <button type="submit" class="action is-main">
        Import
      </button>
      <div class="buttons-row">
        <FileButton accept=".json,.txt,application/json,text/plain" onFile={importFile}>
          Choose a key file
        </FileButton>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
      <Quiet>
        Base58, hexadecimal or a JSON array; 64 bytes, or a seed of 32. For test keys only: the mock wallet
        stores them unencrypted.
      </Quiet>
    </form>
  );
}
