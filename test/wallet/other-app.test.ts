import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { MobileWallet, MobileWalletOptions } from '../../src/index.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import type { AuthorizationStore } from '../../src/wallet/store.js';
import {
  connectFirst,
  findSentOf,
  forgetRequests,
  getGrant,
  getSent,
  type Page,
  type Setup,
  setUpApps,
} from '../support/apps.js';
import { createEvent } from '../support/event.js';
import { createTabs } from '../support/tabs.js';

/** Lets the phone's app die, and the user choose the second one in its place. */
function chooseSecond({ dead, answer }: Pick<Setup, 'dead' | 'answer'>) {
  dead.add('app.first');
  answer.list = () => 'app.second';
}

describe('a call that names no account goes on with the app that is chosen in its place', () => {
  it.each([
    ['a sign-in', (page: Page) => page.signIn()],
    [
      'a sign-in by an off-chain message',
      (page: Page) =>
        page.during(() => page.calls.signIn({ useOffchainMessage: { messageVersion: 1 } } as never)),
    ],
    ['transact', (page: Page) => page.transact()],
  ])('%s: nothing of the grant goes to it, and a fresh grant replaces it whole', async (_, call) => {
    const setup = await connectFirst();
    const before = getGrant(setup);
    expect(Object.keys(before?.byChain ?? {})).toHaveLength(2);
    expect(before?.formerTokens).toHaveLength(1);
    chooseSecond(setup);
    const [open, ...others] = await call(setup.page);
    expect(open).toBe('open link');
    expect(others.map((step) => step.split(' ')[0])).toEqual(['notFound', 'list', 'open']);
    expect(findSentOf(before, setup, 'app.second')).toEqual([]);
    expect(getSent(setup, 'app.second')[0]).toBe('authorize');
    const after = getGrant(setup);
    expect(after).toMatchObject({
      androidPackage: 'app.second',
      accounts: [{ address: setup.getAddress('app.second') }],
    });
    expect(Object.keys(after?.byChain ?? {})).toHaveLength(1);
    expect([after?.formerTokens, after?.baseUri]).toEqual([undefined, undefined]);
    expect(setup.changes.map(({ accounts }) => accounts?.map(({ address }) => address))).toEqual([
      [setup.getAddress('app.second')],
    ]);
    // What the first app gave is no longer known, so nothing of it can go to the second later.
    forgetRequests(setup);
    expect(await setup.page.revoke()).toEqual(['open second']);
    expect(findSentOf(before, setup, 'app.second')).toEqual([]);
  });

  it('and keeps the grant if the user declines there, of which the app’s capabilities are no part', async () => {
    const setup = await connectFirst({
      wallets: {
        'app.second': {
          approve: async () => ({ approved: false }),
          capabilities: { supportedTransactionVersions: ['legacy', 0, 1] },
        },
      },
    });
    const before = getGrant(setup);
    chooseSecond(setup);
    const met = await setup.page.signIn();
    expect(met.at(-1)).toBe('USER_REJECTED');
    expect(getGrant(setup)).toEqual(before);
    expect(setup.changes).toEqual([]);
    expect(findSentOf(before, setup, 'app.second')).toEqual([]);
    // Its calls open the app that gave it, and by its link, which was not tried again.
    setup.dead.clear();
    expect(await setup.page.sign()).toEqual(['open']);
    expect(getSent(setup, 'app.first')[0]).toBe('authorize token');
  });

  it('and asks the app that gave the grant for no new one if a callback asks the other app only what it can do', async () => {
    const setup = await connectFirst({
      wallets: { 'app.second': { capabilities: { supportedTransactionVersions: ['legacy'] } } },
    });
    const before = getGrant(setup);
    chooseSecond(setup);
    const { page } = setup;
    const ask = (wallet: MobileWallet) => wallet.getCapabilities();
    expect((await page.during(() => page.calls.transact(ask))).at(-1)).toBe('open second');
    expect(getGrant(setup)).toEqual(before);
  });

  it('and no token goes to it that a callback passes, neither before nor after the fresh authorization', async () => {
    const setup = await connectFirst();
    const before = getGrant(setup);
    const tokens = Object.values(before?.byChain ?? {}).flatMap(({ token }) => token ?? []);
    chooseSecond(setup);
    const { page } = setup;
    const codes: unknown[] = [];
    await page.during(() =>
      page.calls.transact(async (wallet) => {
        for (const auth_token of tokens) {
          await wallet.authorize({ auth_token }).catch(({ code }) => codes.push(code));
        }
        const addresses = [
          encodeBase64(
            Uint8Array.from((before?.accounts ?? []).flatMap(({ key }) => [...Buffer.from(key, 'base64')])),
          ),
        ];
        await wallet.authorize({ addresses });
        for (const auth_token of tokens) await wallet.deauthorize({ auth_token });
      }),
    );
    expect(codes).toEqual(['NOT_AUTHORIZED', 'NOT_AUTHORIZED']);
    expect(getSent(setup, 'app.second')).toEqual(['authorize']);
    expect(findSentOf(before, setup, 'app.second')).toEqual([]);
    expect(getGrant(setup)).toMatchObject({ androidPackage: 'app.second' });
  });

  it('and no account goes to it that a callback names, nor does it ask for one that it does not have', async () => {
    const setup = await connectFirst();
    const { page } = setup;
    const { address, publicKey } = page.getAccount();
    chooseSecond(setup);
    const codes: unknown[] = [];
    await page.during(() =>
      page.calls.transact(async (wallet) => {
        const key = Uint8Array.from(publicKey);
        for (const call of [
          wallet.authorize({ sign_in_payload: { address } }),
          wallet.signMessages({ addresses: [encodeBase64(key)], payloads: [key] }),
        ])
          await call.catch(({ code }) => codes.push(code));
      }),
    );
    expect(codes).toEqual(['ACCOUNT_NOT_AUTHORIZED', 'ACCOUNT_NOT_AUTHORIZED']);
    expect(getSent(setup, 'app.second')).toEqual([]);
  });

  it.each([
    ['approves', 'app.second'],
    ['declines', 'app.first'],
  ] as const)(
    'and refuses a call for an account of the other in its session, without a question, if the user %s',
    async (does, shown) => {
      const { happen, happened } = createEvent();
      const { happen: decide, happened: decided } = createEvent();
      const asked: string[] = [];
      const setup = await connectFirst({
        wallets: {
          'app.second': {
            async approve({ type }) {
              asked.push(type);
              happen();
              await decided;
              return { approved: does === 'approves' };
            },
          },
        },
      });
      const before = getGrant(setup);
      chooseSecond(setup);
      const { page } = setup;
      const account = page.getAccount();
      const met = page.signIn();
      await happened;
      const signing = expect(page.signAs(account)).toRejectWith('ACCOUNT_NOT_AUTHORIZED');
      const again = page.calls
        .transact((wallet) =>
          wallet.authorize({ addresses: [Buffer.from(account.publicKey).toString('base64')] }),
        )
        .then(
          ({ accounts }) => accounts.length,
          ({ code }) => code,
        );
      decide();
      await met;
      await signing;
      expect(await again).toBe(does === 'approves' ? 1 : 'USER_REJECTED');
      await setup.phones['app.second'].whenIdle();
      expect(findSentOf(before, setup, 'app.second')).toEqual([]);
      expect(asked.filter((type) => type !== 'sign-in')).toEqual(does === 'approves' ? [] : ['authorize']);
      expect(page.getAccount().address).toBe(setup.getAddress(shown));
    },
  );

  it('and refuses a sign-in as an account of the other there, which would tell that account', async () => {
    const { happen, happened } = createEvent();
    const { happen: decide, happened: decided } = createEvent();
    const setup = await connectFirst({
      wallets: {
        'app.second': {
          async approve() {
            happen();
            await decided;
            return { approved: false };
          },
        },
      },
    });
    const before = getGrant(setup);
    chooseSecond(setup);
    const { page } = setup;
    const { address } = page.getAccount();
    const met = page.signIn();
    await happened;
    const joined = expect(page.calls.signIn({ address })).toRejectWith('ACCOUNT_NOT_AUTHORIZED');
    decide();
    await met;
    await joined;
    await setup.phones['app.second'].whenIdle();
    expect(findSentOf(before, setup, 'app.second')).toEqual([]);
    expect(page.getAccount().address).toBe(setup.getAddress('app.first'));
  });

  it('and serves no later call if the user has declined there, also within the idle time', async () => {
    const setup = await connectFirst({
      wallets: { 'app.second': { approve: async () => ({ approved: false }) } },
    });
    chooseSecond(setup);
    const page = setup.load({ idleMs: 60_000 });
    await expect(page.calls.signIn({})).toRejectWith('USER_REJECTED');
    await setup.phones['app.second'].whenIdle();
    setup.dead.clear();
    setup.steps.length = 0;
    await page.signAs(page.getAccount());
    expect(setup.steps).toEqual(['open']);
    await page.disconnect();
  });

  it('and a disconnect meanwhile deauthorizes nothing there', async () => {
    const { happen, happened } = createEvent();
    const setup = await connectFirst({
      wallets: {
        'app.second': {
          approve: () => {
            happen();
            return new Promise(() => {});
          },
        },
      },
    });
    const before = getGrant(setup);
    chooseSecond(setup);
    const { page } = setup;
    const met = page.during(() => page.calls.signIn({}));
    await happened;
    await page.disconnect();
    expect((await met).at(-1)).toBe('SESSION_CLOSED');
    expect(findSentOf(before, setup, 'app.second')).toEqual([]);
    expect(getSent(setup, 'app.second')).toEqual(['authorize']);
  });

  it('and “Let the phone choose” keeps the same from the app that the phone chooses', async () => {
    const setup = await setUpApps({ wallets: { 'app.second': { walletUriBase: 'https://second.example' } } });
    chooseSecond(setup);
    const page = setup.load();
    await page.connect();
    await page.signIn();
    const before = getGrant(setup);
    expect(before?.formerTokens).toHaveLength(1);
    setup.dead.add('app.second');
    setup.dead.delete('app.first');
    setup.answer.list = () => 'system-app';
    forgetRequests(setup);
    expect(await page.signIn()).toEqual([
      'open second',
      'notFound try-again other-app',
      'list sign-in',
      'open',
    ]);
    expect(setup.listed.at(-1)).toMatchObject({
      apps: ['first', '*second', 'third'],
      choices: ['system-app'],
    });
    expect(findSentOf(before, setup, 'app.first')).toEqual([]);
    expect(getGrant(setup)?.androidPackage).toBe(undefined);
    await page.disconnect();
    expect(await page.connect()).toEqual(['open']);
  });
});

