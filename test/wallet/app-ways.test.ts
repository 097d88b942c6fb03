import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAssociation } from '../../mock/src/server.js';
import type { SessionUi } from '../../src/index.js';
import { parseAssociationUri } from '../../src/protocol/association.js';
import { MobileWalletError } from '../../src/util/errors.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import {
  type App,
  connectFirst,
  findSentOf,
  forgetRequests,
  getGrant,
  getSent,
  inTurn,
  openChromePage,
  type Setup,
  setUpApps,
} from '../support/apps.js';
import { createEvent } from '../support/event.js';
import { createPhone } from '../support/phone.js';
import { START_REMOTE } from '../support/remote.js';
import { createSettings } from '../support/wallet.js';

describe.each([
  ['reflector', 'remote'],
  ['nostr', 'local-nostr'],
] as const)('over a %s', (type, kind) => {
  /** A page whose sessions are met over the relay, because it was so before. */
  async function setUpRelayed() {
    const dead = new Set<string>();
    const setup = await setUpApps({
      remote: await START_REMOTE[type](),
      async launch(uri, { app }) {
        const name = (app?.androidPackage as App | undefined) ?? 'app.first';
        setup.steps.push(`${parseAssociationUri(uri).association.type} ${app?.name ?? ''}`.trim());
        if (dead.has(name)) throw new MobileWalletError('WALLET_NOT_FOUND', 'dead');
        const { close } = await openAssociation(setup.phones[name].wallet, uri);
        onTestFinished(close);
      },
    });
    const { remote } = setup.settings;
    const relay = remote?.type === 'nostr' ? remote.relays.join() : remote?.host;
    setup.store.set('mobile-wallet-standard:relay', `${Date.now()} ${relay}`);
    return { ...setup, dead };
  }

  it('a chosen app opens the association, too, and has the grant to itself', async () => {
    const setup = await setUpRelayed();
    expect(await setup.load().connect()).toEqual([kind]);
    const before = getGrant(setup);
    expect(before?.androidPackage).toBe(undefined);
    setup.dead.add('app.first');
    setup.answer.list = () => 'app.second';
    // A page of its own, so that no session is open.
    const page = setup.load();
    expect(await page.signIn()).toEqual([
      kind,
      'notFound try-again other-app qr-code',
      'list sign-in',
      `${kind} second`,
    ]);
    expect(setup.listed.at(-1)?.choices).toEqual(['qr-code']);
    expect(page.getAccount().address).toBe(setup.getAddress('app.second'));
    expect(JSON.stringify(setup.phones['app.second'].requests)).not.toContain(
      before?.byChain['solana:devnet']?.token,
    );
    expect(getGrant(setup)).toMatchObject({ androidPackage: 'app.second' });
    forgetRequests(setup);
    expect(await setup.load().sign()).toEqual([`${kind} second`]);
    expect(getSent(setup, 'app.second')[0]).toBe(type === 'nostr' ? 'authorize token' : 'authorize');
  });

  it('a QR code can be chosen in the list, before any app is opened', async () => {
    const setup = await setUpRelayed();
    setup.answer.list = () => 'qr-code';
    const dialogs: SessionUi = {
      ...(setup.settings.dialogs as SessionUi),
      scan({ uri, cancel }) {
        setup.steps.push(`scan ${parseAssociationUri(uri).association.type}`);
        cancel();
      },
    };
    const page = setup.load({ chooseApp: true, dialogs });
    const scanned = `scan ${kind.replace('local', 'remote')}`;
    expect(await page.connect()).toEqual(['list connect', scanned, 'USER_CANCELLED']);
  });

  it('a wallet on another device signs for the account of a chosen app, if it has it', async () => {
    const setup = await setUpRelayed();
    setup.answer.list = () => 'app.second';
    await setup.load({ chooseApp: true }).connect();
    setup.dead.add('app.second');
    setup.answer.notFound = () => 'qr-code';
    const dialogs: SessionUi = {
      ...(setup.settings.dialogs as SessionUi),
      async scan({ uri }) {
        const { close } = await openAssociation(setup.phones['app.second'].wallet, uri);
        onTestFinished(close);
      },
    };
    const met = await setup.load({ dialogs }).sign();
    expect(met).toEqual([`${kind} second`, 'notFound try-again change-app qr-code']);
    expect(getSent(setup, 'app.second').at(-1)).toBe('sign_messages addresses');
  });

  it('an app that the user has not chosen may not take the place of the one that was chosen', async () => {
    const setup = await setUpRelayed();
    setup.answer.list = () => 'app.second';
    await setup.load({ chooseApp: true }).connect();
    const before = getGrant(setup);
    expect(before?.androidPackage).toBe('app.second');
    // In a browser that can open none by its package, the phone chooses.
    vi.stubGlobal('navigator', { ...navigator, userAgentData: undefined });
    const page = setup.load();
    // A call for its account opens no other app at all.
    expect(await page.sign()).toEqual(['ACCOUNT_NOT_AUTHORIZED']);
    expect(await page.signIn()).toEqual([kind, 'ACCOUNT_NOT_AUTHORIZED']);
    expect(getGrant(setup)).toEqual(before);
    expect(getSent(setup, 'app.first').filter((sent) => sent !== 'deauthorize token')).toEqual(['authorize']);
  });
});

