import type { DialogChoice } from '../dapp/open/session-ui.js';
import { createDialogElement, type DialogElement, type Labels } from './dialog-element.js';
import type { App, View } from './view.js';

/**
 * How a dialog ended: by what the user chose; the user closed it otherwise than by a button, or the page
 * removed it; its signal aborted or a newer dialog replaced it.
 */
export type Ending = DialogChoice | 'dismissed' | 'withdrawn';

/** An open dialog. Once it has ended, its methods do nothing. */
export type Dialog = Readonly<{
  /** Replaces the content. */
  show(view: View): void;
  /** Replaces the text alone. The focus stays where it is. */
  setText(text: string): void;
  end(ending: Ending): void;
  /** Ends the dialog with an error. */
  fail(error: unknown): void;
}>;

/** Opens a dialog in place of the current one. Resolves when it has ended. `draw` shows its first view. */
export type OpenDialog = (signal: AbortSignal, draw: (dialog: Dialog) => void) => Promise<Ending>;

/**
 * Creates the function that opens dialogs of `app`, one at a time. `lang` is the language of the texts, or ''
 * if unknown.
 */
export function createDialogOpener(lang: string, app: App, labels: Labels): OpenDialog {
  let element: DialogElement | undefined;
  let current: Dialog | undefined;

  return (signal, draw) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return resolve('withdrawn');
      let hasEnded = false;
      const finish = (settle: () => void): void => {
        if (hasEnded) return;
        hasEnded = true;
        signal.removeEventListener('abort', withdraw);
        if (current === dialog) {
          current = undefined;
          element?.hide();
        }
        settle();
      };
      const dialog: Dialog = {
        show(view) {
          if (hasEnded) return;
          if (element?.isLost()) {
            element.hide();
            element = undefined;
          }
          element ??= createDialogElement(lang, app, labels, (how) => current?.end(how));
          element.show(view);
        },
        setText(text) {
          if (!hasEnded) element?.setText(text);
        },
        end: (ending) => finish(() => resolve(ending)),
        fail: (error) => finish(() => reject(error)),
      };
      const withdraw = (): void => dialog.end('withdrawn');
      signal.addEventListener('abort', withdraw);
      // Set the new dialog before ending the previous one, so that the element stays on the page.
      const previous = current;
      current = dialog;
      previous?.end('withdrawn');
      draw(dialog);
    });
}
