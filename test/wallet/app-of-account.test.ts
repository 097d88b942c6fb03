import { describe, expect, it, vi } from 'vitest';
import type { MobileWalletOptions } from '../../src/index.js';
import {
  connectChosen,
  findSentOf,
  forgetRequests,
  getGrant,
  getSent,
  NAMING,
  type Page,
  type Setup,
  setUpApps,
} from '../support/apps.js';
import { createEvent } from '../support/event.js';
import { within } from '../support/patience.js';
import { createTabs } from '../support/tabs.js';

// The phone chooses the first app. Where a call goes to the second, the account is of that one.

/** Makes a call, and returns what the user met. */
const meet = (page: Page, call: (page: Page) => Promise<unknown>) => page.during(() => call(page));

/** The user requests the desktop site, which Chrome does by itself on some tablets. */
function requestDesktopSite() {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
  const userAgentData = { platform: 'Linux', brands: [{ brand: 'Chromium' }] };
  vi.stubGlobal('navigator', { ...navigator, platform: 'Linux armv81', userAgent, userAgentData });
}

/** As in a browser that would replace the page in place of opening an app by its package. */
function forbidPackages() {
  vi.stubGlobal('navigator', { ...navigator, userAgentData: undefined });
}

/** A page that is connected with the second app. */
async function connectSecond() {
  const setup = await connectChosen('app.second');
  const before = getGrant(setup);
  expect(before?.androidPackage).toBe('app.second');
  forgetRequests(setup);
  return { ...setup, before };
}

function expectNothingAt(app: 'app.first' | 'app.second', setup: Setup, of: ReturnType<typeof getGrant>) {
  expect(findSentOf(of, setup, app)).toEqual([]);
  const payloads = setup.phones[app].requests.map(({ params }) => params['sign_in_payload']);
  expect(JSON.stringify(payloads)).not.toContain(of?.accounts[0]?.address);
}

describe('a call for an account opens the app that gave it', () => {
  const places: readonly [where: string, change: () => void, options: Partial<MobileWalletOptions>][] = [
    ['on a desktop site', requestDesktopSite, {}],
    ['without dialogs', () => {}, { dialogs: false }],
    ['without dialogs on a desktop site', requestDesktopSite, { dialogs: false }],
    ['if the dapp no longer names it', () => {}, { walletApps: [], chooseApp: false }],
  ];
  it.each(
    places.flatMap(([where, change, options]) =>
      NAMING.map(([what, call, last]) => ({ where, what, change, options, call, last })),
    ),
  )('$where: $what', async ({ change, options, call, last }) => {
    const setup = await connectSecond();
    change();
    expect(await meet(setup.load(options), call)).toEqual([
      options.walletApps ? 'open app.second' : 'open second',
    ]);
    expect(getSent(setup, 'app.second').at(-1)).toBe(last);
    expectNothingAt('app.first', setup, setup.before);
    expect(setup.phones['app.first'].launches).toEqual([]);
  });

  it('and calls that name none do so, too', async () => {
    const setup = await connectSecond();
    requestDesktopSite();
    expect(await setup.load().signIn()).toEqual(['open second']);
    expect(await setup.load({ dialogs: false }).transact()).toEqual(['open second']);
    expect(getGrant(setup)?.androidPackage).toBe('app.second');
  });

  it('and the list is offered on a desktop site', async () => {
    const setup = await setUpApps({ chooseApp: true });
    requestDesktopSite();
    setup.answer.list = () => 'app.third';
    expect(await setup.load().connect()).toEqual(['list connect', 'open third']);
  });

  it('and without dialogs nothing is asked, whatever did not answer before', async () => {
    const setup = await connectSecond();
    setup.dead.add('app.second');
    setup.answer.notFound = () => 'cancel';
    expect((await setup.load().sign()).at(-1)).toBe('WALLET_NOT_FOUND');
    setup.dead.clear();
    expect(await setup.load({ dialogs: false }).sign()).toEqual(['open second']);
  });
});

describe('where no app can be opened by its package', () => {
  it.each(NAMING.slice(0, 3))('%s for an account of a chosen one opens none', async (_, call) => {
    const setup = await connectSecond();
    forbidPackages();
    expect(await meet(setup.load(), call)).toEqual(['ACCOUNT_NOT_AUTHORIZED']);
    expect(getGrant(setup)).toEqual(setup.before);
  });

  it('revoke opens none, says so, and forgets the accounts all the same', async () => {
    const setup = await connectSecond();
    forbidPackages();
    const page = setup.load();
    await expect(page.calls.revoke()).rejects.toThrow(/^Forgotten here, but not in the wallet app/);
    expect(setup.phones['app.first'].launches).toEqual([]);
    expect([getGrant(setup), page.wallet.accounts]).toEqual([undefined, []]);
  });

  it('a call that names no account goes to the phone’s app, without anything of the other', async () => {
    const setup = await connectSecond();
    forbidPackages();
    expect(await setup.load().signIn()).toEqual(['open']);
    expectNothingAt('app.first', setup, setup.before);
    expect(getGrant(setup)?.accounts).toMatchObject([{ address: setup.getAddress('app.first') }]);
  });
});

