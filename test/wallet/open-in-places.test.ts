import type { Wallet } from '@wallet-standard/base';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMobileWallet, registerMobileWallet } from '../../src/wallet/register.js';
import { closePage, createOtherWallet, openPage } from '../rules/page.js';
import { IPHONE, type LinksPage, setUpLinks } from '../support/open-in.js';

// Which pages show links to wallet apps, and what the dialog says besides them.

const identity = { name: 'Example', uri: 'https://dapp.example' };

describe('registration on an iPhone', () => {
  afterEach(closePage);

  it('happens only with links, and with dialogs that can show them', () => {
    openPage(IPHONE);
    vi.stubGlobal('location', { href: 'https://dapp.example/pay' });
    expect(registerMobileWallet({ identity })).toEqual({ registered: false, reason: 'ios' });
    const without = registerMobileWallet({ identity, openIn: true, dialogs: false });
    expect(without).toEqual({ registered: false, reason: 'ios' });
    expect(
      registerMobileWallet({ identity, openIn: { getUrl: () => 'https://dapp.example' } }),
    ).toMatchObject({ registered: true });
  });
});

describe('in an app that was built with Capacitor, whose page has an address of its own', () => {
  const WEBVIEW =
    'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36';
  const location = { href: 'https://localhost/pay', origin: 'https://localhost' };

  it('no link to it is offered, and the wallet app is opened as anywhere', async () => {
    const { connect, shown } = setUpLinks(
      { launch: () => Promise.reject(new Error('opened')) },
      WEBVIEW,
      location,
    );
    await expect(connect()).rejects.toThrow('opened');
    expect(shown).toEqual([]);
  });

  it('links to the address that the dapp names are', async () => {
    const openIn = { getUrl: () => 'https://dapp.example/pay' };
    const { look } = setUpLinks({ openIn }, WEBVIEW, location);
    expect((await look()).url).toBe('https://dapp.example/pay');
  });
});

const refuseTop = (): never => {
  throw new DOMException('The object does not support the operation or argument.', 'InvalidAccessError');
};

it.each([
  ['leads the whole tab elsewhere', () => ({}), ['Phantom', 'Solflare'], '_top'],
  ['has no links where that is forbidden', () => null, [], undefined],
  ['has none where Firefox forbids it', refuseTop, [], undefined],
])('in a frame, the dialog %s', async (_, open, names, target) => {
  const page = setUpLinks({}, `${IPHONE} Instagram 370.0.0.0.0`);
  vi.stubGlobal('window', Object.assign(page.window, { top: {}, open }));
  const given = await page.look();
  expect(given.apps.map(({ name }) => name)).toEqual(names);
  expect(given.target).toBe(target);
});

describe('another wallet in the page', () => {
  const solana = (name: string, more: Partial<Wallet> = {}): Wallet => ({
    ...createOtherWallet(name),
    chains: ['solana:mainnet'],
    features: { 'standard:connect': {} },
    ...more,
  });
  const answer = (...wallets: readonly Wallet[]) => {
    const page = setUpLinks();
    page.window.addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<{ register(...all: readonly Wallet[]): void }>).detail.register(...wallets),
    );
    return page;
  };
  const inject = () => {
    const page = setUpLinks();
    Object.assign(page.window, { solflare: { connect() {} } });
    return page;
  };

  it.each<[what: string, open: () => LinksPage, other: string | undefined]>([
    [
      'is named, also if it came after registration',
      () => answer(solana('EVM', { chains: ['eip155:1'] }), solana('Phantom')),
      'Phantom',
    ],
    ['is that of a known browser, if it has not said so yet', inject, 'Solflare'],
    ['does not count if it cannot connect', () => answer(solana('A', { features: {} })), undefined],
    [
      'does not count if it is of another chain',
      () => answer(solana('A', { chains: ['sui:mainnet'] })),
      undefined,
    ],
    [
      'does not count if it is this one, or a copy of it',
      () => answer(createMobileWallet({ identity, name: 'A' })),
      undefined,
    ],
    [
      'does not count if it is the published wallet for phones',
      () => answer(solana('Remote Mobile Wallet Adapter')),
      undefined,
    ],
    ['does not count if it throws', () => answer({ name: 'A' } as Wallet), undefined],
  ])('%s', async (_, open, other) => {
    const given = await open().look();
    expect(given.other).toBe(other);
    expect('other' in given).toBe(other !== undefined);
  });
});

describe('in the browser of a social app', () => {
  const ANDROID =
    'Mozilla/5.0 (Linux; Android 12; SM-A525F Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36';
  const WEBVIEW =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

  it.each<[app: string, userAgent: string, injected?: object]>([
    // uap-core's tests/test_device.yaml (https://github.com/ua-parser/uap-core) has these two.
    [
      'Instagram',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 11_2_5 like Mac OS X) AppleWebKit/604.5.6 (KHTML, like Gecko) Mobile/15D60 Instagram 33.0.0.11.96 (iPhone9,3; iOS 11_2_5; en_AU; en-AU; scale=2.00; gamut=wide; 750x1334)',
    ],
    [
      'Facebook',
      'Mozilla/5.0 (iPad; CPU OS 10_0_2 like Mac OS X) AppleWebKit/602.1.50 (KHTML, like Gecko) Mobile/14A456 [FBAN/FBIOS;FBAV/68.0.0.49.70;FBBV/41924288;FBRV/0;FBDV/iPad4,1;FBMD/iPad;FBSN/iOS;FBSV/10.0.2;FBSS/2;FBCR/;FBID/tablet;FBLC/en_US;FBOP/5]',
    ],
    // From the log of a public server.
    [
      'X',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21G93 Twitter for iPhone/10.64.1',
    ],
    // From public tests of dapps that treat it, and the app's own code adds `BytedanceWebview`.
    [
      'TikTok',
      `${ANDROID} BytedanceWebview/d8a21c6 trill_2022803040 JsSdk/1.0 NetType/WIFI Channel/googleplay`,
    ],
    // Mini apps (https://core.telegram.org/bots/webapps, “Additional Data in User-Agent”).
    ['Telegram', `${ANDROID} Telegram-Android/11.3.3 (Google sdk_gphone64_arm64; Android 14; SDK 34; LOW)`],
    // Its browser for pages names itself only by these objects.
    ['Telegram', WEBVIEW, { TelegramWebviewProxy: {} }],
  ])('%s, the user learns that, and how to leave it', async (socialApp, userAgent, injected) => {
    const page = setUpLinks({}, userAgent);
    Object.assign(page.window, injected);
    const given = await page.look();
    expect(given).toMatchObject({ socialApp });
    const isAndroid = userAgent.includes('Android');
    expect(given.browserLink?.startsWith('intent://dapp.example/pay?id=1#step#Intent;')).toBe(
      isAndroid ? true : undefined,
    );
  });
});
