import { createButton } from './actions.js';

const SHOWN_MS = 1_500;

/**
 * Creates a button that copies a text, and says whether it could.
 *
 * @param detail what screen readers read after the button's text
 * @param getText called when the user presses the button
 */
export function createCopyButton(text: string, detail: string, getText: () => string): HTMLElement {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onClick = async (button: HTMLElement): Promise<void> => {
    button.dataset['said'] = await copy(getText()).then(
      () => 'Copied',
      () => 'Not copied: the browser does not allow it',
    );
    clearTimeout(timer);
    timer = setTimeout(() => delete button.dataset['said'], SHOWN_MS);
  };
  return createButton(text, onClick, { detail, kind: 'copy' });
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
