import { describe, expect, it, vi } from 'vitest';
import { chooseSecond, connectFirst, setUpApps } from '../support/apps.js';
import { FORGETFUL_STORES } from '../support/wallet.js';

describe('the list of wallet apps', () => {
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

  it.each(FORGETFUL_STORES)('has its effect on a page whose store %s', async (_, store) => {
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
