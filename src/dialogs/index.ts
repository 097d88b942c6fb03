import type { DialogChoice, DialogChoices, SessionUi, Want } from '../dapp/open/session-ui.js';
import { loadCode } from '../util/errors.js';
import { createLoader } from '../util/lazy.js';
import { createDialogOpener, type Dialog } from './dialog.js';
import { DEFAULT_TEXTS, type DialogTexts, type OwnTexts, type ReadText } from './texts.js';
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

/** What a dialog can offer by a button. `system-app` is a row of the list of wallet apps. */
type Choice = Exclude<DialogChoices[number], 'system-app'>;

/** The names of the texts of the buttons for what a dialog offers. */
const CHOICES: Readonly<Record<Choice, keyof typeof DEFAULT_TEXTS>> = {
  'try-again': 'tryAgain',
  'open-wallet': 'openWallet',
  relay: 'openOverInternet',
  'qr-code': 'useOtherDevice',
  'open-page': 'openPageInWallet',
  'other-app': 'useOtherWallet',
  'change-app': 'changeWallet',
};

/** Of more actions, a dialog shows the first one, and the others when the user asks for them. */
const MOST_ACTIONS = 3;

/** What a view is about. The names of its title and its text begin with it. */
type Topic = TopicOf<keyof typeof DEFAULT_TEXTS>;
type TopicOf<TKey> = TKey extends `${infer TTopic}Title` ? TTopic : never;

