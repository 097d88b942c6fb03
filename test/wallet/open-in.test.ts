import type { Wallet } from '@wallet-standard/base';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReflector } from '../../mock/src/sockets/reflector.js';
import type { OpenInOptions } from '../../src/dapp/open/session-ui.js';
import { MobileWalletError } from '../../src/util/errors.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet, registerMobileWallet } from '../../src/wallet/register.js';
import { closePage, createOtherWallet, openPage } from '../rules/page.js';
import { createEvent } from '../support/event.js';
import { within } from '../support/patience.js';
import { playReflector } from '../support/reflector.js';
import { collectReports } from '../support/rejections.js';
import { collectCodes, createScanner } from '../support/remote.js';
import { createMemoryStore, setUpConnected } from '../support/wallet.js';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const identity = { name: 'Example', uri: 'https://dapp.example' };
const TAPPED = { isActive: true, hasBeenActive: true };

const reflector = await createReflector();
afterAll(reflector.close);

const reported = collectReports();
beforeEach(() => {
  vi.stubGlobal('location', { href: 'https://dapp.example/pay?id=1#step' });
});
afterEach(closePage);

type Choice = Awaited<
  ReturnType<NonNullable<NonNullable<Exclude<MobileWalletOptions['dialogs'], false>>['openIn']>>
>;

/**
 * Opens a page on an iPhone, in which the user has just tapped, with a wallet whose dialog of links is the
 * test's: `shown` has what it was given, `choose` closes it as the user does, and `next` waits for it.
 */