describe('the waiting dialog of a user who is back', () => {
  type Waiting = Parameters<SessionUi['waiting']>[0];

  /** Collects what the dialog is given. `offered` resolves with the first that offers another app. */
  function watch({ answer }: Pick<Setup, 'answer'>) {
    const { happen, happened } = createEvent<Waiting>();
    const shown: Waiting[] = [];
    answer.waiting = (given) => {
      shown.push(given);
      if (given.otherApp) happen(given);
    };
    return { shown, offered: happened };
  }

  /** A page that is connected with the phone's app, which now opens and never answers. */
  async function setUpBack() {
    const setup = await connectFirst({}, '');
    setup.silent.set('app.first', () => {
      setup.tab.leave();
      setup.tab.returnToPage();
    });
    return { ...setup, ...watch(setup) };
  }

  it('offers another app, with which the same call goes on', async () => {
    const { page, offered, answer, ...setup } = await setUpBack();
    answer.list = () => 'app.second';
    const met = page.signIn();
    const { otherApp, signal } = await offered;
    expect(otherApp?.choice).toBe('other-app');
    otherApp?.press();
    expect(await met).toEqual(['open', 'list sign-in', 'open second']);
    expect(signal.aborted).toBe(true);
    expect(page.getAccount().address).toBe(setup.getAddress('app.second'));
    // It does nothing any more.
    otherApp?.press();
    expect(await page.sign()).toEqual(['open second']);
  });

  it('offers to change the app to a call that names an account, which ends', async () => {
    const { page, offered, answer, ...setup } = await setUpBack();
    const before = getGrant(setup);
    answer.list = () => 'app.second';
    const met = page.sign();
    const { otherApp } = await offered;
    expect(otherApp?.choice).toBe('change-app');
    otherApp?.press();
    expect(await met).toEqual(['open', 'list signature', 'USER_CANCELLED']);
    expect(setup.changes).toMatchObject([{ accounts: [] }]);
    expect(findSentOf(before, setup, 'app.second')).toEqual([]);
  });

  it('says it anew when a call that names an account joins', async () => {
    const { page, offered, shown, ...setup } = await setUpBack();
    const met = page.signIn();
    await offered;
    const signing = page.signAs(page.getAccount()).catch(({ code }) => code);
    expect(shown.at(-1)?.otherApp?.choice).toBe('change-app');
    shown.at(-1)?.cancel();
    expect(await signing).toBe('USER_CANCELLED');
    expect((await met).at(-1)).toBe('USER_CANCELLED');
    expect(setup.changes).toEqual([]);
  });

  it('ends as before if the list is closed', async () => {
    const { page, offered, answer, ...setup } = await setUpBack();
    const before = getGrant(setup);
    answer.list = () => 'cancel';
    const met = page.signIn();
    (await offered).otherApp?.press();
    expect(await met).toEqual(['open', 'list sign-in', 'USER_CANCELLED']);
    expect(getGrant(setup)).toEqual(before);
  });

  it('gives the user more time to choose than a return has until it counts as a cancel', async () => {
    const setup = await setUpApps();
    setup.silent.set('app.first', () => void setup.tab.visitAnother());
    const { offered } = watch(setup);
    setup.answer.list = () => 'app.second';
    const met = setup.load().connect();
    const { otherApp } = await offered;
    // A cancel comes two seconds after the return, and the dialog half a second after it.
    await Promise.race([met, delay(2_500)]);
    otherApp?.press();
    expect(await met).toEqual(['open', 'list connect', 'open second']);
  });

  it('offers another app in place of a chosen one, which then counts as one that did not answer', async () => {
    const setup = await setUpApps({ chooseApp: true });
    setup.silent.set('app.second', () => void setup.tab.visitAnother());
    const { offered } = watch(setup);
    setup.answer.list = inTurn('app.second', 'app.first');
    const met = setup.load().connect();
    (await offered).otherApp?.press();
    expect(await met).toEqual(['list connect', 'open second', 'list connect', 'open first']);
    expect(setup.listed.at(-1)?.facts).toEqual(['other-app', 'failed']);
  });
});

it('the browser opens a chosen app by an intent, in the tap on its row', async () => {
  const phone = await createPhone();
  const { userActivation } = openChromePage();
  const assign = vi.fn((uri: string) => {
    expect(userActivation.isActive).toBe(true);
    userActivation.isActive = false;
    phone.launch(uri.replace(/^intent:([^#]*)#.*/, 'solana-wallet:$1'), {
      signal: new AbortController().signal,
    });
  });
  vi.stubGlobal('location', { hostname: 'dapp.example', origin: 'https://dapp.example', assign });
  const { features } = createMobileWallet({
    ...createSettings(),
    dial: phone.dial,
    chooseApp: true,
    walletApps: [{ name: 'Own', androidPackage: 'app.own' }],
    dialogs: {
      waiting() {},
      async chooseApp({ apps }) {
        userActivation.isActive = true;
        return apps[0]?.id ?? 'cancel';
      },
    },
  });
  await features['standard:connect'].connect();
  expect(assign.mock.calls[0]?.[0]).toMatch(
    /^intent:\/v1\/associate\/local\?association=[\w-]+&port=\d+&v=v1#Intent;scheme=solana-wallet;package=app\.own;end$/,
  );
  await phone.whenIdle();
});
