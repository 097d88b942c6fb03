import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import type { SessionUi } from '../../src/dapp/open/session-ui.js';
import { encodeUtf8 } from '../../src/util/bytes.js';
import { MobileWalletError } from '../../src/util/errors.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import type { AuthorizationStore } from '../../src/wallet/store.js';
import { openPage } from '../support/left-page.js';
import { createPhone } from '../support/phone.js';
import { type createMemoryStore, createSettings, FORGETFUL_STORES } from '../support/wallet.js';

const LINK = 'https://wallet.example/app';
const WEEK_MS = 7 * 86_400_000;

/** What the user presses in the dialog about a wallet that did not open: “Try again”, or Cancel. */
type Press = Awaited<ReturnType<SessionUi['notFound']>>;

/**
 * A page on a phone with a wallet that names `LINK`. While `phone.isDead`, the link leads to a web page, from
 * which the user returns; while `phone.isEmpty`, so does the common scheme. `phone.failure` is what a launch
 * by the link throws. `press` is the user's answer to each dialog.
 */
async function setUp(options: Partial<MobileWalletOptions> = {}, press: () => Press = () => 'try-again') {
  const page = openPage();
  const phone = {
    isDead: true,
    isEmpty: false,
    failure: undefined as Error | undefined,
    wallet: await createPhone({ walletUriBase: LINK }),
  };
  /** What the user met, in order: dialogs, and launches by the link or by the common scheme. */
  const steps: string[] = [];
  const settings: MobileWalletOptions = {
    ...createSettings(),
    async launch(uri, given) {
      const isLink = uri.startsWith(LINK);
      steps.push(isLink ? 'link' : 'scheme');
      if (isLink && phone.failure) throw phone.failure;
      if (isLink ? phone.isDead : phone.isEmpty) {
        await page.visitAnother();
      } else await phone.wallet.launch(uri, given);
    },
    async dial(url, given) {
      const isReached = steps.at(-1) === 'link' ? !phone.isDead : !phone.isEmpty;
      if (!isReached) throw new Error('nobody listens');
      return phone.wallet.dial(url, given);
    },
    dialogs: {
      waiting: () => {},
      notFound: async ({ choices, reason }) => {
        expect(choices).toEqual(['try-again']);
        steps.push(`notFound ${reason}`);
        return press();
      },
    },
    ...options,
  };
  const load = () => {
    const wallet = createMobileWallet(settings);
    const during = async (call: () => Promise<unknown>): Promise<readonly string[]> => {
      steps.length = 0;
      await call().catch((error) => steps.push(error.code ?? error.message));
      const met = [...steps];
      await phone.wallet.whenIdle();
      return met;
    };
    const getAccount = () => wallet.accounts[0] as WalletAccount;
    const signOnce = () =>
      wallet.features['solana:signMessage'].signMessage({ account: getAccount(), message: encodeUtf8('x') });
    return {
      signOnce,
      during,
      connect: () => during(() => wallet.features['standard:connect'].connect()),
      sign: () => during(signOnce),
      disconnect: () => wallet.features['standard:disconnect'].disconnect(),
    };
  };
  return { phone, page, load, steps, settings, store: settings.store as AuthorizationStore };
}

const signTimes = async (count: number, { sign }: { sign: () => Promise<readonly string[]> }) => {
  const met: (readonly string[])[] = [];
  for (let call = 0; call < count; call++) met.push(await sign());
  return met;
};

const ASKED = ['link', 'notFound own-link', 'scheme'];
const PLAIN = ['scheme'];

