import { describe, expect, it, vi } from 'vitest';
import type { Approve } from '../../mock/src/wallet/approval.js';
import { MobileWalletError } from '../../src/util/errors.js';
import { inTurn, type Page, type Setup, setUpApps } from '../support/apps.js';
import { createTransaction } from '../support/wallet.js';

const LIST = ['list connect', 'USER_CANCELLED'];
const approve: Approve = () => ({ approved: true });
const decline: Approve = () => ({ approved: false });

/** Sets up a phone whose first app asks `question.ask`. Its user presses Cancel in each waiting dialog. */
async function setUp(options: Parameters<typeof setUpApps>[0] = {}) {
  const question = { ask: decline };
  const setup = await setUpApps({
    wallets: { 'app.first': { approve: (...asked) => question.ask(...asked) } },
    ...options,
  });
  setup.answer.waiting = ({ cancel }) => cancel();
  return { ...setup, question, page: setup.load() };
}

/** Is back from a wallet app that still asks. */
const comeBack =
  ({ tab }: Setup): Approve =>
  (_, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ approved: false }));
      tab.leave();
      tab.returnToPage();
    });

describe('after a no of the wallet or its user, the list comes before the next connect', () => {
  it.each<
    [what: string, answer: (setup: Setup) => Approve, call: (page: Page) => Promise<readonly string[]>]
  >([
    ['a declined connect', () => decline, (page) => page.connect()],
    ['a declined sign-in', () => decline, (page) => page.signIn()],
    ['a declined callback', () => decline, (page) => page.transact()],
    [
      'a connect that is not authorized',
      () => () => ({ instead: { type: 'error', code: -1 } }),
      (page) => page.connect(),
    ],
    ['a Cancel in an open session', comeBack, (page) => page.connect()],
    ['a Cancel in the session of a callback', comeBack, (page) => page.transact()],
  ])('%s', async (_, answer, call) => {
    const setup = await setUp();
    setup.question.ask = answer(setup);
    expect(await call(setup.page)).toEqual(['open', expect.stringMatching(/^USER_(REJECTED|CANCELLED)$/)]);
    expect(await setup.page.connect()).toEqual(LIST);
    expect(setup.listed).toEqual([
      { apps: ['first', 'second', 'third'], choices: ['system-app'], facts: ['declined'] },
    ]);
    // It stays until a connect succeeds, also on the next page and with the app that the phone chooses.
    const reloaded = setup.load();
    setup.answer.list = () => 'system-app';
    expect(await reloaded.transact()).toEqual(['list other', 'open', expect.any(String)]);
    setup.question.ask = approve;
    expect(await reloaded.connect()).toEqual(['list connect', 'open']);
    await reloaded.disconnect();
    expect(await reloaded.connect()).toEqual(['open']);
  });
});

describe('what says nothing of the app brings no list', () => {
  const controller = new AbortController();
  it.each<
    [what: string, (setup: Setup, page: Page) => ReturnType<Approve>, call: (page: Page) => Promise<unknown>]
  >([
    [
      'a signal',
      () => {
        controller.abort();
        return { approved: false };
      },
      (page) => page.calls.transact((to) => to.authorize(), { signal: controller.signal }),
    ],
    [
      'a disconnect',
      async (_, page) => {
        await page.disconnect();
        return { approved: true };
      },
      (page) => page.calls.connect(),
    ],
    ['a connection that ends', () => ({ instead: { type: 'close' } }), (page) => page.calls.connect()],
    [
      'a wallet that fails',
      () => ({ instead: { type: 'error', code: -32_603 } }),
      (page) => page.calls.connect(),
    ],
  ])('%s', async (_, answer, call) => {
    const setup = await setUp();
    setup.question.ask = () => answer(setup, setup.page);
    expect(await setup.page.during(() => call(setup.page))).toHaveLength(2);
    setup.question.ask = approve;
    expect(await setup.page.connect()).toEqual(['open']);
  });

  it('the browser’s permission, or a Cancel before a session is open', async () => {
    for (const code of ['LOOPBACK_BLOCKED', 'USER_CANCELLED'] as const) {
      const error = new MobileWalletError(code, 'No', {} as never);
      const setup = await setUp({ launch: () => Promise.reject(error) });
      await setup.page.connect();
      expect((await setup.page.connect()).join()).not.toContain('list');
    }
  });

  it('a decline while an account is connected', async () => {
    const setup = await setUp();
    setup.question.ask = approve;
    await setup.page.connect();
    setup.question.ask = decline;
    expect(await setup.page.signIn()).toEqual(['open', 'USER_REJECTED']);
    setup.question.ask = approve;
    await setup.page.disconnect();
    expect(await setup.page.connect()).toEqual(['open']);
  });

  it('a decline in a callback that has sent something', async () => {
    const setup = await setUp();
    setup.question.ask = approve;
    const { page } = setup;
    await page.during(() =>
      page.calls.transact(async (wallet) => {
        const { auth_token } = await wallet.authorize();
        const transactions = [createTransaction(page.getAccount().address, 'x')];
        await wallet.signAndSendTransactions({ transactions }).catch(() => {});
        await wallet.deauthorize({ auth_token });
        setup.question.ask = decline;
        await wallet.authorize();
      }),
    );
    expect(setup.steps.at(-1)).toBe('USER_REJECTED');
    expect(page.wallet.accounts).toEqual([]);
    setup.question.ask = approve;
    expect(await page.connect()).toEqual(['open']);
  });

  it.each([
    ['a day later', 86_400_001, ['open']],
    ['a minute before', 86_340_000, LIST],
  ] as const)('a decline, %s', async (_, ms, steps) => {
    const setup = await setUp();
    await setup.page.connect();
    setup.question.ask = approve;
    const now = Date.now() + ms;
    vi.spyOn(Date, 'now').mockReturnValue(now);
    expect(await setup.page.connect()).toEqual(steps);
  });

  it.each([
    ['where no list can be shown', { dialogs: false }],
    ['where no app can be opened by its package', { walletApps: [] }],
  ] as const)('a decline %s', async (_, options) => {
    const setup = await setUp();
    const page = setup.load(options);
    expect(await page.connect()).toEqual(['open', 'USER_REJECTED']);
    expect(await page.connect()).toEqual(['open', 'USER_REJECTED']);
  });
});

it('a chosen app that was declined comes first, and the way to another device is there', async () => {
  const setup = await setUp({
    chooseApp: true,
    wallets: { 'app.second': { approve: decline } },
    remote: { type: 'reflector', host: 'reflector.example' },
  });
  const page = setup.load({ dialogs: { ...setup.settings.dialogs, scan: () => {} } });
  setup.answer.list = inTurn('app.second', 'app.third');
  expect(await page.connect()).toEqual(['list connect', 'open second', 'USER_REJECTED']);
  expect(await page.connect()).toEqual(['list connect', 'open third']);
  expect(setup.listed.map(({ facts }) => facts)).toEqual([['other-app'], ['declined']]);
  expect(setup.listed[1]).toMatchObject({
    apps: ['*second', 'first', 'third'],
    choices: ['system-app', 'qr-code'],
  });
  await page.disconnect();
  const later = setup.load({ chooseApp: false });
  expect(await later.connect()).toEqual(['open third']);
});
