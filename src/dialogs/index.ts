import type { SessionUi, ShowCode, Want } from '../dapp/session-ui.js';
import { loadCode } from '../errors.js';
import { type Action, type App, createDialogOpener, type Dialog, type View } from './dialog.js';
import { DEFAULT_TEXTS, type DialogTexts } from './texts.js';

export type { DialogTexts } from './texts.js';

const TAP_NEEDED_TITLES: Readonly<Record<Want, keyof typeof DEFAULT_TEXTS>> = {
  connect: 'tapNeededToConnect',
  signIn: 'tapNeededToSignIn',
  signature: 'tapNeededForSignature',
  send: 'tapNeededToSend',
  other: 'tapNeededForOther',
};

/**
 * Creates the dialogs that the user sees while a session is opened and used. One is shown at a time, above the page, in its
 * text direction and colour scheme; the page's styles do not affect it. `texts` replaces any of the English texts. `identity`
 * is the dapp that they show.
 * Superseded or aborted dialogs resolve as closed, without `cancel`.
 * `permission` rejects when `ask` rejects. `scan` resolves when its dialog has ended, and rejects with `CODE_NOT_LOADED`.
 */
export function createDialogs({
  texts = {},
  identity = {},
}: Readonly<{ texts?: Partial<DialogTexts>; identity?: App }> = {}): Required<SessionUi> {
  const getText = (name: keyof typeof DEFAULT_TEXTS): string => texts[name] ?? DEFAULT_TEXTS[name];
  // A dapp's own texts are in the page's language.
  const open = createDialogOpener(Object.keys(texts).length > 0 ? '' : 'en', identity);
  /** Opens a dialog with one view. Resolves with whether the user pressed its main button. */
  const confirm = async (signal: AbortSignal, getView: (dialog: Dialog) => View): Promise<boolean> =>
    (await open(signal, (dialog) => dialog.show(getView(dialog)))) === 'confirmed';

  const createAction = (name: keyof typeof DEFAULT_TEXTS, press: () => void, isMain = false): Action => ({
    label: getText(name),
    press,
    ...(isMain && { look: 'main' }),
  });
  const createCancel = ({ end }: Dialog): Action => createAction('cancel', () => end('closed'));
  const createOpenWallet = ({ end }: Dialog, isMain: boolean): Action =>
    createAction('openWallet', () => end('confirmed'), isMain);
  const getWallet: Action = { label: getText('getWallet'), href: getText('getWalletUrl') };

  const getRemoteText = (address: string | undefined): string =>
    address === undefined
      ? getText('remoteText')
      : `${getText('remoteText')}\n${getText('remoteAccount').replaceAll('{address}', () => shorten(address))}`;

  const createBlocked = (dialog: Dialog, canOpen = false): View => {
    const title = getText('blockedTitle');
    if (canOpen) {
      const actions = [createOpenWallet(dialog, true), createCancel(dialog)];
      return { title, text: getText('blockedOpenText'), mark: 'blocked', actions };
    }
    // An installed web app shows no address bar.
    const isTab = matchMedia('(display-mode: browser)').matches;
    return {
      title,
      text: getText('blockedText'),
      steps: getText(isTab ? 'blockedStepsInTab' : 'blockedStepsInApp'),
      mark: isTab ? 'address' : 'blocked',
      actions: [createAction('close', () => dialog.end('closed'), true)],
    };
  };

  let scan: ShowCode | undefined;
  let loading: Promise<ShowCode> | undefined;
  const loadScan = async (): Promise<ShowCode> => {
    try {
      const createScan = await loadCode(async () => (await import('./scan.js')).createScan);
      scan = createScan(open, texts, getText);
      return scan;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };

  return {
    waiting({ signal, cancel, reopen, remote }) {
      void open(signal, (dialog) =>
        dialog.show({
          title: getText(remote ? 'remoteTitle' : 'waitingTitle'),
          text: remote ? getRemoteText(remote.address) : getText('waitingText'),
          mark: 'busy',
          actions: [...(reopen ? [createAction('openAgain', reopen), getWallet] : []), createCancel(dialog)],
        }),
      ).then((ending) => {
        if (ending === 'closed') cancel();
      });
    },

    async permission({ signal, ask }) {
      const ending = await open(signal, (dialog) => {
        const pressAsk = (): void => void askAndShow().catch(dialog.fail);
        const explain = (title: string, text: string): void =>
          dialog.show({
            title,
            text,
            mark: 'question',
            actions: [createAction('continue', pressAsk, true), createCancel(dialog)],
          });
        const askAndShow = async (): Promise<void> => {
          dialog.show({
            title: getText('askingTitle'),
            text: getText('askingText'),
            mark: 'busy',
            // The page cannot find out whether the browser is still asking, or has asked at all.
            actions: [
              createAction('askAgain', pressAsk),
              createOpenWallet(dialog, false),
              createCancel(dialog),
            ],
          });
          const permission = await ask();
          if (permission === 'denied') dialog.show(createBlocked(dialog));
          else if (permission === 'prompt') explain(getText('dismissedTitle'), getText('dismissedText'));
          else {
            dialog.show({
              title: getText('grantedTitle'),
              text: getText('grantedText'),
              mark: 'done',
              actions: [createOpenWallet(dialog, true), createCancel(dialog)],
            });
          }
        };
        explain(getText('permissionTitle'), getText('permissionText'));
      });
      return ending === 'confirmed';
    },

    async blocked({ signal, canOpen }) {
      const isConfirmed = await confirm(signal, (dialog) => createBlocked(dialog, canOpen));
      return canOpen && isConfirmed;
    },

    async scan(options) {
      if (options.signal.aborted) return;
      loading ??= loadScan();
      // A fresh code takes its place at once.
      const show = scan ?? (await loading);
      await show(options);
    },

    async notFound({ signal, canScan, canOpen }) {
      let choice: 'scan' | 'open' | undefined;
      const mayTryAgain = await confirm(signal, ({ end }) => {
        const choose = (name: keyof typeof DEFAULT_TEXTS, chosen: typeof choice): Action =>
          createAction(name, () => {
            choice = chosen;
            end('closed');
          });
        return {
          title: getText('notFoundTitle'),
          text: getText('notFoundText'),
          mark: 'blocked',
          actions: [
            createAction('tryAgain', () => end('confirmed'), true),
            ...(canOpen ? [choose('openOverInternet', 'open')] : []),
            ...(canScan ? [choose('useOtherDevice', 'scan')] : []),
            getWallet,
            createAction('close', () => end('closed')),
          ],
        };
      });
      return choice ?? mayTryAgain;
    },

    tapNeeded: ({ signal, name, want }) =>
      confirm(signal, (dialog) => ({
        title: getText(TAP_NEEDED_TITLES[want]).replaceAll('{name}', () => name),
        text: getText('tapNeededText'),
        actions: [createOpenWallet(dialog, true), createCancel(dialog)],
      })),
  };
}

/** Characters at each end of a shortened address: more than an impostor can find by trying keys. */
const SHOWN_CHARACTERS = 6;

function shorten(address: string): string {
  return `${address.slice(0, SHOWN_CHARACTERS)}…${address.slice(-SHOWN_CHARACTERS)}`;
}