function setUp(options: Partial<MobileWalletOptions> = {}, userAgent = IPHONE) {
  const { window } = openPage(userAgent);
  Object.assign(navigator, { userActivation: TAPPED });
  const shown: OpenInOptions[] = [];
  let { happen: noteShown, happened: isShown } = createEvent<OpenInOptions>();
  let choose!: (choice: Choice) => void;
  const openIn = (given: OpenInOptions): Promise<Choice> => {
    shown.push(given);
    noteShown(given);
    return new Promise((resolve) => {
      choose = resolve;
    });
  };
  const wallet = createMobileWallet({
    identity,
    chains: ['solana:devnet'],
    store: createMemoryStore(),
    openIn: true,
    ...options,
    dialogs: { openIn, ...options.dialogs },
  });
  const { features } = wallet;
  const setVisibility = (visibilityState: 'visible' | 'hidden'): void => {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return {
    window,
    wallet,
    shown,
    ...features['standard:connect'],
    ...features['standard:disconnect'],
    ...features['solana:signIn'],
    ...features['mobile-wallet-standard:transact'],
    choose: (choice: Choice) => choose(choice),
    /** Waits until the dialog is shown, and forgets that it was. */
    async next() {
      const given = await isShown;
      ({ happen: noteShown, happened: isShown } = createEvent<OpenInOptions>());
      return given;
    },
    hide: () => setVisibility('hidden'),
    show: () => setVisibility('visible'),
    leave: () => void window.dispatchEvent(new Event('pagehide')),
  };
}

describe('registration on an iPhone', () => {
  it('happens only with links, and with dialogs that can show them', () => {
    openPage(IPHONE);
    expect(registerMobileWallet({ identity })).toEqual({ registered: false, reason: 'ios' });
    const without = registerMobileWallet({ identity, openIn: true, dialogs: false });
    expect(without).toEqual({ registered: false, reason: 'ios' });
    expect(
      registerMobileWallet({ identity, openIn: { getUrl: () => 'https://dapp.example' } }),
    ).toMatchObject({ registered: true });
  });
});

const refuseTop = (): never => {
  throw new DOMException('The object does not support the operation or argument.', 'InvalidAccessError');
};

describe('in an app that was built with Capacitor, whose page has an address of its own', () => {
  const WEBVIEW =
    'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36';
  beforeEach(() => {
    vi.stubGlobal('location', { href: 'https://localhost/pay', origin: 'https://localhost' });
  });

  it('no link to it is offered, and the wallet app is opened as anywhere', async () => {
    const launch = vi.fn(() => {
      throw new Error('opened');
    });
    const { connect, shown } = setUp({ launch }, WEBVIEW);
    await expect(connect()).rejects.toThrow('opened');
    expect(shown).toEqual([]);
  });

  it('links to the address that the dapp names are', async () => {
    const page = setUp({ openIn: { getUrl: () => 'https://dapp.example/pay' } }, WEBVIEW);
    const call = page.connect();
    expect((await page.next()).url).toBe('https://dapp.example/pay');
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
  });
});

describe('a call where no session is possible', () => {
  it.each([
    ['connect', ({ connect }: ReturnType<typeof setUp>) => connect()],
    ['signIn', ({ signIn }: ReturnType<typeof setUp>) => signIn({})],
    ['transact', ({ transact }: ReturnType<typeof setUp>) => transact(() => 'done')],
  ])('shows links to wallet apps, and rejects when the user cancels: %s', async (_, makeCall) => {
    const page = setUp();
    const call = makeCall(page);
    const { url, apps, ...others } = await page.next();
    expect(url).toBe('https://dapp.example/pay?id=1#step');
    expect(apps.map(({ name }) => name)).toEqual(['Phantom', 'Solflare']);
    expect(Object.keys(others).sort()).toEqual(['choices', 'onOpened', 'signal']);
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
    const again = makeCall(page);
    await page.next();
    page.choose('cancel');
    await expect(again).toRejectWith('USER_CANCELLED');
  });

  it('shows nothing if it is silent, or does not follow from a tap', async () => {
    const page = setUp();
    expect(await page.connect({ silent: true })).toEqual({ accounts: [] });
    Object.assign(navigator, { userActivation: { isActive: false, hasBeenActive: false } });
    await expect(page.connect()).toRejectWith('USER_GESTURE_REQUIRED');
    expect(page.shown).toEqual([]);
  });

  it('shares the dialog with other calls at the same time', async () => {
    const page = setUp();
    const calls = [page.connect(), page.signIn({}), page.transact(() => 'done')];
    const { onOpened } = await page.next();
    onOpened('Phantom');
    page.hide();
    for (const call of calls) await expect(call).toRejectWith('OPENED_IN_WALLET');
    expect(page.shown).toHaveLength(1);
  });

  it('rejects with the wallet app’s name once the page hides after a tap on its link', async () => {
    const page = setUp();
    const call = page.connect();
    const { onOpened, signal } = await page.next();
    onOpened('Solflare');
    // The browser may still ask whether to open the app.
    page.show();
    expect(signal.aborted).toBe(false);
    page.hide();
    expect(signal.aborted).toBe(true);
    await expect(call).rejects.toMatchObject({
      code: 'OPENED_IN_WALLET',
      message: 'The user cancelled here: this page was opened in Solflare',
      context: { name: 'Solflare' },
    });
  });

  it('goes on if the page hides long after a tap that opened nothing', async () => {
    const page = setUp();
    const call = page.connect();
    const { onOpened, signal } = await page.next();
    onOpened('Phantom');
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 10_000);
    page.hide();
    page.show();
    expect(signal.aborted).toBe(false);
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
  });

  it.each([
    ['leads the whole tab elsewhere', () => ({}), ['Phantom', 'Solflare'], '_top'],
    ['has no links where that is forbidden', () => null, [], undefined],
    ['has none where Firefox forbids it', refuseTop, [], undefined],
  ])('in a frame, %s', async (_, open, names, target) => {
    const page = setUp({}, `${IPHONE} Instagram 370.0.0.0.0`);
    vi.stubGlobal('window', Object.assign(page.window, { top: {}, open }));
    const call = page.connect();
    const given = await page.next();
    expect(given.apps.map(({ name }) => name)).toEqual(names);
    expect(given.target).toBe(target);
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
  });

  it('goes on if the page hides without such a tap, or stays visible after one', async () => {
    const page = setUp();
    const call = page.connect();
    const { onOpened, signal } = await page.next();
    page.hide();
    page.show();
    onOpened('Phantom');
    expect(signal.aborted).toBe(false);
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
  });

  it.each([
    ['was tapped', 'Phantom', 'OPENED_IN_WALLET'],
    ['was not', undefined, 'USER_CANCELLED'],
  ] as const)('ends when the user leaves the page, if a link %s', async (_, name, code) => {
    const page = setUp();
    const call = page.connect();
    const { onOpened, signal } = await page.next();
    if (name) onOpened(name);
    page.leave();
    expect(signal.aborted).toBe(true);
    await expect(call).toRejectWith(code);
  });

  it('ends with its signal, and with a disconnect', async () => {
    const page = setUp();
    const controller = new AbortController();
    const call = page.transact(() => 'done', { signal: controller.signal });
    const { signal } = await page.next();
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    expect(signal.aborted).toBe(true);
    const other = page.connect();
    const shown = await page.next();
    await page.disconnect();
    await expect(other).toRejectWith('SESSION_CLOSED');
    expect(shown.signal.aborted).toBe(true);
  });

  it('counts as cancelled if the dapp’s own dialog fails', async () => {
    const error = new Error('of the dapp');
    const page = setUp({ dialogs: { openIn: () => Promise.reject(error) } });
    await expect(page.connect()).toRejectWith('USER_CANCELLED');
    expect(reported).toEqual([error]);
  });

  it('is refused if the dapp names no address', async () => {
    const page = setUp({ openIn: { getUrl: () => 'mailto:a@dapp.example' } });
    await expect(page.connect()).toRejectWith('INVALID_ARGUMENT');
    expect(page.shown).toEqual([]);
  });

  it('says nothing of a session to the dapp', async () => {
    const progress: string[] = [];
    const page = setUp({ onProgress: ({ state }) => progress.push(state) });
    const call = page.connect();
    await page.next();
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
    expect(progress).toEqual([]);
  });
});