/** Loads the English texts of all dialogs. */
export async function loadTexts(): Promise<DialogTexts> {
  const [{ SCAN_TEXTS }, { APP_LIST_TEXTS }] = await Promise.all([
    import('./scan.js'),
    import('./app-list.js'),
  ]);
  return { ...DEFAULT_TEXTS, ...SCAN_TEXTS, ...APP_LIST_TEXTS };
}

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
  /** Opens a dialog. Resolves with what the user chooses. */
  const ask = async (signal: AbortSignal, draw: (dialog: Dialog) => void): Promise<DialogChoice> => {
    const ending = await open(signal, draw);
    return ending === 'dismissed' || ending === 'withdrawn' ? 'cancel' : ending;
  };

  const createAction = (
    key: keyof typeof DEFAULT_TEXTS,
    press: () => void,
    look: Action['look'] = 'row',
  ): Action => ({ label: getText(key), press, look });
  /** Creates the buttons of choices. One may be the `main` one, and some may have other texts. */
  const createButtons = (
    { end }: Dialog,
    choices: DialogChoices,
    main?: DialogChoice,
    texts: Partial<typeof CHOICES> = {},
  ): readonly Action[] =>
    choices
      .filter((choice) => choice !== 'system-app')
      .map((choice) => {
        const text = texts[choice] ?? CHOICES[choice];
        return createAction(text, () => end(choice), choice === main ? 'main' : 'row');
      });
  const createGetWallet = (): Action => ({
    label: getText('getWallet'),
    href: getText('getWalletUrl'),
    look: 'row',
  });
  const getWanted = (want: Want, name: string): string => getText(WANTS[want], name);

  /** Creates a view with the title and the text of a topic. */
  const createView = (topic: Topic, mark: Mark, ...actions: readonly Action[]): View => ({
    title: getText(`${topic}Title`),
    text: getText(`${topic}Text`),
    mark,
    actions:
      actions.length > MOST_ACTIONS
        ? [...actions.slice(0, 1), { label: getText('otherWays'), look: 'row', more: actions.slice(1) }]
        : actions,
  });
  const showGranted = (dialog: Dialog): void =>
    dialog.show(createView('granted', 'done', ...createButtons(dialog, ['open-wallet'], 'open-wallet')));
  const createBlocked = (dialog: Dialog, topic: Topic, choices: DialogChoices, canAllow: boolean): View => {
    const texts = { relay: 'openWallet', 'open-wallet': 'tryAnyway' } as const;
    const view = createView(topic, 'blocked', ...createButtons(dialog, choices, 'relay', texts));
    if (choices.includes('relay')) return { ...view, text: getText('openOverInternetText') };
    if (topic === 'policy') return view;
    if (!canAllow) return { ...view, text: getText('otherBrowserText') };
    // An installed web app shows no address bar.
    const isTab = matchMedia('(display-mode: browser)').matches;
    const isFirefox = /firefox/i.test(navigator.userAgent);
    const steps = getText(
      isFirefox ? 'blockedStepsInFirefox' : isTab ? 'blockedStepsInTab' : 'blockedStepsInApp',
    );
    return { ...view, mark: isTab ? 'address' : 'blocked', steps };
  };

  const scan = createLoader(async () => {
    const { createScan } = await loadCode(() => import('./scan.js'));
    return createScan(open, readText, getText);
  });
  const appLists = createLoader(async () => {
    const { createAppLists } = await loadCode(() => import('./app-list.js'));
    return createAppLists({ ask, readText, getText, createButtons, getWanted });
  });

  return {
    waiting({ signal, name, want, cancel, hide = cancel, reopen, askAgain, remote, otherApp }) {
      void open(signal, (dialog) => {
        const actions = [
          ...(reopen ? [createAction('openAgain', reopen, 'main')] : []),
          ...(askAgain ? [createAction('askAgain', askAgain)] : []),
          ...(otherApp ? [createAction(CHOICES[otherApp.choice], otherApp.press)] : []),
          ...(reopen ? [createGetWallet()] : []),
        ];
        const view = createView(remote ? 'remote' : 'waiting', 'busy', ...actions);
        const address = remote?.address;
        const account =
          address !== undefined && getText('remoteAccount').replaceAll('{address}', () => shorten(address));
        const text = account ? `${view.text}\n${account}` : view.text;
        dialog.show({ ...view, lead: getWanted(want, name), text });
      }).then((ending) => {
        if (ending === 'cancel') cancel();
        if (ending === 'dismissed') hide();
      });
    },

    permission: ({ signal, choices, ask: askBrowser, allowed, mayBeNeedless }) =>
      ask(signal, (dialog) => {
        const pressAsk = (): void => void askAndShow().catch(dialog.fail);
        const opening = createButtons(dialog, choices);
        const explain = (topic: Topic, more: readonly Action[]): void =>
          dialog.show(createView(topic, 'question', createAction('continue', pressAsk, 'main'), ...more));
        const askAndShow = async (): Promise<void> => {
          // The page cannot find out whether the browser is still asking, or has asked at all.
          dialog.show(createView('asking', 'busy', createAction('askAgain', pressAsk), ...opening));
          if ((await askBrowser()) === 'prompt') explain('dismissed', opening);
        };
        explain('permission', mayBeNeedless ? opening : []);
        void allowed.then(() => showGranted(dialog));
      }),

    blocked: ({ signal, choices, reason, allowed }) =>
      ask(signal, (dialog) => {
        const topic = reason === 'policy' ? reason : 'blocked';
        dialog.show(createBlocked(dialog, topic, choices, allowed !== undefined));
        void allowed?.then(() => showGranted(dialog));
      }),

    async scan(options) {
      if (options.signal.aborted) return;
      // A fresh QR code takes its place at once.
      const show = scan.getLoaded() ?? (await scan.load());
      await show(options);
    },

    openIn: async (options) => (await appLists.load()).openIn(options),

    chooseApp: async (options) => (await appLists.load()).chooseApp(options),

    notFound: ({ signal, choices, reason, want }) =>
      ask(signal, (dialog) => {
        const cannotConnect = reason === 'cannot-connect';
        const buttons = cannotConnect
          ? createButtons(dialog, choices, 'qr-code', { 'qr-code': 'useOtherWallet' })
          : createButtons(dialog, choices, 'try-again');
        const topic = cannotConnect ? 'cannotConnect' : reason === 'own-link' ? 'didNotOpen' : 'notFound';
        const more = topic === 'didNotOpen' ? [] : [createGetWallet()];
        const view = createView(topic, 'blocked', ...buttons, ...more);
        dialog.show(want === 'send' ? { ...view, text: `${getText('nothingSent')} ${view.text}` } : view);
      }),

    tapNeeded: ({ signal, choices, name, want }) =>
      ask(signal, (dialog) =>
        dialog.show({
          title: getWanted(want, name),
          text: getText('tapNeededText'),
          actions: createButtons(dialog, choices, 'open-wallet'),
        }),
      ),
  };
}

/** Characters at each end of a shortened address: more than an impostor can find by trying keys. */
const SHOWN_CHARACTERS = 6;

function shorten(address: string): string {
  return `${address.slice(0, SHOWN_CHARACTERS)}…${address.slice(-SHOWN_CHARACTERS)}`;
}
