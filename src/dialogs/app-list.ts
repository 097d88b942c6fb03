import type { AppChoice, DialogChoice, DialogChoices, SessionUi, Want } from '../dapp/open/session-ui.js';
import css from './app-list-style.css?inline';
import { APP_LIST_TEXTS } from './app-list-texts.js';
import type { Dialog } from './dialog.js';
import type { DEFAULT_TEXTS, ReadText } from './texts.js';
import { type Action, createAction, createCopyLink, createElement, createTile, type View } from './view.js';

export { APP_LIST_TEXTS };

/** What these dialogs share with all others. */
type Shared = Readonly<{
  /** Opens a dialog. Resolves with what the user chooses. */
  ask(signal: AbortSignal, draw: (dialog: Dialog) => void): Promise<DialogChoice>;
  readText: ReadText;
  getText(key: keyof typeof DEFAULT_TEXTS): string;
  createButtons(dialog: Dialog, choices: DialogChoices): readonly Action[];
  /** Returns the sentence with what the dapp of this name asks for. */
  getWanted(want: Want, name: string): string;
}>;

type OpenInOptions = Parameters<NonNullable<SessionUi['openIn']>>[0];
type ChooseAppOptions = Parameters<NonNullable<SessionUi['chooseApp']>>[0];

/** Creates the dialogs that list wallet apps: to open this page in one, or to choose the one for sessions. */
export function createAppLists({
  ask,
  readText,
  getText: getSharedText,
  createButtons,
  getWanted,
}: Shared): Pick<Required<SessionUi>, 'openIn' | 'chooseApp'> {
  const getText = (key: keyof typeof APP_LIST_TEXTS, name?: string): string =>
    readText(key, APP_LIST_TEXTS[key], name);

  /**
   * Creates what a row shows. Screen readers read only the app's name and the note, because that it can be
   * pressed is what links and buttons are for.
   */
  const createRow = (
    tile: HTMLElement,
    name: string,
    hint: 'openApp' | 'choose',
    note?: string,
  ): readonly HTMLElement[] => [
    tile,
    createElement('span', {}, name, ...(note === undefined ? [] : [' ', createElement('small', {}, note)])),
    createElement('span', { class: 'hint', 'aria-hidden': 'true' }, getText(hint)),
  ];
  const createAppTile = ({ name, icon }: Pick<AppChoice, 'name' | 'icon'>): HTMLElement =>
    createTile(name, { uri: location.href, icon });

  /** Creates the list, and below it where one gets the apps. */
  const createList = (
    items: readonly HTMLElement[],
    apps: readonly Pick<AppChoice, 'name' | 'installUrl'>[],
  ): readonly HTMLElement[] => {
    const links = apps.flatMap(({ name, installUrl: href }) => {
      if (href === undefined) return [];
      const link = { href, target: '_blank', rel: 'noopener noreferrer' };
      return [createElement('a', link, getText('getApp', name))];
    });
    const get = createElement(
      'div',
      { class: 'get' },
      createElement('span', {}, getText('noWallet')),
      ...links,
    );
    return [createElement('ul', {}, ...items), ...(links.length > 0 ? [get] : [])];
  };

  /** Creates the rows of links that open this page. `leave` is what each link needs. */
  const createLinks = (
    { apps, onOpened }: OpenInOptions,
    leave: Readonly<Record<string, string>>,
  ): readonly HTMLElement[] =>
    apps.map((app) => {
      const { name, link } = app;
      const row = createElement(
        'a',
        { class: 'row', href: link, ...leave },
        ...createRow(createAppTile(app), name, 'openApp'),
      );
      row.addEventListener('click', () => onOpened(name));
      return createElement('li', {}, row);
    });

  const createOtherView = (name: string, { end }: Dialog): View => ({
    title: getText('otherTitle', name),
    text: getText('otherText'),
    actions: [{ label: getText('ok'), look: 'main', press: () => end('cancel') }],
  });

  /** Returns the title and the text, which name what the filled button does, if there is one. */
  const describe = ({ apps, socialApp, browserLink }: OpenInOptions): Pick<View, 'title' | 'text'> => {
    if (socialApp !== undefined) {
      const text = browserLink === undefined ? 'openInSocialText' : 'openInBrowserText';
      return { title: getText('openInBrowserTitle'), text: getText(text, socialApp) };
    }
    return apps.length > 0
      ? { title: getText('openInTitle'), text: getText('openInText') }
      : { title: getSharedText('openPageInWallet'), text: getText('openInCopyText') };
  };

  const createLinksView = (options: OpenInOptions, dialog: Dialog): View => {
    const { apps, socialApp, browserLink, target, url, choices } = options;
    // A universal link opens its app only if the page itself would go there, or from a frame, the whole tab.
    const leave = { rel: 'noreferrer', ...(target && { target }) };
    const { button, note, link } = createCopyLink(getSharedText, getText('pageCopied'), {
      rows: '3',
      'aria-label': getText('pageLabel'),
    });
    link.value = url;
    const isCopyMain = browserLink === undefined && (apps.length === 0 || socialApp !== undefined);
    const main = isCopyMain
      ? [createAction({ ...button, look: 'main' })]
      : browserLink === undefined
        ? []
        : [createElement('a', { class: 'main', href: browserLink, ...leave }, getText('openInBrowser'))];
    const or = main.length > 0 ? [createElement('p', { class: 'or' }, getText('orInApp'))] : [];
    const list = apps.length > 0 ? [...or, ...createList(createLinks(options, leave), apps)] : [];
    return {
      ...describe(options),
      mark: 'list',
      figure: createElement('div', {}, ...main, ...list),
      actions: [...createButtons(dialog, choices), ...(isCopyMain ? [] : [button])],
      foot: createElement('div', {}, note, link),
      css,
    };
  };

  const createChoiceView = (
    { name, want, apps, choices, reason }: ChooseAppOptions,
    dialog: Dialog,
    choose: (choice: AppChoice['id'] | 'system-app') => void,
  ): View => {
    const createItem = (
      content: readonly HTMLElement[],
      choice: AppChoice['id'] | 'system-app',
    ): HTMLElement => {
      const row = createElement('button', { class: 'row', type: 'button' }, ...content);
      row.addEventListener('click', () => choose(choice));
      return createElement('li', {}, row);
    };
    const isChange = reason === 'change-app';
    const isDeclined = reason === 'declined';
    const last = apps.find((app) => app.last);
    const items = apps.map((app) => {
      const note = app.last && getText(isDeclined ? 'openItAgain' : 'lastChoice');
      const hint = isChange && !app.last ? 'choose' : 'openApp';
      return createItem(createRow(createAppTile(app), app.name, hint, note), app.id);
    });
    if (choices.includes('system-app')) {
      const phone = createElement('span', { class: 'phone' });
      const tile = createElement('span', { class: 'app', 'aria-hidden': 'true' }, phone);
      // If the phone chose before, this opens the app at once.
      const hint = isChange && last ? 'choose' : 'openApp';
      const phones = getText('letPhoneChoose');
      if (isDeclined && !last)
        items.unshift(createItem(createRow(tile, getText('openItAgain'), hint, phones), 'system-app'));
      else items.push(createItem(createRow(tile, phones, hint), 'system-app'));
    }
    const failed = last?.last === 'failed' && getText('appFailedText', last.name);
    const before = failed || (isDeclined && getText('declinedText'));
    const after = isChange ? getText('changeAppText') : before && getText('chooseAgainText');
    const more = choices.filter((choice) => choice !== 'system-app');
    return {
      title: isChange ? getSharedText('changeWallet') : getText('chooseAppTitle'),
      text: [before, after].filter(Boolean).join('\n') || getWanted(want, name),
      mark: 'list',
      figure: createElement('div', {}, ...createList(items, apps)),
      actions: createButtons(dialog, more),
      css,
    };
  };

  return {
    openIn: (options) =>
      ask(options.signal, (dialog) => {
        const { other } = options;
        dialog.show(other === undefined ? createLinksView(options, dialog) : createOtherView(other, dialog));
      }),

    async chooseApp(options) {
      let chosen: AppChoice['id'] | undefined;
      const choice = await ask(options.signal, (dialog) =>
        dialog.show(
          createChoiceView(options, dialog, (pressed) => {
            if (pressed !== 'system-app') chosen = pressed;
            dialog.end('system-app');
          }),
        ),
      );
      return choice === 'system-app' && chosen ? chosen : choice;
    },
  };
}
