import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMobileWallet, type DialogChoice, type MobileWalletOptions } from '../../src/index.js';
import { parseAssociationUri } from '../../src/protocol/association.js';
import { MobileWalletError } from '../../src/util/errors.js';
import type { Dialogs } from '../../src/wallet/options.js';
import { createScanner, START_REMOTE } from '../support/remote.js';
import { createSettings } from '../support/wallet.js';
import { openAndroidPage } from '../support/ways.js';

const RELAY_KEY = 'mobile-wallet-standard:relay';

/** What a test may do to a call while it opens the wallet app. */
type Page = Readonly<{ disconnect: () => void; abort: () => void }>;

/** Returns a launch that fails. */
const fail = (code: 'WALLET_ERROR' | 'WALLET_NOT_FOUND' | 'SESSION_CLOSED') => () =>
  Promise.reject(Object.assign(new Error(code), { name: 'MobileWalletError', code, context: {} }));

/**
 * A page on an Android phone with a wallet app, in a browser that may block loopback. `answers` are the
 * user's, by dialog. The app can be opened by any link, but one for loopback only if `isInstalled`. If
 * `isSilent`, the browser blocks loopback without saying so, and the user returns.
 */
async function setUp(
  type: keyof typeof START_REMOTE,
  answers: Partial<Record<'blocked' | 'notFound', DialogChoice>> = {},
) {
  const page = openAndroidPage();
  const browser = { permission: 'denied' as PermissionState, isInstalled: true, isSilent: false };
  const query = async () => Object.assign(new EventTarget(), { state: browser.permission });
  Object.assign(navigator, { permissions: { query } });
  const scanner = await createScanner();
  onTestFinished(scanner.leave);
  /** What the user met, in order: dialogs, and wallet apps by the type of their association. */
  const steps: string[] = [];
  const note =
    (dialog: 'blocked' | 'notFound') =>
    async ({ choices }: Readonly<{ choices: readonly DialogChoice[] }>) => {
      steps.push([dialog, ...choices].join(' '));
      return answers[dialog] ?? 'cancel';
    };
  const settings = {
    ...createSettings(),
    remote: await START_REMOTE[type](),
    dialogs: {
      blocked: note('blocked'),
      notFound: note('notFound'),
      scan: ({ cancel }) => {
        steps.push('scan');
        cancel();
      },
      waiting: () => {},
    } satisfies Dialogs,
    async launch(uri: string) {
      const { type: kind } = parseAssociationUri(uri).association;
      steps.push(kind);
      if (kind === 'local' && !browser.isInstalled) throw new MobileWalletError('WALLET_NOT_FOUND', 'none');
      if (kind === 'local' && browser.isSilent) {
        return page.visitAnother();
      }
      if (kind !== 'local' || browser.permission !== 'denied') await scanner.scan(uri);
    },
  };
  /** Loads the page. Its functions return the steps of the call. */
  const load = (given: MobileWalletOptions = settings) => {
    const { features, accounts } = createMobileWallet(given);
    const during = async (call: () => Promise<unknown>): Promise<readonly string[]> => {
      steps.length = 0;
      await call().catch((error) => steps.push(error.code));
      return [...steps];
    };
    return {
      connect: () => during(() => features['standard:connect'].connect()),
      sign: () =>
        during(async () => {
          const [account] = accounts;
          if (!account) throw new Error('not connected');
          return features['solana:signMessage'].signMessage({ account, message: new Uint8Array(3) });
        }),
      transact: (signal: AbortSignal) =>
        during(() => features['mobile-wallet-standard:transact'].transact(() => {}, { signal })),
      disconnect: features['standard:disconnect'].disconnect,
    };
  };
  return { browser, store: settings.store, scanner, settings, load };
}

describe.each([
  ['reflector', 'remote'],
  ['nostr', 'local-nostr'],
] as const)('over a %s', (type, link) => {
  it('the wallet app is opened where the permission is denied, and again without a question', async () => {
    const { browser, load, scanner } = await setUp(type, { blocked: 'relay' });
    expect(await load().connect()).toEqual(['blocked relay', link]);
    const { sign, connect, disconnect } = load();
    scanner.requests.length = 0;
    expect(await sign()).toEqual([link]);
    const authorize = scanner.requests.find(({ method }) => method === 'authorize');
    expect('auth_token' in (authorize?.params ?? {})).toBe(type === 'nostr');
    await disconnect();
    expect(await connect()).toEqual([link]);
    browser.permission = 'granted';
    expect(await load().sign()).toEqual(['local']);
  });

  it('an app that did not answer is opened, and again for a day', async () => {
    const { browser, load, store } = await setUp(type, { notFound: 'relay' });
    Object.assign(browser, { permission: 'granted', isInstalled: false });
    expect(await load().connect()).toEqual(['local', 'notFound try-again relay qr-code', link]);
    expect(await load().sign()).toEqual([link]);
    browser.isInstalled = true;
    for (const [key, entry] of store.entries) {
      store.set(
        key,
        entry.replace(/^\d+(?= )/, (time) => String(Number(time) - 86_400_000)),
      );
    }
    expect(await load().sign()).toEqual(['local']);
  });
});

