import type { DialogChoice, DialogChoices, OpenInOptions, SessionUi } from '../dapp/open/session-ui.js';
import type { Dialog } from './dialog.js';
import css from './open-in-style.css?inline';
import { OPEN_IN_TEXTS } from './open-in-texts.js';
import type { ReadText } from './texts.js';
import { type Action, createElement, type View } from './view.js';

/**
 * Creates the dialog with links that open the page in a wallet app. `ask` opens a dialog, and `createButtons`
 * creates the buttons of choices, both as for the other dialogs.
 */
export function createOpenIn(
  ask: (signal: AbortSignal, draw: (dialog: Dialog) => void) => Promise<DialogChoice>,
  readText: ReadText,
  createButtons: (dialog: Dialog, choices: DialogChoices) => readonly Action[],
): NonNullable<SessionUi['openIn']> {
  const getText = (key: keyof typeof OPEN_IN_TEXTS, name?: string): string =>
    readText(key, OPEN_IN_TEXTS[key], name);

  const createRow = (
    { name, icon, link, installUrl }: OpenInOptions['apps'][number],
    leave: Readonly<Record<string, string>>,
    onOpened: () => void,
  ) => {
    const letter = [...name.trim()][0] ?? '';
    const picture = icon === undefined ? letter : createElement('img', { alt: '', src: icon });
    const tile = createElement('span', { class: 'app', 'aria-hidden': 'true' }, picture);
    const row = createElement('a', { class: 'row', href: link, ...leave }, tile, name);
    row.addEventListener('click', onOpened);
    const get = { class: 'get', href: installUrl ?? '', target: '_blank', rel: 'noopener noreferrer' };
    const getApp = installUrl === undefined ? [] : [createElement('a', get, getText('getApp', name))];
    return createElement('li', {}, row, ...getApp);
  };

  const createOtherView = (name: string, { end }: Dialog): View => ({
    title: getText('otherTitle', name),
    text: getText('otherText'),
    actions: [{ label: getText('ok'), look: 'main', press: () => end('cancel') }],
  });

  const createView = (options: OpenInOptions, actions: readonly Action[], foot: HTMLElement): View => {
    const { apps, socialApp, browserLink, target, onOpened } = options;
    // A universal link opens its app only if the page itself would go there, or from a frame, the whole tab.
    const leave = { rel: 'noreferrer', ...(target && { target }) };
    const rows = apps.map((app) => createRow(app, leave, () => onOpened(app.name)));
    const browser = { class: 'main', href: browserLink ?? '', ...leave };
    const text = rows.length > 0 ? 'openInText' : 'openInCopyText';
    return {
      title: getText('openInTitle'),
      text: socialApp === undefined ? getText(text) : getText('openInSocialText', socialApp),
      figure: createElement(
        'div',
        {},
        ...(browserLink === undefined ? [] : [createElement('a', browser, getText('openInBrowser'))]),
        ...(rows.length > 0 ? [createElement('ul', { class: 'apps' }, ...rows)] : []),
      ),
      actions,
      foot,
      css,
    };
  };

  /** Creates the button that copies the address, and what is shown if the browser does not copy it. */
  const createCopy = (url: string) => {
    const label = createElement('span', {}, getText('copyLink'));
    const note = createElement('p', { role: 'status' });
    const address = createElement('textarea', {
      readonly: '',
      rows: '3',
      dir: 'ltr',
      hidden: '',
      'aria-label': getText('pageLabel'),
    });
    address.value = url;
    const copy = async (): Promise<void> => {
      try {
        await navigator.clipboard.writeText(url);
        label.textContent = getText('copied');
        note.className = 'hidden';
        note.textContent = getText('pageCopied');
      } catch {
        note.className = '';
        note.textContent = getText('linkNotCopied');
        address.hidden = false;
        address.select();
      }
    };
    return { action: { label, press: () => void copy() }, foot: createElement('div', {}, note, address) };
  };

  return (options) =>
    ask(options.signal, (dialog) => {
      if (options.other !== undefined) return dialog.show(createOtherView(options.other, dialog));
      const { action, foot } = createCopy(options.url);
      dialog.show(createView(options, [action, ...createButtons(dialog, options.choices)], foot));
    });
}
