import type { SessionUi, Want } from '../dapp/open/session-ui.js';
import { loadCode } from '../util/errors.js';
import { createLoader } from '../util/lazy.js';
import { type Action, type App, createDialogOpener, type Dialog, type Mark, type View } from './dialog.js';
import { DEFAULT_TEXTS, type OwnTexts } from './texts.js';

export type { DialogTexts } from './texts.js';

const TAP_NEEDED_TITLES: Readonly<Record<Want, keyof typeof DEFAULT_TEXTS>> = {
  connect: 'tapNeededToConnect',
  signIn: 'tapNeededToSignIn',
  signature: 'tapNeededForSignature',
  send: 'tapNeededToSend',
  other: 'tapNeededForOther',
};

/** What a view is about. The names of its title and its text begin with it. */
type Topic =
  | 'waiting'
  | 'remote'
  | 'permission'
  | 'asking'
  | 'dismissed'
  | 'granted'
  | 'blocked'
  | 'policy'
  | 'notFound'
  | 'didNotOpen';

/**
 * Creates the dialogs that the user sees while a session is opened and used. One is shown at a time, above
 * the page, in its text direction and colour scheme; the page's styles do not affect it. `texts` replaces any
 * of the English texts. `identity` is the dapp that they show. Superseded or aborted dialogs resolve as
 * closed, without `cancel`. `permission` rejects when `ask` rejects. `scan` resolves when its dialog has
 * ended, and rejects with `CODE_NOT_LOADED`.
 */
export function createDialogs({
  texts = {},
  identity = {},
}: Readonly<{ texts?: OwnTexts | undefined; identity?: App }> = {}): Required<SessionUi> {
  const getText = (name: keyof typeof DEFAULT_TEXTS): string => texts[name] ?? DEFAULT_TEXTS[name];
  // A dapp's own texts are in the page's language.
  const open = createDialogOpener(Object.keys(texts).length > 0 ? '' : 'en', identity);
  /** Opens a dialog with one view. Resolves with whether the user pressed its main button. */
  const confirm = async (signal: AbortSignal, getView: (dialog: Dialog) => View): Promise<boolean> =>
    (await open(signal, (dialog) => dialog.show(getView(dialog)))) === 'confirmed';

  const createAction = (name: keyof typeof DEFAULT_TEXTS, press: () => void, isMain = false): Action => ({
    label: getText(name),
    press,
    look: isMain ? 'main' : undefined,
  });
  const createCancel = ({ end }: Dialog): Action => createAction('cancel', () => end('closed'));
  const createOpenWallet = ({ end }: Dialog, isMain: boolean): Action =>
    createAction('openWallet', () => end('confirmed'), isMain);
  const getWallet: Action = { label: getText('getWallet'), href: getText('getWalletUrl') };

  /** Creates a view with the title and the text of a topic. */
  const createView = (topic: Topic, mark: Mark, ...actions: readonly Action[]): View => ({
    title: getText(`${topic}Title`),
    text: getText(`${topic}Text`),
    mark,
    actions,
  });
  const createBlocked = (dialog: Dialog, canOpen = false, isPolicy = false): View => {
    const topic = isPolicy ? 'policy' : 'blocked';
    if (canOpen) {
      const view = createView(topic, 'blocked', createOpenWallet(dialog, true), createCancel(dialog));
      return { ...view, text: getText(`${topic}OpenText`) };
    }
    const close = createAction('close', () => dialog.end('closed'), true);
    if (isPolicy) return createView(topic, 'blocked', close);
    // An installed web app shows no address bar.
    const isTab = matchMedia('(display-mode: browser)').matches;
    const steps = getText(isTab ? 'blockedStepsInTab' : 'blockedStepsInApp');
    return { ...createView('blocked', isTab ? 'address' : 'blocked', close), steps };
  };

  const scan = createLoader(async () => {
    const createScan = await loadCode(async () => (await import('./scan.js')).createScan);
    return createScan(open, texts, getText);
  });

  return {
    waiting({ signal, cancel, reopen, remote }) {
      void open(signal, (dialog) => {
        const reopening = reopen ? [createAction('openAgain', reopen), getWallet] : [];
        const actions = [...reopening, createCancel(dialog)];
        const view = createView(remote ? 'remote' : 'waiting', 'busy', ...actions);
        const address = remote?.address;
        if (address === undefined) return dialog.show(view);
        const account = getText('remoteAccount').replaceAll('{address}', () => shorten(address));
        dialog.show({ ...view, text: `${view.text}\n${account}` });
      }).then((ending) => {
        if (ending === 'closed') cancel();
      });
    },

    async permission({ signal, ask }) {
      const ending = await open(signal, (dialog) => {
        const pressAsk = (): void => void askAndShow().catch(dialog.fail);
        const explain = (topic: Topic): void => {
          const goOn = createAction('continue', pressAsk, true);
          dialog.show(createView(topic, 'question', goOn, createCancel(dialog)));
        };
        const askAndShow = async (): Promise<void> => {
          // The page cannot find out whether the browser is still asking, or has asked at all.
          const actions = [createAction('askAgain', pressAsk), createOpenWallet(dialog, false)];
          dialog.show(createView('asking', 'busy', ...actions, createCancel(dialog)));
          const permission = await ask();
          if (permission === 'denied') dialog.show(createBlocked(dialog));
          else if (permission === 'prompt') explain('dismissed');
          else
            dialog.show(createView('granted', 'done', createOpenWallet(dialog, true), createCancel(dialog)));
        };
        explain('permission');
      });
      return ending === 'confirmed';
    },

    async blocked({ signal, canOpen, isPolicy }) {
      const isConfirmed = await confirm(signal, (dialog) => createBlocked(dialog, canOpen, isPolicy));
      return canOpen && isConfirmed;
    },

    async scan(options) {
      if (options.signal.aborted) return;
      // A fresh QR code takes its place at once.
      const show = scan.getLoaded() ?? (await scan.load());
      await show(options);
    },

    async notFound({ signal, canScan, canOpen, wasOwnLink }) {
      let choice: 'scan' | 'open' | undefined;
      const mayTryAgain = await confirm(signal, ({ end }) => {
        const choose = (name: keyof typeof DEFAULT_TEXTS, chosen: typeof choice): Action =>
          createAction(name, () => {
            choice = chosen;
            end('closed');
          });
        return createView(
          wasOwnLink ? 'didNotOpen' : 'notFound',
          'blocked',
          createAction('tryAgain', () => end('confirmed'), true),
          ...(canOpen ? [choose('openOverInternet', 'open')] : []),
          ...(canScan ? [choose('useOtherDevice', 'scan')] : []),
          ...(wasOwnLink ? [] : [getWallet]),
          createAction(wasOwnLink ? 'cancel' : 'close', () => end('closed')),
        );
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
