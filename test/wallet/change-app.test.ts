import { describe, expect, it } from 'vitest';
import type { MobileWallet } from '../../src/index.js';
import {
  chooseSecond,
  connectFirst,
  forgetRequests,
  getGrant,
  getSent,
  NAMING,
  setUpApps,
} from '../support/apps.js';
import { createEvent } from '../support/event.js';
import { createTabs } from '../support/tabs.js';

describe('a call that names an account ends where another app is chosen, and the page disconnects', () => {
  it.each(NAMING)('%s: the next connect opens the chosen app', async (_, call) => {
    const setup = await connectFirst({ chooseApp: true }, '');
    chooseSecond(setup);
    const { page } = setup;
    const met = await page.during(() => call(page));
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