it('a chosen app’s own link is used neither for it nor for the app that the phone chooses in its place', async () => {
  const setup = await setUpApps({ wallets: { 'app.second': { walletUriBase: 'https://second.example' } } });
  chooseSecond(setup);
  const page = setup.load();
  await page.connect();
  await page.signIn();
  const before = getGrant(setup);
  expect(before?.baseUri).toBe('https://second.example');
  setup.dead.add('app.second');
  setup.answer.notFound = () => 'cancel';
  expect((await page.signIn())[0]).toBe('open second');
  setup.dead.clear();
  setup.answer.list = () => 'system-app';
  forgetRequests(setup);
  expect(await page.signIn()).toEqual(['list sign-in', 'open']);
  expect(findSentOf(before, setup, 'app.first')).toEqual([]);
  // The next grant is of the phone's choice, which may have a link of its own.
  expect(getGrant(setup)).toMatchObject({ accounts: [{ address: setup.getAddress('app.first') }] });
});

describe('a call that names an account ends where another app is chosen, and the page disconnects', () => {
  it.each([
    ['a signature', (page: Page) => page.sign()],
    ['a sign-in', (page: Page) => page.signInAs()],
    ['transact', (page: Page) => page.transactAs()],
    ['revoke', (page: Page) => page.revoke()],
  ])('%s: the next connect opens the chosen app', async (_, call) => {
    const setup = await connectFirst({ chooseApp: true }, '');
    chooseSecond(setup);
    const { page } = setup;
    const met = await call(page);
    expect([met[0], met[1], met.at(-1)]).toEqual(['open', 'notFound try-again change-app', 'USER_CANCELLED']);
    expect(setup.listed.at(-1)).toMatchObject({ facts: ['change-app'] });
    expect(setup.changes).toMatchObject([{ accounts: [] }]);
    expect(getGrant(setup)).toBe(undefined);
    expect(setup.phones['app.second'].launches).toEqual([]);
    expect(await page.connect()).toEqual(['open second']);
    expect(getSent(setup, 'app.second')[0]).toBe('authorize');
    // The choice is used, so the next first connect shows the list again.
    await page.disconnect();
    expect(await page.connect()).toEqual(['list connect', 'open second']);
  });

  it('unless the same app is chosen again, which is opened again', async () => {
    const setup = await setUpApps();
    chooseSecond(setup);
    const page = setup.load();
    await page.connect();
    setup.dead.add('app.second');
    setup.changes.length = 0;
    setup.answer.list = () => {
      setup.dead.clear();
      return 'app.second';
    };
    expect(await page.sign()).toEqual([
      'open second',
      'notFound try-again change-app',
      'list signature',
      'open second',
    ]);
    expect(setup.listed.at(-1)).toMatchObject({ facts: ['change-app', 'failed'] });
    expect(setup.changes).toEqual([]);
  });

  it('and nothing changes if none is chosen', async () => {
    const setup = await connectFirst({}, '');
    const before = new Map(setup.store.entries);
    chooseSecond(setup);
    setup.answer.list = () => 'cancel';
    expect((await setup.page.sign()).at(-1)).toBe('WALLET_NOT_FOUND');
    expect(setup.store.entries).toEqual(before);
    expect(setup.changes).toEqual([]);
  });

  it('also a call that names none, if it shares the session with one that does', async () => {
    const setup = await connectFirst({}, '');
    chooseSecond(setup);
    const { page } = setup;
    const { signIn } = page.calls;
    const ends: string[] = [];
    const note = (call: Promise<unknown>) => call.catch(({ code }) => void ends.push(code));
    const met = await page.during(() =>
      Promise.all([note(signIn({})), note(page.signAs(page.getAccount()))]),
    );
    expect(met).toEqual(['open', 'notFound try-again change-app', 'list signature']);
    expect(ends).toEqual(['USER_CANCELLED', 'USER_CANCELLED']);
    expect(setup.changes).toMatchObject([{ accounts: [] }]);
  });

  it('is told so if it comes while the list is open', async () => {
    const setup = await connectFirst({}, '');
    chooseSecond(setup);
    const { page } = setup;
    let signing: Promise<unknown> | undefined;
    setup.answer.list = () => {
      signing ??= page.signAs(page.getAccount()).catch(({ code }) => code);
      return 'app.second';
    };
    const met = await page.signIn();
    expect(met.slice(2)).toEqual(['list sign-in', 'list signature', 'USER_CANCELLED']);
    expect(setup.listed.map(({ facts }) => facts)).toEqual([['other-app'], ['change-app']]);
    expect(await signing).toBe('USER_CANCELLED');
  });
});

