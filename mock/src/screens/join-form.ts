import { parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { getErrorMessage } from '../explain/foreign.js';
import { readPicture } from './read-picture.js';
import { createElement } from './view.js';

const NOT_A_LINK = 'This link leads to no dapp. Copy it again from the page that shows the code.';
const NOT_A_PICTURE = 'The browser cannot open this file as a picture.';
const NO_CODE = 'No code was found in this picture. Choose one that shows the whole code.';

/**
 * Creates a form that joins a dapp on another device, by its link or by a picture of its code, which is chosen or pasted.
 *
 * @param join rejects with the reason to show
 */
export function createJoinForm(join: (uri: string) => Promise<void>): HTMLFormElement {
  const link = createElement('textarea', {
    rows: '3',
    'aria-label': 'Link of the code',
    placeholder: 'Paste the link, or a picture of the code',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  const submit = createElement('button', { class: 'main' }, ['Join']);
  const file = createElement('input', { type: 'file', accept: 'image/*' });
  const note = createElement('p', { class: 'join-note', role: 'alert' });
  const form = createElement('form', { class: 'join-form' }, [
    link,
    note,
    submit,
    createElement('label', { class: 'picture' }, [file, 'Choose a picture']),
  ]);
  let isBusy = false;

  /** Shows that the wallet joins, or why it could not. A second attempt waits for the first. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    note.textContent = '';
    submit.textContent = 'Joining…';
    try {
      await work();
      link.value = '';
    } catch (error) {
      note.textContent = getErrorMessage(error);
    } finally {
      isBusy = false;
      submit.textContent = 'Join';
    }
  };
  const joinByPicture = async (picture: Blob): Promise<void> => {
    const code = await readPicture(picture).catch((cause: unknown) => {
      throw new Error(NOT_A_PICTURE, { cause });
    });
    if (code === undefined) throw new Error(NO_CODE);
    await joinByLink(code);
  };
  const joinByLink = (uri: string): Promise<void> => {
    if (!isLink(uri)) throw new Error(NOT_A_LINK);
    return join(uri);
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(async () => joinByLink(link.value.trim()));
  });
  file.addEventListener('change', () => {
    const [picture] = file.files ?? [];
    if (picture) void attempt(() => joinByPicture(picture));
    // Otherwise choosing the same file again would be no change.
    file.value = '';
  });
  link.addEventListener('paste', (event) => {
    const [picture] = event.clipboardData?.files ?? [];
    if (!picture) return;
    event.preventDefault();
    void attempt(() => joinByPicture(picture));
  });
  return form;
}

function isLink(text: string): boolean {
  try {
    parseAssociationUri(text);
    return true;
  } catch {
    return false;
  }
}
