import type { WalletAccount } from '@wallet-standard/base';
import type { StandardEventsChangeProperties } from '@wallet-standard/features';
import { vi } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import type { DialogChoice, MobileWalletOptions, SessionUi } from '../../src/index.js';
import { encodeUtf8 } from '../../src/util/bytes.js';
import { MobileWalletError } from '../../src/util/errors.js';
import { parseGrant } from '../../src/wallet/grant/stored-grant.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { APPS, type App } from './app-names.js';
import { openPage } from './left-page.js';
import { createPhone, type Phone } from './phone.js';
import { type createMemoryStore, createSettings } from './wallet.js';

const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

/** Opens a page in Chromium on Android, in which the user has just tapped. */
export function openChromePage(navigatorOf: object = {}) {
  const page = openPage();
  vi.stubGlobal('window', { isSecureContext: true });
  vi.stubGlobal('location', { hostname: 'dapp.example', origin: 'https://dapp.example' });
  const userActivation = { isActive: true, hasBeenActive: true };
  const userAgentData = { platform: 'Android', brands: [{ brand: 'Chromium' }, { brand: 'Google Chrome' }] };
  vi.stubGlobal('navigator', { userAgent: CHROME, userAgentData, userActivation, ...navigatorOf });
  return { page, userActivation };
}

export { APPS, type App };

/** What the user chooses in the list: an app by its package, or what else it offers. */
export type Chosen = App | DialogChoice;

/** What the list was given, in a word or two for each part. `facts` begin with its reason. */
type Listed = Readonly<{
  apps: readonly string[];
  choices: readonly string[];
  facts: readonly string[];
}>;

/** What the waiting dialog is given. */
type Waiting = Parameters<SessionUi['waiting']>[0];

/**
 * A phone with several wallet apps, each with accounts of its own, and a page on it. An app in `dead` does
 * not open. One in `silent` opens and never answers, and its function is what the user then does. `steps` has
 * what the user met, in order: dialogs, and apps that were opened, with what was sent to them. `answer` is
 * what the user does in each dialog.
 */
export async function setUpApps({
  wallets = {},
  hasSystemRow = true,
  ...options
}: Partial<MobileWalletOptions> &
  Readonly<{ wallets?: Partial<Record<App, MockWalletOptions>>; hasSystemRow?: boolean }> = {}) {
  const { page: tab, userActivation } = openChromePage();
  const phones = Object.fromEntries(
    await Promise.all(
      APPS.map(async (app, index) => {
        const accounts = [{ seed: new Uint8Array(32).fill(index + 11) }];
        return [app, await createPhone({ accounts, ...wallets[app] })] as const;
      }),
    ),
  ) as Record<App, Phone>;
  const dead = new Set<App>();
  const silent = new Map<App, () => void>();
  const steps: string[] = [];
  const listed: Listed[] = [];
  const answer: {
    list: () => Chosen | Promise<Chosen>;
    notFound: (choices: readonly DialogChoice[]) => DialogChoice | undefined;
    waiting: (given: Waiting) => void;
  } = {
    list: () => 'cancel',
    waiting: () => {},
    notFound: (choices) => choices.find((choice) => choice === 'other-app' || choice === 'change-app'),
  };
  const changes: StandardEventsChangeProperties[] = [];
  let opened: App = APPS[0];
  const settings: MobileWalletOptions = {
    ...createSettings(),
    chains: ['solana:devnet', 'solana:mainnet'],
    walletApps: APPS.filter((app) => hasSystemRow || app !== APPS[0]).map((androidPackage) => ({
      name: androidPackage.slice(4),
      androidPackage,
    })),
    async launch(uri, { signal, app }) {
      opened = (app?.androidPackage as App | undefined) ?? APPS[0];
      steps.push(['open', app?.name, uri.startsWith('https:') && 'link'].filter(Boolean).join(' '));
      if (dead.has(opened)) throw new MobileWalletError('WALLET_NOT_FOUND', 'dead');
      const visit = silent.get(opened);
      if (visit) visit();
      else await phones[opened].launch(uri, { signal });
    },
    dial: (...params) => (silent.has(opened) ? new Promise(() => {}) : phones[opened].dial(...params)),
    dialogs: {
      waiting: (given) => answer.waiting(given),
      notFound: async ({ choices }) => {
        steps.push(['notFound', ...choices].join(' '));
        return answer.notFound(choices) ?? 'cancel';
      },
      async chooseApp({ signal: _, apps, choices, want, reason }) {
        steps.push(`list ${want}`);
        listed.push({
          apps: apps.map(({ name, last }) => (last ? `*${name}` : name)),
          choices,
          facts: [reason, ...apps.flatMap(({ last }) => (last === 'failed' ? [last] : []))],
        });
        const pick = await answer.list();
        return apps.find(({ name }) => `app.${name}` === pick)?.id ?? (pick as DialogChoice);
      },
    },
    ...options,
  };
  /** Loads the page. */
  const load = (given: Partial<MobileWalletOptions> = {}) => {
    const wallet = createMobileWallet({ ...settings, ...given });
    const { features } = wallet;
    features['standard:events'].on('change', (change) => changes.push(change));
    const { connect } = features['standard:connect'];
    const { disconnect } = features['standard:disconnect'];
    const { signMessage } = features['solana:signMessage'];
    const { signIn } = features['solana:signIn'];
    const { transact, revoke } = features['mobile-wallet-standard:transact'];
    const getAccount = () => wallet.accounts[0] as WalletAccount;
    const signAs = (account: WalletAccount) => signMessage({ account, message: encodeUtf8('x') });
    /** Makes a call, and returns what the user met, with the code of the error. */
    const during = async (call: () => Promise<unknown>): Promise<readonly string[]> => {
      steps.length = 0;
      await call().catch((error) => steps.push(error.code ?? String(error)));
      const met = [...steps];
      for (const phone of Object.values(phones)) await phone.whenIdle();
      return met;
    };
    return {
      wallet,
      during,
      getAccount,
      signAs,
      disconnect,
      calls: { connect, signMessage, signIn, transact, revoke },
      connect: () => during(() => connect()),
      sign: () => during(() => signAs(getAccount())),
      signIn: () => during(() => signIn({})),
      transact: () => during(() => transact((to) => to.authorize())),
      revoke: () => during(() => revoke()),
    };
  };
  const getAddress = (app: App) => phones[app].wallet.accounts[0]?.address;
  return {
    tab,
    userActivation,
    phones,
    dead,
    silent,
    steps,
    listed,
    answer,
    changes,
    settings,
    store: settings.store as ReturnType<typeof createMemoryStore>,
    load,
    getAddress,
  };
}