describe('another wallet in the page', () => {
  const solana = (name: string, more: Partial<Wallet> = {}): Wallet => ({
    ...createOtherWallet(name),
    chains: ['solana:mainnet'],
    features: { 'standard:connect': {} },
    ...more,
  });
  const answer = (page: ReturnType<typeof setUp>, ...wallets: readonly Wallet[]): void =>
    page.window.addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<{ register(...all: readonly Wallet[]): void }>).detail.register(...wallets),
    );

  it('is named in place of the links, also if it came after registration', async () => {
    const page = setUp();
    answer(page, solana('EVM', { chains: ['eip155:1'] }), solana('Phantom'));
    const call = page.connect();
    expect(await page.next()).toMatchObject({ other: 'Phantom' });
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
  });

  it.each([
    ['cannot connect', solana('A', { features: {} })],
    ['is of another chain', solana('A', { chains: ['sui:mainnet'] })],
    ['is this one, or a copy of it', createMobileWallet({ identity, name: 'A' })],
    ['is the published wallet for phones', solana('Remote Mobile Wallet Adapter')],
    ['throws', { name: 'A' } as Wallet],
  ])('does not count if it %s', async (_, wallet) => {
    const page = setUp();
    answer(page, wallet);
    const call = page.connect();
    expect(await page.next()).not.toHaveProperty('other');
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
  });

  it('is that of a known browser, if it has not said so yet', async () => {
    const page = setUp();
    Object.assign(page.window, { solflare: { connect() {} } });
    const call = page.connect();
    expect(await page.next()).toMatchObject({ other: 'Solflare' });
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
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
    const page = setUp({}, userAgent);
    Object.assign(page.window, injected);
    const call = page.connect();
    const given = await page.next();
    expect(given).toMatchObject({ socialApp });
    const isAndroid = userAgent.includes('Android');
    expect(given.browserLink?.startsWith('intent://dapp.example/pay?id=1#step#Intent;')).toBe(
      isAndroid ? true : undefined,
    );
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
  });
});