describe('a wallet’s own link that leads nowhere', () => {
  it('makes no call fail, and only the first needs another tap, also after a reload and a disconnect', async () => {
    const { load } = await setUp();
    const wallet = load();
    expect(await wallet.connect()).toEqual(PLAIN);
    expect(await signTimes(4, wallet)).toEqual([ASKED, PLAIN, PLAIN, PLAIN]);
    const reloaded = load();
    expect(await reloaded.sign()).toEqual(PLAIN);
    await reloaded.disconnect();
    expect(await reloaded.connect()).toEqual(PLAIN);
    expect(await reloaded.sign()).toEqual(PLAIN);
  });

  it('makes only the first call fail if nobody can be asked, also if that is the last call of its page', async () => {
    const { load } = await setUp({ dialogs: false });
    await load().connect();
    expect(await load().sign()).toEqual(['link', 'USER_CANCELLED']);
    expect(await load().sign()).toEqual(PLAIN);
    expect(await signTimes(2, load())).toEqual([PLAIN, PLAIN]);
  });

  it.each(FORGETFUL_STORES)('is left alone by a page whose store %s', async (_, store) => {
    const { load } = await setUp({ store });
    const wallet = load();
    await wallet.connect();
    expect(await signTimes(3, wallet)).toEqual([ASKED, PLAIN, PLAIN]);
  });

  it('is asked about once for all calls that wait for it', async () => {
    const { load } = await setUp();
    const wallet = load();
    await wallet.connect();
    const { signOnce } = wallet;
    expect(await wallet.during(() => Promise.all([signOnce(), signOnce(), signOnce()]))).toEqual(ASKED);
    expect(await wallet.sign()).toEqual(PLAIN);
  });

  it('is not opened again by the waiting dialog’s offer, which counts as “Try again”', async () => {
    let isAgain = false;
    const waiting: SessionUi['waiting'] = ({ reopen, remote }) => {
      expect(remote).toBeUndefined();
      if (!isAgain) reopen?.();
      isAgain = true;
    };
    const { load } = await setUp({ dialogs: { waiting } });
    const wallet = load();
    await wallet.connect();
    expect(await signTimes(3, wallet)).toEqual([['link', 'scheme'], PLAIN, PLAIN]);
    expect(isAgain).toBe(true);
  });

  it('is asked about in other words after a second end, and is not opened by the next call', async () => {
    let tries = 0;
    const { load, phone } = await setUp({}, () => (++tries < 2 ? 'try-again' : 'cancel'));
    const wallet = load();
    await wallet.connect();
    phone.isEmpty = true;
    expect(await wallet.sign()).toEqual([...ASKED, 'notFound no-answer', 'USER_CANCELLED']);
    phone.isEmpty = false;
    expect(await wallet.sign()).toEqual(PLAIN);
  });

  it('is opened again after seven days, and asked about once again', async () => {
    const { load, store } = await setUp();
    const wallet = load();
    await wallet.connect();
    await wallet.sign();
    const [[key, entry] = ['', '']] = [...(store as ReturnType<typeof createMemoryStore>).entries].filter(
      ([, text]) => text.endsWith(LINK),
    );
    const age = (ms: number) =>
      store.set(
        key,
        entry.replace(/\d+/, (at) => String(Number(at) - ms)),
      );
    age(WEEK_MS - 60_000);
    expect(await wallet.sign()).toEqual(PLAIN);
    age(WEEK_MS);
    expect(await signTimes(2, wallet)).toEqual([ASKED, PLAIN]);
  });

  it('is forgotten as soon as the wallet names another one', async () => {
    const { load, phone } = await setUp();
    const wallet = load();
    await wallet.connect();
    await wallet.sign();
    const first = phone.wallet;
    for (const next of [await createPhone({ walletUriBase: `${LINK}/other` }), first]) {
      phone.isDead = next === first;
      phone.wallet = next;
      await wallet.disconnect();
      expect(await wallet.connect()).toEqual(PLAIN);
      expect(await signTimes(2, wallet)).toEqual(phone.isDead ? [ASKED, PLAIN] : [['link'], ['link']]);
    }
  });

  it('is asked about, too, if a launch of the dapp’s own finds no app for it', async () => {
    const { load, phone } = await setUp();
    phone.failure = new MobileWalletError('WALLET_NOT_FOUND', 'none');
    const wallet = load();
    await wallet.connect();
    expect(await signTimes(2, wallet)).toEqual([ASKED, PLAIN]);
  });
});

describe('a wallet’s own link stays in use after', () => {
  it('a user who changes their mind', async () => {
    const { load, phone } = await setUp({}, () => 'cancel');
    const wallet = load();
    await wallet.connect();
    expect(await wallet.sign()).toEqual(['link', 'notFound own-link', 'USER_CANCELLED']);
    phone.isDead = false;
    expect(await signTimes(2, wallet)).toEqual([['link'], ['link']]);
  });

  it('a visit to another wallet, which names a link of its own or none', async () => {
    for (const walletUriBase of ['https://other.example', undefined]) {
      const { load, phone } = await setUp();
      const wallet = load();
      await wallet.connect();
      const first = phone.wallet;
      phone.wallet = await createPhone({ ...(walletUriBase && { walletUriBase }) });
      expect(await wallet.sign()).toEqual([...ASKED, 'ACCOUNT_NOT_AUTHORIZED']);
      phone.wallet = first;
      phone.isDead = false;
      await wallet.disconnect();
      await wallet.connect();
      expect(await wallet.sign()).toEqual(['link']);
    }
  });

  it.each([
    ['says that the user cancelled', new MobileWalletError('USER_CANCELLED', 'not now'), 'USER_CANCELLED'],
    ['fails for its own reasons', new Error('busy'), 'busy'],
  ])('a launch of the dapp’s own that %s', async (_, failure, outcome) => {
    const { load, phone } = await setUp();
    phone.isDead = false;
    const wallet = load();
    await wallet.connect();
    phone.failure = failure;
    expect(await wallet.sign()).toEqual(['link', outcome]);
    phone.failure = undefined;
    expect(await wallet.sign()).toEqual(['link']);
  });
});
