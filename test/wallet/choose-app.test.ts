import { describe, expect, it, vi } from 'vitest';
import type { AppChoice } from '../../src/index.js';
import { MobileWalletError } from '../../src/util/errors.js';
import {
  type App,
  type Chosen,
  connectChosen,
  connectFirst,
  forgetRequests,
  getGrant,
  getSent,
  inTurn,
  type Page,
  type Setup,
  setUpApps,
} from '../support/apps.js';

const ENTRY = 'mobile-wallet-standard:app';

const THIRD = [{ name: 'third', androidPackage: 'app.third' }];

describe('which app is opened, and what is sent to it first', () => {
  it.each<
    [state: string, choices: readonly Chosen[], walletApps: typeof THIRD | undefined, step: string, app: App]
  >([
    ['nothing is known', [], undefined, 'open', 'app.first'],
    [
      'a choice is remembered from before a disconnect',
      ['app.second'],
      undefined,
      'open second',
      'app.second',
    ],
    ['the choice was taken back', ['app.second', 'system-app'], undefined, 'open', 'app.first'],
    ['the dapp no longer names the app of the choice', ['app.second'], THIRD, 'open', 'app.first'],
  ])('connect, on a page that does not ask, if %s', async (_, choices, walletApps, step, app) => {
    const setup = await setUpApps({ chooseApp: true });
    const earlier = setup.load();
    for (const pick of choices) {
      setup.answer.list = () => pick;
      await earlier.connect();
      await earlier.disconnect();
    }
    forgetRequests(setup);
    const page = setup.load({ chooseApp: false, ...(walletApps && { walletApps }) });
    expect(await page.connect()).toEqual([step]);
    expect(getSent(setup, app)).toEqual(['authorize']);
    expect(page.getAccount().address).toBe(setup.getAddress(app));
  });

  it.each<[state: string, prepare: () => Promise<Setup & { page: Page }>, step: string, app: App]>([
    ['the phone chose', () => connectFirst({}, ''), 'open', 'app.first'],
    ['it has a link of its own', () => connectFirst(), 'open link', 'app.first'],
    [
      'its link leads nowhere',
      async () => {
        const setup = await connectFirst();
        setup.dead.add('app.first');
        setup.answer.notFound = () => {
          setup.dead.clear();
          return 'try-again';
        };
        await setup.page.sign();
        return setup;
      },
      'open',
      'app.first',
    ],
    ['it was chosen', () => connectChosen('app.second'), 'open second', 'app.second'],
    [
      'it was chosen, and another one has been chosen since',
      async () => {
        const setup = await connectChosen('app.second');
        setup.store.set(ENTRY, 'app.third  ');
        return setup;
      },
      'open second',
      'app.second',
    ],
    [
      'it was chosen, and the dapp no longer names it',
      async () => {
        const setup = await connectChosen('app.second');
        return { ...setup, page: setup.load({ walletApps: [] }) };
      },
      'open app.second',
      'app.second',
    ],
  ])('a signature with an account of an app, if %s', async (_, prepare, step, app) => {
    const setup = await prepare();
    forgetRequests(setup);
    expect(await setup.page.sign()).toEqual([step]);
    expect(getSent(setup, app)[0]).toBe('authorize token');
    expect(getSent(setup, app)).toContain('sign_messages addresses');
  });
});

it('an option of the wrong type ends no call that has an account', async () => {
  vi.stubGlobal('reportError', () => {});
  const { load } = await connectChosen('app.second');
  const page = load({ chooseApp: 'yes' as never });
  expect(await page.sign()).toEqual(['open second']);
  await page.disconnect();
  expect(await page.connect()).toEqual(['INVALID_ARGUMENT']);
});

