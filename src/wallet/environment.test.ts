import { afterEach, describe, expect, it } from 'vitest';
import { closePage, createForeignWindow, openPage } from '../../test/rules/page.js';
import { playPhone } from '../util/surroundings.js';
import { getUnregisteredReason } from './environment.js';

const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

afterEach(closePage);

describe('on a page with a mock wallet', () => {
  it.each([
    ['a WebView', WEBVIEW, 'webview'],
    ['iOS', IPHONE, 'ios'],
    ['a desktop', MAC, 'desktop'],
  ])('%s can reach a wallet app', (_, userAgent, otherwise) => {
    const page = openPage(userAgent);
    Object.assign(navigator, { maxTouchPoints: 0 });
    expect(getUnregisteredReason({ local: 'android' })).toBe(otherwise);
    playPhone();
    expect(getUnregisteredReason({ local: 'android' })).toBe(undefined);
    expect(getUnregisteredReason({ local: 'always' })).toBe(undefined);
    expect(getUnregisteredReason({ local: 'never' })).toBe('disabled');
    Object.assign(page.window, { isSecureContext: false });
    expect(getUnregisteredReason({ local: 'android' })).toBe('insecure');
  });
});

describe('with the option `local: always`', () => {
  it.each([
    ['a WebView', WEBVIEW, 'webview', undefined],
    ['iOS', IPHONE, 'ios', 'ios'],
  ])('%s is assumed to reach a wallet app unless that is impossible', (_, userAgent, byDefault, always) => {
    openPage(userAgent);
    expect(getUnregisteredReason({ local: 'android' })).toBe(byDefault);
    expect(getUnregisteredReason({ local: 'always' })).toBe(always);
  });
});

it('Solana Mobile’s Web Shell is a WebView that opens wallet apps', () => {
  const page = openPage(`${WEBVIEW} Solana Mobile Web Shell`);
  expect(getUnregisteredReason({ local: 'android' })).toBe(undefined);
  expect(getUnregisteredReason({ local: 'never' })).toBe('disabled');
  Object.assign(page.window, { isSecureContext: false });
  expect(getUnregisteredReason({ local: 'android' })).toBe('insecure');
});

describe('with the option `remote`', () => {
  const remote = { type: 'reflector', host: 'example.com' } as const;

  it.each([
    ['a WebView', WEBVIEW],
    ['iOS', IPHONE],
    ['a desktop', MAC],
  ])('%s can reach a wallet on another device', (_, userAgent) => {
    const page = openPage(userAgent);
    Object.assign(navigator, { maxTouchPoints: 0 });
    for (const local of ['android', 'always', 'never'] as const) {
      expect(getUnregisteredReason({ local, remote })).toBe(undefined);
    }
    Object.assign(page.window, { isSecureContext: false });
    expect(getUnregisteredReason({ local: 'never', remote })).toBe('insecure');
  });

  it('a server cannot', () => {
    expect(getUnregisteredReason({ local: 'android', remote })).toBe('server');
  });
});

/** Browsers of wallet apps, as their pages see them. */
const WALLET_BROWSERS: [what: string, userAgent: string, injected?: object][] = [
  // uap-core's tests/test_os.yaml (https://github.com/ua-parser/uap-core).
  [
    'Phantom on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Phantom/ios/22.06.08.44',
  ],
  [
    'Phantom on Android',
    'Mozilla/5.0 (Linux; Android 15; 23127PN0CC Build/AQ3A.240627.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.135 Mobile Safari/537.36 Phantom/android/24.30.0.29755',
  ],
  ['a browser with Phantom’s provider', IPHONE, { phantom: { solana: { isPhantom: true, connect() {} } } }],
  ['a browser with Solflare’s provider', IPHONE, { solflare: { isSolflare: true, connect() {} } }],
  // packages/provider-injection (https://github.com/coral-xyz/backpack).
  ['a browser with Backpack’s provider', WEBVIEW, { backpack: { isBackpack: true, connect() {} } }],
];