describe('the list', () => {
  it('is shown before the first connect with `chooseApp`, and not while a grant is shown', async () => {
    const setup = await setUpApps({ chooseApp: true });
    setup.answer.list = () => 'app.third';
    const page = setup.load();
    expect(await page.connect()).toEqual(['list connect', 'open third']);
    expect(setup.listed).toEqual([
      { apps: ['first', 'second', 'third'], choices: ['system-app'], facts: ['other-app'] },
    ]);
    expect(await page.connect()).toEqual([]);
    expect(await page.signIn()).toEqual(['open third']);
  });

  it('is shown after a tap alone', async () => {
    const setup = await setUpApps({ chooseApp: true });
    const page = setup.load();
    setup.userActivation.isActive = setup.userActivation.hasBeenActive = false;
    expect(await page.connect()).toEqual(['USER_GESTURE_REQUIRED']);
    expect(await page.during(() => page.calls.connect({ silent: true }))).toEqual([]);
  });

  it('is not shown without dialogs, without a package, or where no app can be opened by one', async () => {
    const { load } = await setUpApps({ chooseApp: true });
    const connect = async (options: Parameters<typeof load>[0]) => {
      const page = load(options);
      const met = await page.connect();
      await page.disconnect();
      return met;
    };
    const walletApps = [{ name: 'Own', getLink: () => 'https://wallet.example' }];
    expect(await connect({})).toEqual(['list connect', 'USER_CANCELLED']);
    expect(await connect({ dialogs: false })).toEqual(['open']);
    expect(await connect({ walletApps })).toEqual(['open']);
    vi.stubGlobal('navigator', { ...navigator, userAgentData: undefined });
    expect(await connect({})).toEqual(['open']);
  });

  it('ends with its call, and with a disconnect', async () => {
    const setup = await setUpApps({ chooseApp: true });
    const page = setup.load();
    const controller = new AbortController();
    const wait = () => new Promise<never>(() => {});
    setup.answer.list = () => {
      controller.abort(new Error('of the dapp'));
      return wait();
    };
    const { signal } = controller;
    const aborted = await page.during(() => page.calls.transact(() => {}, { signal }));
    expect(aborted).toEqual(['list other', 'Error: of the dapp']);
    setup.answer.list = () => {
      void page.disconnect();
      return wait();
    };
    expect(await page.connect()).toEqual(['list connect', 'SESSION_CLOSED']);
    expect(setup.store.entries.size).toBe(0);
  });

  it('rejects a first connect if an option for it is wrong, and opens nothing in its place', async () => {
    vi.stubGlobal('reportError', () => {});
    const { load } = await setUpApps();
    expect(await load({ chooseApp: 'yes' as never }).connect()).toEqual(['INVALID_ARGUMENT']);
    expect(await load({ chooseApp: true, walletApps: {} as never }).connect()).toEqual(['INVALID_ARGUMENT']);
    expect(await load({ walletApps: {} as never }).connect()).toEqual(['open']);
  });

  it('is not offered while a callback runs, because it may have sent something', async () => {
    const setup = await connectFirst({}, '');
    const { page } = setup;
    setup.answer.notFound = () => 'cancel';
    const met = await page.during(() =>
      page.calls.transact(async (wallet) => {
        await wallet.authorize();
        setup.phones['app.first'].leave();
        await setup.phones['app.first'].whenIdle();
        setup.dead.add('app.first');
        await page.calls.signIn({});
      }),
    );
    expect(met.slice(0, 3)).toEqual(['open', 'open', 'notFound try-again']);
  });

  it.each<[what: string, store: AuthorizationStore]>([
    ['keeps nothing', { get: () => null, set: () => {}, delete: () => {} }],
    [
      'is blocked',
      {
        get: () => {
          throw new Error('blocked');
        },
        set: () => {
          throw new Error('blocked');
        },
        delete: () => {
          throw new Error('blocked');
        },
      },
    ],
  ])('has its effect on a page whose store %s', async (_, store) => {
    const setup = await setUpApps({ store });
    chooseSecond(setup);
    const page = setup.load();
    await page.connect();
    expect(await page.sign()).toEqual(['open second']);
    await page.disconnect();
    expect(await page.connect()).toEqual(['open second']);
    setup.dead.add('app.second');
    setup.answer.list = () => 'app.third';
    await page.sign();
    expect(await page.connect()).toEqual(['open third']);
  });
});

