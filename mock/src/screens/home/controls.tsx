import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WalletCommand, WalletState } from '../../phone/wallet-state.js';
import { type Attempt, Button, ForReaders } from '../parts.js';

/** What every screen gets. `run` rejects with the reason if the wallet cannot do it. */
export type ScreenProps = Readonly<{
  state: WalletState;
  run(command: WalletCommand): Promise<void>;
  /** Shows another screen. */
  open(id: 'accounts' | 'apps' | 'activity' | 'settings'): void;
}>;

const SHOWN_MS = 1_500;

/**
 * A button that copies a text, and says whether it could. `detail` is what screen readers read after its
 * text.
 */
export function CopyButton({
  getText,
  detail,
  kind = 'action is-quiet',
  children,
}: Readonly<{ getText(): string; detail: string; kind?: string; children: ComponentChildren }>) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(setSaid, SHOWN_MS, '');
    return () => clearTimeout(timer);
  }, [said]);
  const onClick = async (): Promise<void> => {
    setSaid(
      await copy(getText()).then(
        () => 'Copied',
        () => 'Not copied: the browser does not allow it',
      ),
    );
  };
  return (
    <button type="button" class={`copy ${kind}`} data-said={said || undefined} onClick={onClick}>
      {children} <ForReaders>{detail}</ForReaders>
    </button>
  );
}

/** Copies by the clipboard's API, or, on insecure pages, which have none, by the browser's command. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', onCopy);
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', onCopy);
  if (!isCopied) throw new Error('The browser does not allow to copy');
}

/** What is asked before something is destroyed. */
type Confirmation = Readonly<{
  /** The button's text, and what screen readers read after it. */
  text: string;
  detail?: string;
  question: string;
  /** The text of the button that does it, if it is another. */
  confirm?: string;
  /** Whether the button stands in a line of text. */
  isQuiet?: boolean;
  attempt: Attempt;
  work(): Promise<unknown>;
}>;

/**
 * A button that asks in its place, and does `work` once the user confirms. Escape keeps everything as it is.
 */
export function ConfirmedButton({
  text,
  detail,
  question,
  confirm = text,
  isQuiet = false,
  attempt,
  work,
}: Confirmation) {
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  // The first button is the one that destroys nothing.
  useLayoutEffect(() => {
    if (isAsking || wasAsking.current) place.current?.querySelector('button')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Otherwise it would also close the sheet around it.
    event.preventDefault();
    setAsking(false);
  };
  return (
    <div class="confirmed" ref={place}>
      {isAsking ? (
        // biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields.
        <div class="warning line asking" role="group" aria-label={question} onKeyDown={onKeyDown}>
          <p>{question}</p>
          <Button key="keep" onPress={() => setAsking(false)}>
            Keep
          </Button>
          <Button
            kind="action is-danger"
            onPress={() => {
              setAsking(false);
              void attempt.run(work);
            }}
          >
            {confirm}
          </Button>
        </div>
      ) : (
        <Button
          detail={detail}
          kind={`action is-dangerous ${isQuiet ? 'is-quiet' : ''}`}
          isBusy={attempt.isBusy}
          onPress={() => setAsking(true)}
        >
          {text}
        </Button>
      )}
    </div>
  );
}

/** A sheet over the screen. Escape, its × and a press beside it call `onClose`. Closed, it has no content. */
export function Sheet({
  title,
  isOpen,
  onClose,
  children,
}: Readonly<{
  title: ComponentChildren;
  isOpen: boolean;
  onClose(): void;
  children: ComponentChildren;
}>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // The browser gives the focus back to what had it before.
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same.
    <dialog
      class="sheet"
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      {isOpen && (
        <div class="stack sheet-content">
          <div class="line screen-head">
            <h2 id={id}>{title}</h2>
            <button type="button" class="leave" aria-label="Close" onClick={onClose} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