describe('the browser of a wallet app', () => {
  it.each<[string, string, object?]>(WALLET_BROWSERS)(
    '%s has a wallet of its own',
    (_, userAgent, injected) => {
      const page = openPage(userAgent);
      Object.assign(page.window, injected);
      for (const local of ['android', 'always'] as const) {
        expect(getUnregisteredReason({ local })).toBe('wallet-browser');
        expect(getUnregisteredReason({ local, openIn: true })).toBe('wallet-browser');
        expect(getUnregisteredReason({ local, remote: { type: 'reflector', host: 'a.example' } })).toBe(
          undefined,
        );
      }
      expect(getUnregisteredReason({ local: 'never' })).toBe('disabled');
      Object.assign(page.window, { isSecureContext: false });
      expect(getUnregisteredReason({ local: 'android' })).toBe('insecure');
    },
  );

  it.each([
    [
      'an extension on a desktop',
      MAC,
      { phantom: { solana: { connect() {} } }, solflare: { connect() {} } },
      'desktop',
    ],
    ['an element with the id `backpack`', IPHONE, { backpack: new EventTarget() }, 'ios'],
    ['a form of that id with a field `connect`', IPHONE, { backpack: { connect: new EventTarget() } }, 'ios'],
    ['a frame of another origin with the name `phantom`', IPHONE, { phantom: createForeignWindow() }, 'ios'],
    ['one with the name `solflare`', WEBVIEW, { solflare: createForeignWindow() }, 'webview'],
    ['an object of EVM alone', IPHONE, { phantom: { ethereum: { connect() {} } } }, 'ios'],
    ['PhantomJS', `${MAC} PhantomJS/2.1.1`, {}, 'desktop'],
  ] as const)('%s is none', (_, userAgent, injected, reason) => {
    const page = openPage(userAgent);
    Object.assign(navigator, { maxTouchPoints: 0 });
    Object.assign(page.window, injected);
    expect(getUnregisteredReason({ local: 'android' })).toBe(reason);
  });
});

it('a frame with the name of one wallet does not hide another', () => {
  const page = openPage(IPHONE);
  Object.assign(page.window, { phantom: createForeignWindow(), solflare: { connect() {} } });
  expect(getUnregisteredReason({ local: 'android' })).toBe('wallet-browser');
});

describe('with the option `openIn`', () => {
  it.each([
    ['iOS', IPHONE],
    ['a WebView', WEBVIEW],
  ])('%s can open the page in a wallet app', (_, userAgent) => {
    const page = openPage(userAgent);
    expect(getUnregisteredReason({ local: 'android', openIn: true })).toBe(undefined);
    expect(getUnregisteredReason({ local: 'never', openIn: true })).toBe('disabled');
    Object.assign(page.window, { isSecureContext: false });
    expect(getUnregisteredReason({ local: 'android', openIn: true })).toBe('insecure');
  });

  it('a desktop and a server can reach no wallet app', () => {
    expect(getUnregisteredReason({ local: 'android', openIn: true })).toBe('server');
    openPage(MAC);
    Object.assign(navigator, { maxTouchPoints: 0 });
    expect(getUnregisteredReason({ local: 'android', openIn: true })).toBe('desktop');
  });
});

describe('on a page that plays', () => {
  it('an iPhone, sessions are impossible on any device', () => {
    openPage(MAC);
    playPhone('ios');
    expect(getUnregisteredReason({ local: 'always' })).toBe('ios');
    expect(getUnregisteredReason({ local: 'android', openIn: true })).toBe(undefined);
  });

  it('the browser of a wallet app, that app’s wallet is there', () => {
    openPage(MAC);
    playPhone('wallet-browser');
    expect(getUnregisteredReason({ local: 'always', openIn: true })).toBe('wallet-browser');
  });
});