it('a change in one tab ends the calls of another, which leaves the new grant alone', async () => {
  const setup = await setUpApps();
  const { entries } = createTabs();
  const [page, other] = [setup.load({ store: undefined }), setup.load({ store: undefined })];
  await page.connect();
  const { happen, happened } = createEvent<MobileWallet>();
  const pending = page.calls.transact(async (wallet) => {
    await wallet.authorize();
    happen(wallet);
    await new Promise(() => {});
  });
  const ended = expect(pending).toRejectWith('SESSION_CLOSED');
  const wallet = await happened;
  chooseSecond(setup);
  expect((await other.sign()).slice(2)).toEqual(['list signature', 'USER_CANCELLED']);
  await ended;
  forgetRequests(setup);
  await expect(wallet.authorize()).toRejectWith('SESSION_CLOSED');
  expect(await other.connect()).toEqual(['open second']);
  expect(getSent(setup, 'app.first')).toEqual([]);
  expect(getGrant({ store: { entries } })).toMatchObject({ androidPackage: 'app.second' });
  // Both shown now, and opened by, the second app.
  expect(page.getAccount().address).toBe(setup.getAddress('app.second'));
  expect(await page.sign()).toEqual(['open second']);
});

it('a user who is back has more time to choose another app than a return has until it counts as a cancel', async () => {
  const { happen: offer, happened: offered } = createEvent<() => void>();
  const setup = await setUpApps({
    async launch(uri, { signal, app }) {
      setup.steps.push(['open', app?.name].filter(Boolean).join(' '));
      if (app) await setup.phones['app.second'].launch(uri, { signal });
      else void setup.tab.visitAnother();
    },
    dial: (...params) =>
      setup.steps.includes('open second')
        ? setup.phones['app.second'].dial(...params)
        : new Promise(() => {}),
  });
  const dialogs: MobileWalletOptions['dialogs'] = {
    ...(setup.settings.dialogs || {}),
    waiting: ({ otherApp }) => void (otherApp && offer(otherApp.press)),
  };
  setup.answer.list = () => 'app.second';
  const connecting = setup.load({ dialogs }).connect();
  const press = await offered;
  // A cancel comes two seconds after the return, and the dialog half a second after it.
  await Promise.race([connecting, delay(2_500)]);
  press();
  expect(await connecting).toEqual(['open', 'list connect', 'open second']);
});

