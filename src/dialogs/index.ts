import type { SessionUi, Want } from '../dapp/open/session-ui.js';
import { loadCode } from '../util/errors.js';
import { createLoader } from '../util/lazy.js';
import { createDialogOpener, type Dialog } from './dialog.js';
import { DEFAULT_TEXTS, type OwnTexts, type ReadText } from './texts.js';
import type { Action, App, Mark, View } from './view.js';

export type { DialogTexts } from './texts.js';

/** The names of the texts that say what the dapp asks for. */
const WANTS: Readonly<Record<Want, keyof typeof DEFAULT_TEXTS>> = {
  connect: 'asksToConnect',
  'sign-in': 'asksToSignIn',
  signature: 'asksForSignature',
  send: 'asksForTransaction',
  other: 'asksForOther',
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
  | 'didNotOpen'
  | 'cannotConnect';

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
  const readText: ReadText = (key, english, name = identity.name ?? location.host) =>
    (texts[key] ?? english).replaceAll('{name}', () => name);
  const getText = (key: keyof typeof DEFAULT_TEXTS, name?: string): string =>
    readText(key, DEFAULT_TEXTS[key], name);
  // A dapp's own texts are in the page's language.
  const open = createDialogOpener(Object.keys(texts).length > 0 ? '' : 'en', identity, {
    close: texts.cancel ?? DEFAULT_TEXTS.cancel,
    phone: texts.phone ?? DEFAULT_TEXTS.phone,
  });
  /** Opens a dialog. Resolves with whether the user pressed its main button. */
  const confirm = async (signal: AbortSignal, draw: (dialog: Dialog) => void): Promise<boolean> =>
    (await open(signal, draw)) === 'confirmed';

  const createAction = (key: keyof typeof DEFAULT_TEXTS, press: () => void, look?: 'main'): Action => ({
    label: getText(key),
    press,
    look,
  });
  const createOpenWallet = ({ end }: Dialog, look?: 'main'): Action =>
    createAction('openWallet', () => end('confirmed'), look);
  const createGetWallet = (): Action => ({ label: getText('getWallet'), href: getText('getWalletUrl') });

  /** Creates a view with the title and the text of a topic. */
  const createView = (topic: Topic, mark: Mark, ...actions: readonly Action[]): View => ({
    title: getText(`${topic}Title`),
    text: getText(`${topic}Text`),
    mark,
    actions,
  });
  const showGranted = (dialog: Dialog): void =>
    dialog.show(createView('granted', 'done', createOpenWallet(dialog, 'main')));
  const createBlocked = (
    dialog: Dialog,
    topic: 'blocked' | 'policy',
    canOpen: boolean | undefined,
    ...others: readonly Action[]
  ): View => {
    if (canOpen) {
      const view = createView(topic, 'blocked', createOpenWallet(dialog, 'main'), ...others);
      return { ...view, text: getText('openOverInternetText') };
    }
    if (topic === 'policy') return createView(topic, 'blocked', ...others);
    // An installed web app shows no address bar.
    const isTab = matchMedia('(display-mode: browser)').matches;
    const isFirefox = /firefox/i.test(navigator.userAgent);
    const steps = getText(
      isFirefox ? 'blockedStepsInFirefox' : isTab ? 'blockedStepsInTab' : 'blockedStepsInApp',
    );
    return { ...createView(topic, isTab ? 'address' : 'blocked', ...others), steps };
  };

  const scan = createLoader(async () => {
    const createScan = await loadCode(async () => (await import('./scan.js')).createScan);
    return createScan(open, readText, getText);
  });
  const openIn = createLoader(async () => {
    const createOpenIn = await loadCode(async () => (await import('./open-in.js')).createOpenIn);
    return createOpenIn(open, readText, getText);
  });

  return {
    waiting({ signal, name, want, cancel, hide = cancel, reopen, remote }) {
      void open(signal, (dialog) => {
        const actions = reopen ? [createAction('openAgain', reopen, 'main'), createGetWallet()] : [];
        const view = createView(remote ? 'remote' : 'waiting', 'busy', ...actions);
        const address = remote?.address;
        const account =
          address !== undefined && getText('remoteAccount').replaceAll('{address}', () => shorten(address));
        const text = account ? `${view.text}\n${account}` : view.text;
        dialog.show({ ...view, lead: getText(WANTS[want], name), text });
      }).then((ending) => {
        if (ending === 'closed') cancel();
        if (ending === 'dismissed') hide();
      });
    },

    permission: ({ signal, ask, allowed }) =>
      confirm(signal, (dialog) => {
        const pressAsk = (): void => void askAndShow().catch(dialog.fail);
        const explain = (topic: Topic): void =>
          dialog.show(createView(topic, 'question', createAction('continue', pressAsk, 'main')));
        const askAndShow = async (): Promise<void> => {
          // The page cannot find out whether the browser is still asking, or has asked at all.
          const actions = [createAction('askAgain', pressAsk), createOpenWallet(dialog)];
          dialog.show(createView('asking', 'busy', ...actions));
          if ((await ask()) === 'prompt') explain('dismissed');
        };
        explain('permission');
        void allowed.then(() => showGranted(dialog));
      }),

    async blocked({ signal, canOpen, canOpenIn, isPolicy, allowed }) {
      let choice: 'openIn' | undefined;
      const isConfirmed = await confirm(signal, (dialog) => {
        const openPage = createAction('openPageInWallet', () => {
          choice = 'openIn';
          dialog.end('closed');
        });
        const others = canOpenIn ? [openPage] : [];
        dialog.show(createBlocked(dialog, isPolicy ? 'policy' : 'blocked', canOpen, ...others));
        void allowed?.then(() => showGranted(dialog));
      });
      return choice ?? isConfirmed;
    },

    async scan(options) {
      if (options.signal.aborted) return;
      // A fresh QR code takes its place at once.
      const show = scan.getLoaded() ?? (await scan.load());
      await show(options);
    },

    openIn: async (options) => (await openIn.load())(options),

    async notFound({ signal, canScan, canOpen, canOpenIn, wasOwnLink, cannotConnect, canTryHere }) {
      let choice: 'scan' | 'open' | 'openIn' | undefined;
      const mayTryAgain = await confirm(signal, ({ show, end }) => {
        const choose = (key: keyof typeof DEFAULT_TEXTS, chosen: typeof choice): Action =>
          createAction(key, () => {
            choice = chosen;
            end('closed');
          });
        if (cannotConnect) {
          const other: Action = { ...choose('useOtherWallet', 'scan'), look: 'main' };
          const actions = [
            ...(canScan ? [other] : []),
            ...(canTryHere ? [createAction('openWallet', () => end('confirmed'))] : []),
            createGetWallet(),
          ];
          return show(createView('cannotConnect', 'blocked', ...actions));
        }
        const view = createView(
          wasOwnLink ? 'didNotOpen' : 'notFound',
          'blocked',
          createAction('tryAgain', () => end('confirmed'), 'main'),
          ...(canOpen ? [choose('openOverInternet', 'open')] : []),
          ...(canScan ? [choose('useOtherDevice', 'scan')] : []),
          ...(canOpenIn ? [choose('openPageInWallet', 'openIn')] : []),
          ...(wasOwnLink ? [] : [createGetWallet()]),
        );
        show(view);
      });
      return choice ?? mayTryAgain;
    },

    tapNeeded: ({ signal, name, want }) =>
      confirm(signal, (dialog) =>
        dialog.show({
          title: getText(WANTS[want], name),
          text: getText('tapNeededText'),
          actions: [createOpenWallet(dialog, 'main')],
        }),
      ),
  };
}

/** Characters at each end of a shortened address: more than an impostor can find by trying keys. */
const SHOWN_CHARACTERS = 6;

function shorten(address: string): string {
  return `${address.slice(0, SHOWN_CHARACTERS)}…${address.slice(-SHOWN_CHARACTERS)}`;
}
