import { afterAll, describe, expect, it, vi } from 'vitest';
import { createReflector } from '../../../mock/src/sockets/reflector.js';
import { openPage } from '../../../test/support/left-page.js';
import { createPhone } from '../../../test/support/phone.js';
import { createScanner } from '../../../test/support/remote.js';
import { createMemoryStore } from '../../../test/support/wallet.js';
import type { MobileWalletOptions } from '../options.js';
import { createMobileWallet } from '../register.js';

const reflector = await createReflector();
afterAll(reflector.close);

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const USED_UP = { isActive: false, hasBeenActive: true };

const remote = { type: 'reflector', host: reflector.host } as const;
const common = { identity: { name: 'Example', uri: 'https://dapp.example' } };

/** Opens a page, on which the user has just tapped unless `userActivation` says that they never have. */
function openTappedPage(userAgent: string, userActivation: object) {
  openPage();
  const assign = vi.fn();
  const window = Object.assign(new EventTarget(), { isSecureContext: true });
  vi.stubGlobal('window', Object.assign(window, { top: window }));
  const href = 'https://dapp.example/';
  vi.stubGlobal('location', { hostname: 'dapp.example', host: 'dapp.example', href, assign });
  vi.stubGlobal('navigator', { userAgent, userActivation });
  vi.stubGlobal('PerformanceObserver', function createObserver() {
    const takeRecords = () => [{ startTime: performance.now() }];
    return { observe() {}, takeRecords, disconnect() {} };
  });
  return { assign, window };
}

/** Signs in, and cancels as soon as the user is asked something. Returns what they met, and the error. */
async function signIn(options: Partial<MobileWalletOptions>) {
  const met: string[] = [];
  const wallet = createMobileWallet({
    ...common,
    ...options,
    ...(options.launch && {
      launch() {
        met.push('launch');
        throw new Error('reached');
      },
    }),
    dialogs: {
      async tapNeeded() {
        met.push('tapNeeded');
        return 'cancel';
      },
      scan({ cancel }) {
        met.push('scan');
        cancel();
      },
      async openIn({ choices }) {
        met.push(['openIn', ...choices].join(' '));
        return 'cancel';
      },
      waiting() {},
    },
  });
  const error: unknown = await wallet.features['solana:signIn'].signIn({}).catch((reason) => reason);
  return { met, error };
}

/** Returns a store with the grant of a wallet on another device. */
async function connectRemotely() {
  const scanner = await createScanner();
  const store = createMemoryStore();
  const dialogs = { scan: ({ uri }: Readonly<{ uri: string }>) => scanner.scan(uri) };
  const wallet = createMobileWallet({ ...common, remote, store, dialogs, local: 'never' });
  await wallet.features['standard:connect'].connect();
  await scanner.leave();
  return store;
}

const remoteStore = await connectRemotely();
const launch = () => {};

describe('a session is for the wallet app on this device, which may need a tap', () => {
  type Met = 'tapNeeded' | 'launch' | 'scan';
  type Row = [where: string, options: Partial<MobileWalletOptions>, onPhone: Met, onDesktop: Met];
  it.each<Row>([
    ['by default', {}, 'tapNeeded', 'tapNeeded'],
    [
      'by default, also if its account is from a wallet on another device',
      { store: remoteStore },
      'tapNeeded',
      'tapNeeded',
    ],
    ['by default, but a custom launch may need none', { launch }, 'launch', 'launch'],
    ['on a phone', { remote }, 'tapNeeded', 'scan'],
    [
      'on a phone, unless its account is from a wallet on another device',
      { remote, store: remoteStore },
      'scan',
      'scan',
    ],
    ['on a phone, but not if it is not wanted', { remote, local: 'never' }, 'scan', 'scan'],
    ['and on any device if the dapp says so', { remote, local: 'always' }, 'tapNeeded', 'tapNeeded'],
  ])('%s', async (_, options, onPhone, onDesktop) => {
    for (const [userAgent, expected] of [
      [ANDROID, onPhone],
      [DESKTOP, onDesktop],
    ] as const) {
      openTappedPage(userAgent, USED_UP);
      expect((await signIn(options)).met).toEqual([expected]);
      openTappedPage(userAgent, { isActive: false, hasBeenActive: false });
      const { met, error } = await signIn(options);
      if (expected === 'launch') expect(met).toEqual(['launch']);
      else {
        expect(met).toEqual([]);
        const message = expect.stringContaining(
          expected === 'scan' ? 'A QR code is shown' : 'in response to a tap',
        );
        expect(error).toMatchObject({ code: 'USER_GESTURE_REQUIRED', message });
      }
    }
  });
});

describe('where no wallet app on this device can be reached', () => {
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
  const WEBVIEW = `${ANDROID} Version/4.0 Chrome/107.0.0.0; wv)`;
  /** A wallet app's browser, in which the app's own wallet is. */
  const inject = { phantom: { solana: { connect() {} } } };
  const tapped = { isActive: true, hasBeenActive: true };

  type Row = [where: string, userAgent: string, injected: object, options: object, met: readonly string[]];
  it.each<Row>([
    ['an iPhone', IPHONE, {}, {}, ['openIn']],
    ['an iPhone with `remote`', IPHONE, {}, { remote }, ['openIn qr-code']],
    ['an iPhone with a grant elsewhere', IPHONE, {}, { remote, store: remoteStore }, ['scan']],
    ['an iPhone with a grant of no use', IPHONE, {}, { store: remoteStore }, ['openIn']],
    ['a WebView', WEBVIEW, {}, {}, ['openIn']],
    ['a WebView with `remote`', WEBVIEW, {}, { remote }, ['openIn qr-code']],
    ['a WebView with a grant elsewhere', WEBVIEW, {}, { remote, store: remoteStore }, ['scan']],
    ['a wallet’s browser', IPHONE, inject, {}, ['openIn']],
    ['a wallet’s browser with `remote`', IPHONE, inject, { remote }, ['scan']],
    ['a desktop with `remote`', DESKTOP, {}, { remote }, ['scan']],
  ])('%s shows links only if they lead further', async (_, userAgent, injected, options, met) => {
    Object.assign(openTappedPage(userAgent, tapped).window, injected);
    const { error, ...rest } = await signIn({ openIn: true, ...options });
    expect(rest.met).toEqual(met);
    expect(error).toMatchObject({ code: 'USER_CANCELLED' });
  });
});

it('a session with the wallet app on this device counts as the last visit', async () => {
  const phone = await createPhone();
  const asked: string[] = [];
  const userActivation = { isActive: true, hasBeenActive: true };
  openTappedPage(ANDROID, userActivation).assign.mockImplementation((uri: string) =>
    phone.launch(uri, { signal: new AbortController().signal }),
  );
  // The browser has noted no tap.
  vi.stubGlobal('PerformanceObserver', undefined);
  const { features } = createMobileWallet({
    ...common,
    dial: phone.dial,
    dialogs: {
      async tapNeeded({ want }) {
        asked.push(want);
        return 'open-wallet';
      },
      waiting() {},
    },
  });
  Object.assign(userActivation, USED_UP);
  const { signIn: signInAgain } = features['solana:signIn'];
  await expect(signInAgain({})).rejects.toMatchObject({ code: 'USER_GESTURE_REQUIRED' });
  expect(asked).toEqual([]);
  Object.assign(userActivation, { isActive: true });
  await signInAgain({});
  await phone.whenIdle();
  Object.assign(userActivation, USED_UP);
  await expect(signInAgain({})).rejects.toMatchObject({ code: 'USER_GESTURE_REQUIRED' });
  expect(asked).toEqual(['sign-in']);
});