it('a chosen app that the user leaves for another counts as one that did not answer', async () => {
  const { happen: offer, happened: offered } = createEvent<() => void>();
  const setup = await setUpApps({
    chooseApp: true,
    async launch(uri, { signal, app }) {
      setup.steps.push(`open ${app?.name}`);
      if (app?.name === 'first') await setup.phones['app.first'].launch(uri, { signal });
      else void setup.tab.visitAnother();
    },
    dial: (...params) =>
      setup.steps.includes('open first') ? setup.phones['app.first'].dial(...params) : new Promise(() => {}),
  });
  const dialogs: MobileWalletOptions['dialogs'] = {
    ...(setup.settings.dialogs || {}),
    waiting: ({ otherApp }) => void (otherApp && offer(otherApp.press)),
  };
  const picks = ['app.second', 'app.first'] as const;
  setup.answer.list = () => picks[setup.listed.length - 1] ?? 'cancel';
  const connecting = setup.load({ dialogs }).connect();
  (await offered)();
  expect(await connecting).toEqual(['list connect', 'open second', 'list connect', 'open first']);
  expect(setup.listed.at(-1)?.facts).toEqual(['other-app', 'failed']);
});

it('the page is watched no longer than until the app has answered', async () => {
  const setup = await setUpApps({ chooseApp: true });
  setup.answer.list = () => 'app.second';
  const page = setup.load();
  await page.connect();
  const count = (): number => getEventListeners(document, 'visibilitychange').length;
  const before = count();
  for (let calls = 0; calls < 2; calls++) await page.sign();
  expect(count()).toBe(before);
});