describe('with a wallet on another device', () => {
  it('the same call goes on by a QR code, and later ones need no links', async () => {
    const scanner = await createScanner({ chains: ['solana:devnet'] });
    const { scan } = collectCodes(({ uri }) => scanner.scan(uri));
    const remote = { type: 'reflector', host: reflector.host, idleMs: 0 } as const;
    // This package's own dialog would need more of a page than there is.
    const page = setUp({ remote, dialogs: { scan, waiting() {} } });
    const call = page.connect();
    expect(await page.next()).toMatchObject({ choices: ['qr-code'] });
    page.choose('qr-code');
    const { accounts } = await call;
    expect(accounts).toHaveLength(1);
    await expect.poll(() => page.wallet.accounts.length).toBe(1);
    expect(await page.transact(async (wallet) => (await wallet.authorize({})).accounts.length)).toBe(1);
    expect(page.shown).toHaveLength(1);
    await scanner.leave();
  });
});

describe('where a session is possible', () => {
  const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
  const notFound = async () => {
    throw new MobileWalletError('WALLET_NOT_FOUND', 'none');
  };

  it('the links are one choice of the dialog about a wallet app that did not answer', async () => {
    const offered: unknown[] = [];
    const page = setUp(
      {
        launch: notFound,
        dialogs: {
          async notFound({ choices }) {
            offered.push(choices);
            return 'open-page';
          },
        },
      },
      PHONE,
    );
    const call = page.connect();
    const { onOpened } = await page.next();
    onOpened('Phantom');
    page.hide();
    await expect(call).toRejectWith('OPENED_IN_WALLET');
    expect(offered).toEqual([['try-again', 'open-page']]);
  });

  it('the links are one choice of the dialog about a browser that blocks the wallet app', async () => {
    const page = setUp({ dialogs: { blocked: async () => 'open-page' } }, PHONE);
    const status = Object.assign(new EventTarget(), { state: 'denied' });
    Object.assign(navigator, { permissions: { query: async () => status } });
    for (const choice of ['cancel', 'qr-code'] as const) {
      const call = page.connect();
      // Over a relay, nothing is blocked, so no QR code is offered here.
      expect(await page.next()).toMatchObject({ choices: [] });
      page.choose(choice);
      await expect(call).toRejectWith('USER_CANCELLED');
    }
  });

  it.each([
    ['opens it in a wallet app', 'OPENED_IN_WALLET'],
    ['closes the links', 'USER_CANCELLED'],
  ] as const)('a user who %s does not wait for a relay that is silent', async (_, code) => {
    const silent = await playReflector();
    const page = setUp(
      {
        remote: { type: 'reflector', host: silent.host },
        dialogs: {
          async blocked({ choices }) {
            expect(choices).toEqual(['relay', 'open-page']);
            return 'open-page';
          },
        },
      },
      PHONE,
    );
    const status = Object.assign(new EventTarget(), { state: 'denied' });
    Object.assign(navigator, { permissions: { query: async () => status } });
    const call = page.connect();
    const { onOpened } = await page.next();
    if (code === 'OPENED_IN_WALLET') {
      onOpened('Phantom');
      page.hide();
    } else page.choose('cancel');
    await expect(within(2_000, call, 'the call')).toRejectWith(code);
    silent.close();
  });

  it('no link is offered without the option, and the dialogs are what they were', async () => {
    const offered: unknown[] = [];
    const page = setUp(
      {
        openIn: false,
        launch: notFound,
        dialogs: {
          async notFound({ signal: _, ...options }) {
            offered.push(options);
            return 'cancel';
          },
        },
      },
      PHONE,
    );
    await expect(page.connect()).toRejectWith('WALLET_NOT_FOUND');
    expect(offered).toEqual([{ choices: ['try-again'], reason: 'no-answer', want: 'connect' }]);
    expect(page.shown).toEqual([]);
  });

  it('calls of a wallet that is registered there show none', async () => {
    const { connect, account } = await setUpConnected({}, { openIn: true });
    expect((await connect()).accounts).toEqual([account]);
  });
});