it.each<[what: string, blocked: DialogChoice]>([
  ['the user closes the dialog', 'cancel'],
  ['the dapp’s own dialog resolves with what it was not offered', 'open-page'],
])('the error stays if %s, and nothing is opened or remembered', async (_, blocked) => {
  const { load, store } = await setUp('reflector', { blocked });
  for (let visit = 0; visit < 2; visit++) {
    expect(await load().connect()).toEqual(['blocked relay', 'LOOPBACK_BLOCKED']);
  }
  expect([...store.entries]).toEqual([]);
});

describe('a user who returns from the wallet app before it has answered', () => {
  it('is offered the relay, unless loopback has worked before', async () => {
    const { browser, load } = await setUp('nostr', { notFound: 'relay' });
    Object.assign(browser, { permission: 'granted', isSilent: true });
    expect(await load().connect()).toEqual(['local', 'notFound try-again relay qr-code', 'local-nostr']);
    const { load: loadOther, browser: other } = await setUp('nostr');
    other.permission = 'granted';
    expect(await loadOther().connect()).toEqual(['local']);
    other.isSilent = true;
    expect(await loadOther().sign()).toEqual(['local', 'USER_CANCELLED']);
  });
});

it('a relay that is down does not keep the next call from the app on loopback', async () => {
  const { browser, load, settings, store } = await setUp('reflector');
  browser.permission = 'granted';
  await load().connect();
  const down = { type: 'reflector', host: '127.0.0.1:9' } as const;
  store.set(RELAY_KEY, `${Date.now()} ${down.host}`);
  expect(await load({ ...settings, remote: down }).sign()).toEqual(['SESSION_CLOSED']);
  expect(await load({ ...settings, remote: down }).sign()).toEqual(['local']);
});

it('another relay of the dapp does not take over what was chosen for one', async () => {
  const { browser, load, settings } = await setUp('nostr', { notFound: 'relay' });
  Object.assign(browser, { permission: 'granted', isInstalled: false });
  await load().connect();
  browser.isInstalled = true;
  expect(await load({ ...settings, remote: await START_REMOTE.nostr() }).sign()).toEqual(['local']);
  expect(await load({ ...settings, remote: await START_REMOTE.reflector() }).sign()).toEqual(['local']);
  expect(await load().sign()).toEqual(['local-nostr']);
});

describe('the relay stays chosen after', () => {
  it.each<[what: string, code: string, change: (page: Page) => Partial<MobileWalletOptions>]>([
    [
      'a call without a tap',
      'USER_GESTURE_REQUIRED',
      () => {
        Object.assign(navigator, { userActivation: { isActive: false, hasBeenActive: false } });
        return { launch: undefined as unknown as MobileWalletOptions['launch'] & {} };
      },
    ],
    ['a launch that throws', 'WALLET_ERROR', () => ({ launch: fail('WALLET_ERROR') })],
    ['a launch that finds no app', 'WALLET_NOT_FOUND', () => ({ launch: fail('WALLET_NOT_FOUND') })],
    [
      'a launch that says that the session was closed',
      'SESSION_CLOSED',
      () => ({ launch: fail('SESSION_CLOSED') }),
    ],
    [
      'a browser without WebSockets',
      'INVALID_ARGUMENT',
      () => {
        vi.stubGlobal('WebSocket', undefined);
        return {};
      },
    ],
    ['a disconnect', 'SESSION_CLOSED', ({ disconnect }) => ({ launch: disconnect })],
    ['an abort', 'SESSION_TIMEOUT', ({ abort }) => ({ launch: abort })],
  ])('%s', async (_, code, change) => {
    const { browser, load, settings, store } = await setUp('nostr', { notFound: 'relay' });
    Object.assign(browser, { permission: 'granted', isInstalled: false });
    await load().connect();
    const before = store.get(RELAY_KEY);
    expect(before).toMatch(/^\d+ /);
    const controller = new AbortController();
    const abort = (): void => controller.abort(new MobileWalletError('SESSION_TIMEOUT', 'too late'));
    const changed: Partial<MobileWalletOptions> = change({
      abort,
      disconnect: () => void wallet.disconnect(),
    });
    const wallet = load({
      ...settings,
      dialogs: { ...settings.dialogs, notFound: async () => 'cancel' },
      ...changed,
    });
    expect(await wallet.transact(controller.signal)).toContain(code);
    expect(store.get(RELAY_KEY)).toBe(before);
  });
});

it('a relay that is down is told after the user has agreed, and a refused launch in the other dialog', async () => {
  const { load, settings } = await setUp('reflector', { blocked: 'relay' });
  const down = { type: 'reflector', host: '127.0.0.1:9' } as const;
  expect(await load({ ...settings, remote: down }).connect()).toEqual(['blocked relay', 'SESSION_CLOSED']);
  const launch = () => Promise.reject(new MobileWalletError('WALLET_NOT_FOUND', 'none'));
  expect(await load({ ...settings, launch }).connect()).toEqual([
    'blocked relay',
    'notFound try-again qr-code',
    'WALLET_NOT_FOUND',
  ]);
});