it.each<[what: string, pick: (app: AppChoice) => unknown, steps: readonly string[], reports: number]>([
  ['its id', ({ id }) => id, ['open second'], 0],
  ['a copy of its row', (app) => app, ['USER_CANCELLED'], 1],
  ['its name', ({ name }) => name, ['USER_CANCELLED'], 1],
  ['the id of another list', ({ id }) => `${id}s`, ['USER_CANCELLED'], 1],
  ['a choice that was not offered', () => 'qr-code', ['USER_CANCELLED'], 1],
])(
  'an app is chosen by its id, also by a dialog that has a copy of the list: %s',
  async (_, pick, ...rest) => {
    const [steps, reports] = rest;
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const { load } = await setUpApps({ chooseApp: true });
    const page = load({
      dialogs: {
        chooseApp: async ({ apps }) => pick(structuredClone(apps)[1] as AppChoice) as AppChoice['id'],
      },
    });
    expect(await page.connect()).toEqual(steps);
    const ends = 'system-app, app:app.first, app:app.second, app:app.third, cancel';
    const message = `\`dialogs.chooseApp\` must resolve with one of these: ${ends}`;
    expect(reported).toEqual(
      Array(reports).fill(expect.objectContaining({ code: 'INVALID_ARGUMENT', message })),
    );
  },
);

it('what the user chooses after the page has disconnected is neither opened nor remembered', async () => {
  const setup = await setUpApps({ chooseApp: true });
  const page = setup.load();
  setup.answer.list = async (): Promise<Chosen> => {
    await page.disconnect();
    return 'app.second';
  };
  expect(await page.connect()).toEqual(['list connect', 'SESSION_CLOSED']);
  expect(setup.store.entries.has(ENTRY)).toBe(false);
});