export type Setup = Awaited<ReturnType<typeof setUpApps>>;
export type Page = ReturnType<Setup['load']>;

/** Returns the grant in the store, if there is one. */
export const getGrant = ({ store }: Readonly<{ store: Readonly<{ entries: Map<string, string> }> }>) =>
  [...store.entries].flatMap(([key, text]) => (key.includes(':3:') ? [parseGrant(text)] : []))[0];

/**
 * What was sent to an app, in order, but for the questions about its capabilities: each method, and what it
 * had of a grant.
 */
export const getSent = ({ phones }: Pick<Setup, 'phones'>, app: App): readonly string[] =>
  phones[app].requests.flatMap(({ method, params: { auth_token, addresses } }) =>
    method === 'get_capabilities'
      ? []
      : [method, ...(auth_token ? ['token'] : []), ...(addresses ? ['addresses'] : [])].join(' '),
  );

export function forgetRequests({ phones }: Pick<Setup, 'phones'>): void {
  for (const { requests } of Object.values(phones)) (requests as unknown[]).length = 0;
}

/**
 * A page that is connected with the app that the phone chooses, which names a link of its own by default: on
 * two chains, with tokens that are no longer used.
 */
export async function connectFirst(
  options: Parameters<typeof setUpApps>[0] = {},
  walletUriBase: string | undefined = 'https://first.example/app',
) {
  const setup = await setUpApps({
    ...options,
    wallets: { 'app.first': walletUriBase ? { walletUriBase } : {}, ...options.wallets },
  });
  const page = setup.load();
  setup.answer.list = () => 'system-app';
  await page.connect();
  await page.during(() => page.calls.signIn({ chainId: 'mainnet' }));
  await page.signIn();
  forgetRequests(setup);
  setup.steps.length = setup.changes.length = setup.listed.length = 0;
  return { ...setup, page };
}

/** A page that is connected with what the user chose in the list. */
export async function connectChosen(pick: Chosen, options: Parameters<typeof setUpApps>[0] = {}) {
  const setup = await setUpApps({ chooseApp: true, ...options });
  setup.answer.list = () => pick;
  const page = setup.load();
  await page.connect();
  return { ...setup, page };
}

/** Lets the phone's app die, and the user choose the second one in its place. */
export function chooseSecond({ dead, answer }: Pick<Setup, 'dead' | 'answer'>): void {
  dead.add('app.first');
  answer.list = () => 'app.second';
}

/** Answers the list with one choice after another, and then always with the last. */
export const inTurn = (...picks: readonly [Chosen, ...Chosen[]]) => {
  const left = [...picks];
  return (): Chosen => (left.length > 1 ? left.shift() : left[0]) ?? 'cancel';
};

/** The calls that name an account, and what the app gets that has it. */
export const NAMING: readonly [what: string, call: (page: Page) => Promise<unknown>, last: string][] = [
  ['a signature', (page) => page.signAs(page.getAccount()), 'sign_messages addresses'],
  [
    'a sign-in',
    ({ calls, getAccount }) => calls.signIn({ address: getAccount().address }),
    'authorize addresses',
  ],
  [
    'transact',
    ({ calls, getAccount }) => calls.transact((to) => to.authorize(), { account: getAccount() }),
    'authorize token',
  ],
  ['revoke', ({ calls }) => calls.revoke(), 'deauthorize token'],
];

/** Returns what of a grant has reached an app: tokens, accounts, and launches by its link. */
export function findSentOf(grant: ReturnType<typeof getGrant>, { phones }: Pick<Setup, 'phones'>, app: App) {
  const current = Object.values(grant?.byChain ?? {}).flatMap(({ token }) => token ?? []);
  const accounts = grant?.accounts.flatMap(({ key, address }) => [key, address]) ?? [];
  const sent = JSON.stringify(phones[app].requests);
  return [
    ...[...(grant?.formerTokens ?? []), ...current, ...accounts].filter((text) => sent.includes(text)),
    ...phones[app].launches.filter((uri) => !uri.startsWith('solana-wallet:')),
  ];
}
