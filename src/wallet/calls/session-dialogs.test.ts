import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionUi } from '../../dapp/open/session-ui.js';
import { MobileWalletError } from '../../util/errors.js';
import { createUi } from './session-dialogs.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Creates what this package's dialogs need of an element. */
function createElement(tag: string) {
  const element = Object.assign(new EventTarget(), {
    tag,
    children: [] as unknown[],
    classList: { toggle() {} },
    style: { setProperty() {} },
    open: false,
    isConnected: false,
    attachShadow: () => element,
    append: (...children: readonly unknown[]) => void element.children.push(...children),
    replaceChildren: (...children: unknown[]) => {
      element.children = children;
    },
    remove() {},
    querySelector: () => null,
    setAttribute() {},
    focus() {},
    showModal() {
      element.open = true;
    },
    close() {
      element.open = false;
    },
  });
  return element;
}

type Element = ReturnType<typeof createElement>;

function StyleSheet() {
  return { replaceSync() {} };
}

function Observer() {
  return { observe() {}, disconnect() {} };
}

/** Opens a page that can show this package's dialogs. */
function openPage() {
  const created: Element[] = [];
  const create = (tag: string): Element => {
    const element = createElement(tag);
    created.push(element);
    return element;
  };
  vi.stubGlobal('document', {
    createElement: create,
    createElementNS: (_: string, tag: string) => create(tag),
    documentElement: { append: (host: Element) => Object.assign(host, { isConnected: true }) },
  });
  vi.stubGlobal('location', { host: 'dapp.example' });
  for (const name of ['ResizeObserver', 'MutationObserver']) vi.stubGlobal(name, Observer);
  vi.stubGlobal('getComputedStyle', () => ({ direction: 'ltr', colorScheme: 'normal' }));
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('CSSStyleSheet', StyleSheet);
  const hasLabel = ({ children }: Element, label: string): boolean =>
    children.some(
      (child) => child === label || (typeof child === 'object' && hasLabel(child as Element, label)),
    );
  const findLast = (tag: string, label?: string): Element | undefined =>
    created.filter((element) => element.tag === tag && (!label || hasLabel(element, label))).at(-1);
  return {
    /** Returns the title of the dialog that is shown. */
    getTitle: () =>
      created.some(({ tag, open }) => tag === 'dialog' && open) ? findLast('h2')?.children[0] : undefined,
    press: (label: string) => findLast('button', label)?.dispatchEvent(new Event('click')),
  };
}

const { signal } = new AbortController();
const code = { signal, uri: 'solana-wallet:/', lifetimeMs: 60_000, reason: 'first' } as const;
const TEXTS = {
  waitingTitle: 'waiting',
  permissionTitle: 'permission',
  blockedTitle: 'blocked',
  notFoundTitle: 'notFound',
  tapNeededToSend: 'tapNeeded',
  scanTitle: 'scan',
};
const OWN_ERROR = new Error('of the dapp');
const fail = (): never => {
  throw OWN_ERROR;
};

/** Shows a dialog. Resolves with how it ended. */
const SHOW: Readonly<Record<keyof SessionUi, (ui: SessionUi) => Promise<unknown>>> = {
  waiting: (ui) => new Promise((cancel) => ui.waiting({ signal, cancel: () => cancel('cancelled') })),
  permission: (ui) => ui.permission({ signal, ask: async () => 'granted' }),
  blocked: (ui) => ui.blocked({ signal }),
  notFound: (ui) => ui.notFound({ signal }),
  scan: (ui) => new Promise((cancel) => void ui.scan?.({ ...code, cancel: () => cancel('cancelled') })),
  tapNeeded: async (ui) => ui.tapNeeded?.({ signal, name: 'Example', want: 'send' }),
};

describe('the dialogs of this package', () => {
  let reported: unknown[] = [];
  beforeEach(() => {
    reported = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  });

  const DIALOGS: readonly [name: keyof SessionUi, press: string, ending: unknown][] = [
    ['waiting', 'Cancel', 'cancelled'],
    ['permission', 'Cancel', false],
    ['blocked', 'Close', undefined],
    ['notFound', 'Try again', true],
    ['tapNeeded', 'Open wallet', true],
    ['scan', 'Cancel', 'cancelled'],
  ];

  it.each(DIALOGS)(
    'are shown with the dapp’s texts if it has no %s of its own',
    async (name, press, ending) => {
      for (const own of [{}, { [name]: undefined }, { [name]: 'not a function' }]) {
        const page = openPage();
        const ended = SHOW[name](createUi({ ...own, texts: TEXTS }));
        await expect.poll(page.getTitle).toBe(name);
        page.press(press);
        expect(await ended).toBe(ending);
        expect(page.getTitle()).toBe(undefined);
      }
      expect(reported).toEqual([]);
    },
  );

  it('replace one another at once, so that the page does not show in between', async () => {
    const page = openPage();
    const ui = createUi({ texts: TEXTS });
    for (const name of ['scan', 'waiting'] as const) {
      const ended = SHOW[name](ui);
      await expect.poll(page.getTitle).toBe(name);
      page.press('Cancel');
      await ended;
    }
    for (const name of ['scan', 'waiting', 'scan'] as const) {
      void SHOW[name](ui);
      expect(page.getTitle()).toBe(name);
    }
    page.press('Cancel');
  });

  it('are not needed if they cannot be created, except for the code, and are tried again', async () => {
    let isBroken = true;
    const ownKeys = (texts: object) => (isBroken ? fail() : Reflect.ownKeys(texts));
    const page = openPage();
    const ui = createUi({ texts: new Proxy(TEXTS, { ownKeys }) });
    ui.waiting({ signal, cancel: () => {} });
    expect(await ui.permission({ signal, ask: async () => 'granted' })).toBe(true);
    expect(await ui.permission({ signal, ask: async () => 'denied' })).toBe(false);
    expect(await ui.blocked({ signal })).toBe(undefined);
    expect(await ui.notFound({ signal })).toBe(undefined);
    expect(await SHOW.tapNeeded(ui)).toBe(true);
    expect(reported).toEqual([]);
    expect(await SHOW.scan(ui)).toBe('cancelled');
    expect(reported).toEqual([OWN_ERROR]);
    isBroken = false;
    const ended = SHOW.waiting(ui);
    await expect.poll(page.getTitle).toBe('waiting');
    page.press('Cancel');
    expect(await ended).toBe('cancelled');
  });
});

describe('a dapp’s own dialog', () => {
  it('that throws counts as closed, also where errors cannot be reported', async () => {
    vi.stubGlobal('reportError', undefined);
    const ui = createUi({ notFound: fail, tapNeeded: fail, scan: fail });
    expect(await SHOW.notFound(ui)).toBe(false);
    expect(await SHOW.tapNeeded(ui)).toBe(false);
    expect(await SHOW.scan(ui)).toBe('cancelled');
  });

  it('for the code ends the session with CODE_NOT_LOADED, and with nothing once it was withdrawn', async () => {
    const cancel = vi.fn();
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    const notLoaded = new MobileWalletError('CODE_NOT_LOADED', 'offline');
    const offline = createUi({ scan: () => Promise.reject(notLoaded) });
    await expect(offline.scan?.({ ...code, cancel })).rejects.toBe(notLoaded);
    for (const error of [notLoaded, OWN_ERROR]) {
      const withdrawn = createUi({ scan: () => Promise.reject(error) });
      await withdrawn.scan?.({ ...code, signal: AbortSignal.abort(), cancel });
    }
    expect(cancel).not.toHaveBeenCalled();
    expect(reportError).not.toHaveBeenCalled();
  });
});