describe('an app that does not answer, as one that was once opened “Always”', () => {
  it('is left for another in the same call, whose grant is its own, also after a reload', async () => {
    const setup = await setUpApps();
    setup.dead.add('app.first');
    setup.answer.list = () => 'app.second';
    const page = setup.load();
    expect(await page.connect()).toEqual([
      'open',
      'notFound try-again other-app',
      'list connect',
      'open second',
    ]);
    expect(setup.listed).toEqual([{ apps: ['first', 'second', 'third'], choices: [], facts: ['other-app'] }]);
    expect(setup.changes.map(({ accounts }) => accounts?.length)).toEqual([1]);
    expect(page.getAccount().address).toBe(setup.getAddress('app.second'));
    expect(getGrant(setup)).toMatchObject({ androidPackage: 'app.second' });
    expect(await page.sign()).toEqual(['open second']);
    const reloaded = setup.load();
    expect(await reloaded.sign()).toEqual(['open second']);
    await reloaded.disconnect();
    expect(await reloaded.connect()).toEqual(['open second']);
  });

  it('is not opened again unasked once it was chosen, until it answers', async () => {
    const setup = await setUpApps({ chooseApp: true });
    const page = setup.load();
    setup.answer.list = () => 'app.second';
    setup.answer.notFound = () => 'cancel';
    setup.dead.add('app.second');
    expect(await page.connect()).toEqual([
      'list connect',
      'open second',
      'notFound try-again other-app',
      'WALLET_NOT_FOUND',
    ]);
    setup.answer.list = () => 'cancel';
    for (const other of [page, setup.load({ chooseApp: false })]) {
      expect(await other.connect()).toEqual(['list connect', 'USER_CANCELLED']);
    }
    expect(setup.listed.at(-1)).toEqual({
      apps: ['first', '*second', 'third'],
      choices: ['system-app'],
      facts: ['other-app', 'failed'],
    });
    setup.dead.clear();
    setup.answer.list = () => 'app.second';
    const asked = setup.load({ chooseApp: false });
    expect(await asked.connect()).toEqual(['list connect', 'open second']);
    expect(await asked.sign()).toEqual(['open second']);
    await asked.disconnect();
    expect(await asked.connect()).toEqual(['open second']);
  });

  it('is not one that the user has never left the page for', async () => {
    const cancelled = new MobileWalletError('USER_CANCELLED', 'Not now', {});
    const setup = await setUpApps({ chooseApp: true, launch: () => Promise.reject(cancelled) });
    setup.answer.list = () => 'app.second';
    expect(await setup.load().connect()).toEqual(['list connect', 'USER_CANCELLED']);
    expect(setup.store.entries.get(ENTRY)).toBe('app.second  ');
  });

  it('is remembered once, however often it does not answer', async () => {
    const setup = await setUpApps({ chooseApp: true });
    setup.answer.list = () => 'app.second';
    setup.answer.notFound = () => 'cancel';
    setup.dead.add('app.second');
    const page = setup.load();
    for (let count = 0; count < 2; count++) expect((await page.connect()).at(-1)).toBe('WALLET_NOT_FOUND');
    expect(setup.store.entries.get(ENTRY)).toBe('app.second  app.second');
  });

  it('is not opened unasked because another has been chosen for the next connect', async () => {
    const { page, store, answer } = await connectChosen('app.second');
    store.set(ENTRY, 'app.third new app.second');
    answer.list = () => 'cancel';
    expect(await page.sign()).toEqual(['list signature', 'USER_CANCELLED']);
  });

  it('is listed by its package if its grant is all that names it', async () => {
    const setup = await connectChosen('app.second');
    setup.dead.add('app.second');
    setup.answer.list = () => 'cancel';
    await setup.load({ walletApps: THIRD, chooseApp: false }).sign();
    expect(setup.listed.at(-1)).toEqual({
      apps: ['*app.second', 'third'],
      choices: ['system-app'],
      facts: ['change-app', 'failed'],
    });
  });

  it('is remembered beside another that did not answer either', async () => {
    const { page, dead, answer } = await connectChosen('app.second');
    dead.add('app.second').add('app.third');
    answer.list = inTurn('app.third', 'cancel');
    await page.signIn();
    expect(await page.sign()).toEqual(['list signature', 'USER_CANCELLED']);
  });

  it('is opened at once if the user has just changed to it, although it once did not answer', async () => {
    const setup = await connectFirst({ chooseApp: true });
    const { page, dead, answer } = setup;
    await page.disconnect();
    dead.add('app.second');
    answer.list = inTurn('app.second', 'system-app');
    await page.connect();
    expect(getGrant(setup)?.androidPackage).toBe(undefined);
    dead.add('app.first');
    dead.delete('app.second');
    answer.list = () => 'app.second';
    expect((await page.sign()).at(-1)).toBe('USER_CANCELLED');
    expect(await page.connect()).toEqual(['open second']);
  });

  it('says of no disconnect before anything is connected', async () => {
    const setup = await setUpApps({ chooseApp: true });
    setup.answer.list = () => 'app.second';
    const page = setup.load();
    const address = setup.getAddress('app.second') ?? '';
    await page.during(() => page.calls.signIn({ address }));
    expect(setup.listed.at(-1)?.facts).toEqual(['other-app']);
    expect(getGrant(setup)?.androidPackage).toBe('app.second');
  });

  it('gets another try as before, without the list', async () => {
    const setup = await setUpApps();
    setup.dead.add('app.first');
    setup.answer.notFound = () => {
      setup.dead.clear();
      return 'try-again';
    };
    expect(await setup.load().connect()).toEqual(['open', 'notFound try-again other-app', 'open']);
    expect(setup.store.entries.has(ENTRY)).toBe(false);
  });

  it('is not opened again unasked after the user has left it, and cancelled', async () => {
    const setup = await setUpApps({ chooseApp: true });
    setup.silent.set('app.second', () => {
      setup.tab.leave();
      setup.tab.returnToPage();
    });
    setup.answer.waiting = ({ cancel }) => cancel();
    setup.answer.list = () => 'app.second';
    expect(await setup.load().connect()).toEqual(['list connect', 'open second', 'USER_CANCELLED']);
    setup.answer.list = () => 'cancel';
    expect(await setup.load({ chooseApp: false }).connect()).toEqual(['list connect', 'USER_CANCELLED']);
  });
});
