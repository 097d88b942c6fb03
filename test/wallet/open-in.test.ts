import { afterAll, describe, expect, it, vi } from 'vitest';
import { createReflector } from '../../mock/src/sockets/reflector.js';
import { MobileWalletError } from '../../src/util/errors.js';
import type { Dialogs } from '../../src/wallet/options.js';
import { type LinksPage, setUpLinks } from '../support/open-in.js';
import { within } from '../support/patience.js';
import { playReflector } from '../support/reflector.js';
import { collectReports } from '../support/rejections.js';
import { collectCodes, createScanner } from '../support/remote.js';
import { setUpConnected } from '../support/wallet.js';

const reflector = await createReflector();
afterAll(reflector.close);

const reported = collectReports();

describe('a call where no session is possible', () => {
  it.each<[what: string, makeCall: (page: LinksPage) => Promise<unknown>]>([
    ['connect', ({ connect }) => connect()],
    ['signIn', ({ signIn }) => signIn({})],
    ['transact', ({ transact }) => transact(() => 'done')],
  ])('shows links to wallet apps, and rejects when the user cancels: %s', async (_, makeCall) => {
    const page = setUpLinks();
    const { url, apps, ...others } = await page.look(() => makeCall(page));
    expect(url).toBe('https://dapp.example/pay?id=1#step');
    expect(apps.map(({ name }) => name)).toEqual(['Phantom', 'Solflare']);
    expect(Object.keys(others).sort()).toEqual(['choices', 'onOpened', 'signal']);
    await page.look(() => makeCall(page));
  });

  it('shows nothing if it is silent, or does not follow from a tap', async () => {
    const page = setUpLinks();
    expect(await page.connect({ silent: true })).toEqual({ accounts: [] });
    Object.assign(navigator, { userActivation: { isActive: false, hasBeenActive: false } });
    await expect(page.connect()).toRejectWith('USER_GESTURE_REQUIRED');
    expect(page.shown).toEqual([]);
  });

  it('shares the dialog with other calls at the same time', async () => {
    const page = setUpLinks();
    const calls = [page.connect(), page.signIn({}), page.transact(() => 'done')];
    const { onOpened } = await page.next();
    onOpened('Phantom');
    page.hide();
    for (const call of calls) await expect(call).toRejectWith('OPENED_IN_WALLET');
    expect(page.shown).toHaveLength(1);
  });

  it('rejects with the wallet app’s name once the page hides after a tap on its link', async () => {
    const page = setUpLinks();
    const call = page.connect();
    const { onOpened, signal } = await page.next();
    onOpened('Solflare');
    // The browser may still ask whether to open the app.
    page.show();
    expect(signal.aborted).toBe(false);
    page.hide();
    expect(signal.aborted).toBe(true);
    await expect(call).toRejectWith(
      'OPENED_IN_WALLET',
      { name: 'Solflare' },
      'The user cancelled here: this page was opened in Solflare',
    );
  });

  it.each<[what: string, happen: (page: LinksPage, open: () => void) => void]>([
    [
      'the page hides long after a tap that opened nothing',
      (page, open) => {
        open();
        const now = performance.now();
        vi.spyOn(performance, 'now').mockImplementation(() => now + 10_000);
        page.hide();
        page.show();
      },
    ],
    [
      'the page hides without such a tap, or stays visible after one',
      (page, open) => {
        page.hide();
        page.show();
        open();
      },
    ],
  ])('goes on if %s', async (_, happen) => {
    const page = setUpLinks();
    const call = page.connect();
    const { onOpened, signal } = await page.next();
    happen(page, () => onOpened('Phantom'));
    expect(signal.aborted).toBe(false);
    page.choose('cancel');
    await expect(call).toRejectWith('USER_CANCELLED');
  });

  it.each([
    ['was tapped', 'Phantom', 'OPENED_IN_WALLET'],
    ['was not', undefined, 'USER_CANCELLED'],
  ] as const)('ends when the user leaves the page, if a link %s', async (_, name, code) => {
    const page = setUpLinks();
    const call = page.connect();
    const { onOpened, signal } = await page.next();
    if (name) onOpened(name);
    page.leave();
    expect(signal.aborted).toBe(true);
    await expect(call).toRejectWith(code);
  });

  it('ends with its signal, and with a disconnect', async () => {
    const page = setUpLinks();
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
    const page = setUpLinks({ dialogs: { openIn: () => Promise.reject(error) } });
    await expect(page.connect()).toRejectWith('USER_CANCELLED');
    expect(reported).toEqual([error]);
  });

  it('is refused if the dapp names no address', async () => {
    const page = setUpLinks({ openIn: { getUrl: () => 'mailto:a@dapp.example' } });
    await expect(page.connect()).toRejectWith('INVALID_ARGUMENT');
    expect(page.shown).toEqual([]);
  });

  it('says nothing of a session to the dapp', async () => {
    const progress: string[] = [];
    await setUpLinks({ onProgress: ({ state }) => progress.push(state) }).look();
    expect(progress).toEqual([]);
  });
});

it('with a wallet on another device, the same call goes on by a QR code, and later ones need no links', async () => {
  const scanner = await createScanner({ chains: ['solana:devnet'] });
  const { scan } = collectCodes(({ uri }) => scanner.scan(uri));
  const remote = { type: 'reflector', host: reflector.host, idleMs: 0 } as const;
  // This package's own dialog would need more of a page than there is.
  const page = setUpLinks({ remote, dialogs: { scan, waiting() {} } });
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

describe('where a session is possible', () => {
  const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
  const launch = () => Promise.reject(new MobileWalletError('WALLET_NOT_FOUND', 'none'));

  /** Opens a page in a browser that blocks loopback. */
  function setUpBlocked(blocked: NonNullable<Dialogs['blocked']>, remote?: string) {
    const page = setUpLinks(
      { ...(remote && { remote: { type: 'reflector', host: remote } }), dialogs: { blocked } },
      PHONE,
    );
    const status = Object.assign(new EventTarget(), { state: 'denied' });
    Object.assign(navigator, { permissions: { query: async () => status } });
    return page;
  }

  it('the links are one choice of the dialog about a wallet app that did not answer', async () => {
    const offered: unknown[] = [];
    const notFound: Dialogs['notFound'] = async ({ choices }) => {
      offered.push(choices);
      return 'open-page';
    };
    const page = setUpLinks({ launch, dialogs: { notFound } }, PHONE);
    const call = page.connect();
    const { onOpened } = await page.next();
    onOpened('Phantom');
    page.hide();
    await expect(call).toRejectWith('OPENED_IN_WALLET');
    expect(offered).toEqual([['try-again', 'open-page']]);
  });

  it('the links are one choice of the dialog about a browser that blocks the wallet app', async () => {
    const page = setUpBlocked(async () => 'open-page');
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
    const page = setUpBlocked(async ({ choices }) => {
      expect(choices).toEqual(['relay', 'open-page']);
      return 'open-page';
    }, silent.host);
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
    const notFound: Dialogs['notFound'] = async ({ signal: _, ...options }) => {
      offered.push(options);
      return 'cancel';
    };
    const page = setUpLinks({ openIn: false, launch, dialogs: { notFound } }, PHONE);
    await expect(page.connect()).toRejectWith('WALLET_NOT_FOUND');
    expect(offered).toEqual([{ choices: ['try-again'], reason: 'no-answer', want: 'connect' }]);
    expect(page.shown).toEqual([]);
  });

  it('calls of a wallet that is registered there show none', async () => {
    const { connect, account } = await setUpConnected({}, { openIn: true });
    expect((await connect()).accounts).toEqual([account]);
  });
});
