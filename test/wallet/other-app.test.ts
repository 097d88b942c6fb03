import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { MobileWallet } from '../../src/index.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import {
  chooseSecond,
  connectChosen,
  connectFirst,
  findSentOf,
  forgetRequests,
  getGrant,
  getSent,
  type Page,
  setUpApps,
} from '../support/apps.js';
import { createPerson } from '../support/mock-wallet.js';

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
        await wallet.authorize({ addresses: (before?.accounts ?? []).map(({ key }) => key) });
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
    ['approves', true, 'app.second'],
    ['declines', false, 'app.first'],
  ] as const)(
    'and refuses calls for an account of the other in its session, without a question, if the user %s',
    async (_, approved, shown) => {
      const person = createPerson();
      const setup = await connectFirst({ wallets: { 'app.second': { approve: person.approve } } });
      const before = getGrant(setup);
      chooseSecond(setup);
      const { page } = setup;
      const account = page.getAccount();
      const met = page.signIn();
      const question = await person.next();
      const refused = [page.signAs(account), page.calls.signIn({ address: account.address })].map((call) =>
        expect(call).toRejectWith('ACCOUNT_NOT_AUTHORIZED'),
      );
      const again = page.calls
        .transact((wallet) =>
          wallet.authorize({ addresses: [Buffer.from(account.publicKey).toString('base64')] }),
        )
        .then(
          ({ accounts }) => accounts.length,
          ({ code }) => code,
        );
      question.decide({ approved });
      if (!approved) (await person.next()).decide({ approved });
      await met;
      await Promise.all(refused);
      expect(await again).toBe(approved ? 1 : 'USER_REJECTED');
      await setup.phones['app.second'].whenIdle();
      expect(findSentOf(before, setup, 'app.second')).toEqual([]);
      expect(person.asked.map(({ type }) => type)).toEqual(approved ? ['sign-in'] : ['sign-in', 'authorize']);
      expect(page.getAccount().address).toBe(setup.getAddress(shown));
    },
  );

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
    const person = createPerson();
    const setup = await connectFirst({ wallets: { 'app.second': { approve: person.approve } } });
    const before = getGrant(setup);
    chooseSecond(setup);
    const { page } = setup;
    const met = page.during(() => page.calls.signIn({}));
    await person.next();
    await page.disconnect();
    expect((await met).at(-1)).toBe('SESSION_CLOSED');
    expect(findSentOf(before, setup, 'app.second')).toEqual([]);
    expect(getSent(setup, 'app.second')).toEqual(['authorize']);
  });
});

describe('of a chosen app that names a link of its own,', () => {
  /** A page that is connected with it. */
  async function connectLinked() {
    const wallets = { 'app.second': { walletUriBase: 'https://second.example' } };
    const setup = await setUpApps({ wallets });
    chooseSecond(setup);
    const page = setup.load();
    await page.connect();
    await page.signIn();
    const before = getGrant(setup);
    expect(before).toMatchObject({ baseUri: 'https://second.example', formerTokens: [expect.any(String)] });
    setup.dead.clear();
    setup.dead.add('app.second');
    return { ...setup, page, before };
  }

  it('the app that the phone chooses in its place is sent nothing', async () => {
    const { page, before, ...setup } = await connectLinked();
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

  it('the link is used neither for it nor for that app', async () => {
    const { page, before, ...setup } = await connectLinked();
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
});

it('the page is watched no longer than until the app has answered', async () => {
  const { page } = await connectChosen('app.second');
  const count = (): number => getEventListeners(document, 'visibilitychange').length;
  const before = count();
  for (let calls = 0; calls < 2; calls++) await page.sign();
  expect(count()).toBe(before);
});