describe('two tabs', () => {
  /**
   * This tab has an open session with the second app. `takeOver` lets the user sign in with the phone's app
   * in another tab.
   */
  async function setUpTabs(approve: () => Promise<{ approved: boolean }> = async () => ({ approved: true })) {
    const setup = await setUpApps({ wallets: { 'app.second': { approve } } });
    const tabs = createTabs();
    const page = setup.load({ store: undefined, idleMs: 60_000, chooseApp: true });
    const other = setup.load({ store: undefined });
    setup.answer.list = () => 'app.second';
    await page.calls.connect();
    const takeOver = async (): Promise<void> => {
      setup.dead.add('app.second');
      setup.answer.list = () => 'system-app';
      await other.calls.signIn({});
      setup.dead.clear();
      forgetRequests(setup);
      setup.steps.length = 0;
      expect(page.getAccount().address).toBe(setup.getAddress('app.first'));
    };
    return { ...setup, tabs, page, takeOver };
  }

  it('the idle session of another app ends once the other tab’s write has arrived', async () => {
    const { page, tabs, takeOver, ...setup } = await setUpTabs();
    await takeOver();
    for (const [key, value] of tabs.entries) tabs.report(key, value);
    await within(1_000, setup.phones['app.second'].whenIdle(), 'the end of the session');
    await page.signAs(page.getAccount());
    expect(setup.steps).toEqual(['open']);
    await page.disconnect();
  });

  it.each(NAMING)('%s does not run in the idle session of another app, which ends', async (_, call, last) => {
    const { page, takeOver, ...setup } = await setUpTabs();
    await takeOver();
    await call(page);
    await setup.phones['app.second'].whenIdle();
    expect(setup.steps).toEqual(['open']);
    expect(getSent(setup, 'app.first').at(-1)).toBe(last);
    expect(setup.phones['app.second'].requests).toEqual([]);
    await page.disconnect();
  });

  it.each(NAMING)(
    '%s does not run in a busy one either, whose calls go on until they end',
    async (_, call) => {
      const { happen: ask, happened: asked } = createEvent();
      const { happen: decide, happened: decided } = createEvent();
      let isConnected = false;
      const { page, takeOver, ...setup } = await setUpTabs(async () => {
        if (isConnected) {
          ask();
          await decided;
        }
        isConnected = true;
        return { approved: true };
      });
      const signing = page.signAs(page.getAccount());
      await asked;
      await takeOver();
      const calling = call(page);
      if (call !== NAMING[3]?.[1]) {
        await calling;
        decide();
        expect(await signing).toHaveLength(1);
      } else {
        // The disconnect that follows ends all calls.
        await expect(signing).toRejectWith('SESSION_CLOSED');
        decide();
        await calling;
      }
      await setup.phones['app.second'].whenIdle();
      expect(setup.steps).toEqual(['open']);
      expect(setup.phones['app.second'].requests).toEqual([]);
      await page.disconnect();
    },
  );

  it('the session that brings the change serves the calls after it', async () => {
    const { page, ...setup } = await setUpTabs();
    await page.disconnect();
    setup.answer.list = () => 'system-app';
    await page.calls.connect();
    setup.phones['app.first'].leave();
    await setup.phones['app.first'].whenIdle();
    setup.dead.add('app.first');
    setup.answer.list = () => 'app.second';
    setup.steps.length = 0;
    await page.calls.signIn({});
    await page.signAs(page.getAccount());
    expect(setup.steps.filter((step) => step.startsWith('open'))).toEqual(['open', 'open second']);
    expect(page.getAccount().address).toBe(setup.getAddress('app.second'));
    await page.disconnect();
  });

  it.each([0, 2].flatMap((index) => NAMING.slice(index, index + 1)))(
    '%s for an account that another tab has just replaced is refused, before an event tells of it',
    async (_, call) => {
      const setup = await setUpApps({ chooseApp: true });
      const tabs = createTabs();
      setup.answer.list = () => 'app.second';
      await setup.load({ store: undefined }).calls.connect();
      const [key, text] = [...tabs.entries].find(([name]) => name.includes(':3:')) ?? ['', ''];
      tabs.entries.clear();
      await setup.load({ store: undefined, chooseApp: false }).calls.connect();
      const page = setup.load({ store: undefined });
      const account = page.getAccount();
      expect(account.address).toBe(setup.getAddress('app.first'));
      tabs.entries.set(key, text);
      forgetRequests(setup);
      const stale = { ...page, getAccount: () => account };
      await expect(call(stale)).toRejectWith('ACCOUNT_NOT_AUTHORIZED');
      expect(setup.phones['app.second'].requests).toEqual([]);
    },
  );
});
