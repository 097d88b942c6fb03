import { describe, expect, it, vi } from 'vitest';
import type { AppChoice } from '../../src/index.js';
import { MobileWalletError } from '../../src/util/errors.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import {
  type App,
  type Chosen,
  connectFirst,
  forgetRequests,
  getGrant,
  getSent,
  type Page,
  type Setup,
  setUpApps,
} from '../support/apps.js';

const ENTRY = 'mobile-wallet-standard:app';

describe('which app is opened, and what is sent to it first', () => {
  type Row = readonly [
    state: string,
    prepare: () => Promise<Setup & { page: Page }>,
    steps: readonly string[],
    app: App,
    sent: string,
  ];
  const connect = async (page: Page): Promise<readonly string[]> => page.connect();
  const connectWith = async (pick: Chosen, options: Partial<MobileWalletOptions> = {}) => {
    const setup = await setUpApps({ ...options, chooseApp: true });
    setup.answer.list = () => pick;
    const page = setup.load();
    await page.connect();
    return { ...setup, page };
  };

  it.each<Row>([
    ['nothing is known', async () => withPage(await setUpApps()), ['open'], 'app.first', 'authorize'],
    [
      'a choice is remembered from before a disconnect, also by a page that does not ask',
      async () => {
        const setup = await connectWith('app.second');
        await setup.page.disconnect();
        return { ...setup, page: setup.load({ chooseApp: false }) };
      },
      ['open second'],
      'app.second',
      'authorize',
    ],
    [
      'the choice was taken back',
      async () => {
        const setup = await connectWith('app.second');
        await setup.page.disconnect();
        setup.answer.list = () => 'system-app';
        await setup.page.connect();
        await setup.page.disconnect();
        return { ...setup, page: setup.load({ chooseApp: false }) };
      },
      ['open'],
      'app.first',
      'authorize',
    ],
    [
      'the dapp no longer names the app of the choice',
      async () => {
        const setup = await connectWith('app.second');
        await setup.page.disconnect();
        return {
          ...setup,
          page: setup.load({
            walletApps: [{ name: 'third', androidPackage: 'app.third' }],
            chooseApp: false,
          }),
        };
      },
      ['open'],
      'app.first',
      'authorize',
    ],
  ])('connect, if %s', async (_, prepare, steps, app, sent) => {
    const setup = await prepare();
    forgetRequests(setup);
    expect(await connect(setup.page)).toEqual(steps);
    expect(getSent(setup, app)).toEqual([sent]);
    expect(setup.page.getAccount().address).toBe(setup.getAddress(app));
  });

  it.each<Row>([
    ['the phone chose', () => connectFirst({}, ''), ['open'], 'app.first', 'authorize token'],
    ['it has a link of its own', () => connectFirst(), ['open link'], 'app.first', 'authorize token'],
    [
      'its link leads nowhere',
      async () => {
        const setup = await connectFirst();
        setup.answer.notFound = () => 'try-again';
        setup.dead.add('app.first');
        setup.answer.notFound = () => {
          setup.dead.clear();
          return 'try-again';
        };
        await setup.page.sign();
        return setup;
      },
      ['open'],
      'app.first',
      'authorize token',
    ],
    ['it was chosen', () => connectWith('app.second'), ['open second'], 'app.second', 'authorize token'],
    [
      'it was chosen, and another one has been chosen since',
      async () => {
        const setup = await connectWith('app.second');
        setup.store.set(ENTRY, 'app.third  ');
        return setup;
      },
      ['open second'],
      'app.second',
      'authorize token',
    ],
    [
      'it was chosen, and the dapp no longer names it',
      async () => {
        const setup = await connectWith('app.second');
        return { ...setup, page: setup.load({ walletApps: [] }) };
      },
      ['open app.second'],
      'app.second',
      'authorize token',
    ],
  ])('a signature with an account of an app, if %s', async (_, prepare, steps, app, sent) => {
    const setup = await prepare();
    forgetRequests(setup);
    expect(await setup.page.sign()).toEqual(steps);
    expect(getSent(setup, app)[0]).toBe(sent);
    expect(getSent(setup, app)).toContain('sign_messages addresses');
  });
});

const withPage = (setup: Setup) => ({ ...setup, page: setup.load() });

it('an option of the wrong type ends no call that has an account', async () => {
  vi.stubGlobal('reportError', () => {});
  const setup = await setUpApps({ chooseApp: true });
  setup.answer.list = () => 'app.second';
  await setup.load().connect();
  const page = setup.load({ chooseApp: 'yes' as never });
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
    const setup = await setUpApps({ chooseApp: true });
    setup.answer.list = () => 'app.second';
    const page = setup.load();
    await page.connect();
    setup.store.set(ENTRY, 'app.third new app.second');
    setup.answer.list = () => 'cancel';
    expect(await page.sign()).toEqual(['list signature', 'USER_CANCELLED']);
  });

  it('is listed by its package if its grant is all that names it', async () => {
    const setup = await setUpApps({ chooseApp: true });
    setup.answer.list = () => 'app.second';
    await setup.load().connect();
    setup.dead.add('app.second');
    setup.answer.list = () => 'cancel';
    const walletApps = [{ name: 'third', androidPackage: 'app.third' }];
    await setup.load({ walletApps, chooseApp: false }).sign();
    expect(setup.listed.at(-1)).toEqual({
      apps: ['*app.second', 'third'],
      choices: ['system-app'],
      facts: ['change-app', 'failed'],
    });
  });

  it('is remembered beside another that did not answer either', async () => {
    const setup = await setUpApps({ chooseApp: true });
    setup.answer.list = () => 'app.second';
    const page = setup.load();
    await page.connect();
    setup.dead.add('app.second');
    setup.dead.add('app.third');
    let picks = 0;
    setup.answer.list = () => (picks++ === 0 ? 'app.third' : 'cancel');
    await page.signIn();
    setup.answer.list = () => 'cancel';
    expect(await page.sign()).toEqual(['list signature', 'USER_CANCELLED']);
  });

  it('is opened at once if the user has just changed to it, although it once did not answer', async () => {
    const setup = await connectFirst({ chooseApp: true });
    const { page, dead, answer } = setup;
    await page.disconnect();
    dead.add('app.second');
    let picks = 0;
    answer.list = () => (picks++ === 0 ? 'app.second' : 'system-app');
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
    const setup = await setUpApps({
      chooseApp: true,
      async launch() {
        setup.steps.push('open');
        setup.tab.leave();
        setup.tab.returnToPage();
      },
      dial: () => new Promise(() => {}),
    });
    const dialogs = { ...setup.settings.dialogs, waiting: ({ cancel }: { cancel: () => void }) => cancel() };
    Object.assign(setup.settings, { dialogs });
    setup.answer.list = () => 'app.second';
    const page = setup.load();
    expect(await page.connect()).toEqual(['list connect', 'open', 'USER_CANCELLED']);
    setup.answer.list = () => 'cancel';
    expect(await setup.load({ chooseApp: false }).connect()).toEqual(['list connect', 'USER_CANCELLED']);
  });
});
