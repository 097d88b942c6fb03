import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createReflector } from '../../../../mock/src/sockets/reflector.js';
import type { MockWalletOptions } from '../../../../mock/src/wallet/mock-wallet.js';
import { collectReports } from '../../../../test/support/rejections.js';
import { createScanner } from '../../../../test/support/remote.js';
import type { SessionUi } from '../../../dapp/open/session-ui.js';
import { MobileWalletError } from '../../../util/errors.js';
import type { Dialogs, MobileWalletOptions } from '../../options.js';
import { createMobileWallet } from '../../register.js';

const reflector = await createReflector();
afterAll(reflector.close);

const reported = collectReports();

/** Creates what this package's dialogs need of an element. */
function createElement(tag: string) {
  const element = Object.assign(new EventTarget(), {
    tag,
    value: '',
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

/**
 * Opens a page that can show this package's dialogs, in a browser that has used up the user's tap.
 * `permission` is that to connect to loopback; `decision` is what the user decides when the browser asks.
 */
function openPage({
  permission = 'granted',
  decision = 'granted',
}: Readonly<{ permission?: PermissionState; decision?: PermissionState }> = {}) {
  const created: Element[] = [];
  /** Whether the dialog was still closed one task after each time that it was closed. */
  const gaps: boolean[] = [];
  const create = (tag: string): Element => {
    const element = createElement(tag);
    created.push(element);
    return Object.assign(element, {
      close() {
        element.open = false;
        setImmediate(() => gaps.push(!element.open));
      },
    });
  };
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    hasFocus: () => true,
    createElement: create,
    createElementNS: (_: string, tag: string) => create(tag),
    documentElement: { append: (host: Element) => Object.assign(host, { isConnected: true }) },
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', { host: 'dapp.example', hostname: 'dapp.example' });
  const status = Object.assign(new EventTarget(), { state: permission });
  vi.stubGlobal('navigator', {
    userAgent: '',
    userActivation: { isActive: false, hasBeenActive: true },
    permissions: { query: async () => status },
  });
  vi.stubGlobal('fetch', async () => {
    status.state = decision;
    status.dispatchEvent(new Event('change'));
  });
  vi.stubGlobal('PerformanceObserver', function createObserver() {
    const takeRecords = () => [{ startTime: performance.now() }];
    return { observe() {}, takeRecords, disconnect() {} };
  });
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
    gaps,
    /** Returns the title of the dialog that is shown. */
    getTitle: () =>
      created.some(({ tag, open }) => tag === 'dialog' && open) ? findLast('h2')?.children[0] : undefined,
    /** Returns the link that the user can copy in place of scanning its QR code. */
    getLink: () => findLast('textarea')?.value ?? '',
    press: (label: string) => findLast('button', label)?.dispatchEvent(new Event('click')),
  };
}

const TEXTS = {
  remoteTitle: 'waiting',
  permissionTitle: 'permission',
  blockedTitle: 'blocked',
  notFoundTitle: 'notFound',
  asksToSignIn: 'tapNeeded',
  openInTitle: 'openIn',
  scanTitle: 'scan',
};
const OWN_ERROR = new Error('of the dapp');
const fail = (): never => {
  throw OWN_ERROR;
};
const NOT_FOUND = new MobileWalletError('WALLET_NOT_FOUND', 'none');
const REACHED = 'the wallet app was opened';
const SIGNED_IN = 'the user has signed in';
const remote = { type: 'reflector', host: reflector.host } as const;
const reach = () => Promise.reject(REACHED);

/** Creates a function that signs in with a wallet object, and returns the code of the error, if any. */
function createSignIn(dialogs: Dialogs, options: Partial<MobileWalletOptions>) {
  const identity = { name: 'Example', uri: 'https://dapp.example' };
  const { features } = createMobileWallet({ identity, ...options, dialogs });
  return async (): Promise<unknown> =>
    features['solana:signIn'].signIn({}).then(
      () => SIGNED_IN,
      (error: unknown) => (error instanceof MobileWalletError ? error.code : error),
    );
}

/** Creates a person with a wallet on another device, who scans each code at once. */
async function createScanDialog(options: MockWalletOptions = {}) {
  const { scan, leave } = await createScanner(options);
  onTestFinished(leave);
  return ({ uri }: Readonly<{ uri: string }>) => scan(uri);
}

/** How a sign-in comes to each dialog of this package, with what else the dapp replaces. */
const SIGN_IN: Readonly<Record<keyof SessionUi, (dialogs: Dialogs) => Promise<unknown>>> = {
  async waiting(dialogs) {
    const scan = await createScanDialog({ approve: () => new Promise(() => {}) });
    return createSignIn({ ...dialogs, scan }, { remote })();
  },
  permission: (dialogs) => createSignIn(dialogs, { launch: reach })(),
  blocked: (dialogs) => createSignIn(dialogs, { launch: reach })(),
  notFound(dialogs) {
    const launch = vi.fn(reach).mockRejectedValueOnce(NOT_FOUND);
    return createSignIn(dialogs, { launch })();
  },
  scan: (dialogs) => createSignIn(dialogs, { remote })(),
  tapNeeded: (dialogs) => createSignIn(dialogs, {})(),
  openIn: (dialogs) => createSignIn(dialogs, { openIn: true })(),
  chooseApp: (dialogs) => createSignIn(dialogs, { chooseApp: true })(),
};

describe('the dialogs of this package', () => {
  const DIALOGS: readonly [name: keyof SessionUi, press: string, outcome: string, PermissionState?][] = [
    ['waiting', 'Cancel', 'USER_CANCELLED'],
    ['permission', 'Cancel', 'USER_CANCELLED', 'prompt'],
    ['blocked', 'Cancel', 'LOOPBACK_BLOCKED', 'denied'],
    ['notFound', 'Try again', REACHED],
    ['tapNeeded', 'Open wallet', 'USER_GESTURE_REQUIRED'],
    ['scan', 'Cancel', 'USER_CANCELLED'],
  ];

  it.each(DIALOGS)(
    'are shown with the dapp’s texts if it has no %s of its own',
    async (name, press, outcome, permission = 'granted') => {
      for (const own of [{}, { [name]: undefined }]) {
        const page = openPage({ permission });
        const signedIn = SIGN_IN[name]({ ...own, texts: TEXTS });
        await expect.poll(page.getTitle).toBe(name);
        page.press(press);
        expect(await signedIn).toBe(outcome);
        expect(page.getTitle()).toBe(undefined);
      }
      expect(reported).toEqual([]);
    },
  );

  it('replace one another at once, so that the page does not show in between', async () => {
    const page = openPage();
    const signedIn = createSignIn({ texts: TEXTS }, { remote })();
    await expect.poll(page.getTitle).toBe('scan');
    const scan = await createScanDialog({ approve: () => new Promise(() => {}) });
    await scan({ uri: page.getLink() });
    await expect.poll(page.getTitle).toBe('waiting');
    await new Promise(setImmediate);
    expect(page.gaps).toEqual([false]);
    page.press('Cancel');
    expect(await signedIn).toBe('USER_CANCELLED');
  });

  it('are not needed if they cannot be created, except for the code, and are tried again', async () => {
    let isBroken = true;
    const ownKeys = (texts: object) => (isBroken ? fail() : Reflect.ownKeys(texts));
    const texts = new Proxy(TEXTS, { ownKeys });
    openPage({ permission: 'prompt', decision: 'granted' });
    expect(await SIGN_IN.permission({ texts })).toBe(REACHED);
    openPage({ permission: 'prompt', decision: 'denied' });
    expect(await SIGN_IN.permission({ texts })).toBe('LOOPBACK_BLOCKED');
    openPage({ permission: 'denied' });
    expect(await SIGN_IN.blocked({ texts })).toBe('LOOPBACK_BLOCKED');
    const page = openPage();
    expect(await SIGN_IN.notFound({ texts })).toBe('WALLET_NOT_FOUND');
    expect(await SIGN_IN.tapNeeded({ texts })).toBe('USER_GESTURE_REQUIRED');
    expect(await createSignIn({ texts, scan: await createScanDialog() }, { remote })()).toBe(SIGNED_IN);
    expect(reported).toEqual([]);
    const signIn = createSignIn({ texts }, { remote });
    expect(await signIn()).toBe('USER_CANCELLED');
    expect(reported).toEqual([OWN_ERROR]);
    isBroken = false;
    const signedIn = signIn();
    await expect.poll(page.getTitle).toBe('scan');
    page.press('Cancel');
    expect(await signedIn).toBe('USER_CANCELLED');
  });
});

describe('a dapp’s own dialog', () => {
  it('that throws counts as closed, also where errors cannot be reported', async () => {
    vi.stubGlobal('reportError', undefined);
    openPage();
    expect(await SIGN_IN.notFound({ notFound: fail })).toBe('WALLET_NOT_FOUND');
    expect(await SIGN_IN.tapNeeded({ tapNeeded: fail })).toBe('USER_CANCELLED');
    expect(await SIGN_IN.scan({ scan: fail })).toBe('USER_CANCELLED');
  });

  it('for the code ends the session with CODE_NOT_LOADED, and with nothing once it was withdrawn', async () => {
    openPage();
    const notLoaded = new MobileWalletError('CODE_NOT_LOADED', 'offline');
    expect(await SIGN_IN.scan({ scan: () => Promise.reject(notLoaded) })).toBe('CODE_NOT_LOADED');
    for (const error of [notLoaded, OWN_ERROR]) {
      const scanCode = await createScanDialog();
      const scan: SessionUi['scan'] = async (options) => {
        await scanCode(options);
        await new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(error)));
      };
      expect(await createSignIn({ scan }, { remote })()).toBe(SIGNED_IN);
    }
    expect(reported).toEqual([]);
  });
});
