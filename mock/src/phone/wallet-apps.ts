import * as v from 'valibot';
import { definedObject, parse, text, truth } from '../values/parse.js';
import type { NewAccount } from '../wallet/accounts.js';
import type { SettingsChanges } from '../wallet/settings.js';
import { readIntentUri } from './intent-uri.js';

/**
 * How a wallet app is: it works; it is `silent`, which means that it opens and never answers; or it is
 * `missing` on the phone.
 */
export type WalletAppState = 'works' | 'silent' | 'missing';

/** A wallet app of a phone that has several. */
export type MockWalletApp = Readonly<{
  /** The app's name for people. */
  name: string;
  /** The name of its Android package, such as `com.example.wallet`. */
  androidPackage: string;
  /** How it is at first; `works` by default. */
  state?: WalletAppState;
  /** The accounts of its wallet, with other defaults for the first app: those of the phone. */
  accounts?: readonly NewAccount[];
  /**
   * The settings of its wallet at the start; by default those of the reference wallet, and for the first app
   * the phone's.
   */
  settings?: SettingsChanges;
}>;

/** A wallet app as it is now. */
export type InstalledApp = Readonly<Required<Pick<MockWalletApp, 'name' | 'androidPackage' | 'state'>>>;

/** The user's answer to Android's chooser: the app, and whether it opens always from then on. */
export type AppChoice = Readonly<{ androidPackage: string; isAlways: boolean }>;

/**
 * What Android does with an address of a wallet app: it opens an app, which gets `uri`; it asks the user for
 * one of several; it opens the store, because no app with the package is there; or nothing, because no app
 * opens such addresses.
 */
export type LaunchTarget = Readonly<
  | { type: 'app'; uri: string; app: InstalledApp }
  | { type: 'chooser'; apps: readonly InstalledApp[] }
  | { type: 'store'; androidPackage: string }
  | { type: 'nothing' }
>;

/** What the phone remembers of its wallet apps. */
export type AppsMemory = Readonly<{
  /** The package of the app that opens always. */
  defaultApp?: string | undefined;
  /** How the apps are, by their packages, as far as somebody has changed that. */
  states: Readonly<Record<string, WalletAppState>>;
}>;

/** The wallet apps of a phone, and the part of Android that chooses among them. */
export type WalletApps = Readonly<{
  /** The apps as they are now, in the order of the options. */
  getApps(): readonly InstalledApp[];
  /** The package of the app that opens always, if it is on the phone. */
  getDefault(): string | undefined;
  /**
   * Returns what an address opens: an association URI, or an `intent:` address with one. `choice` is the
   * user's answer to the chooser, which counts for this address or, with `isAlways`, from then on. Throws a
   * SyntaxError for an `intent:` address that Android does not understand, a RangeError for a choice that is
   * not among the apps.
   */
  find(address: string, choice?: AppChoice): LaunchTarget;
  /** Makes the phone ask again, as "Clear defaults" of Android does. */
  clearDefault(): void;
  /** Changes how an app is; throws a RangeError if the phone never had it. */
  setState(androidPackage: string, state: WalletAppState): void;
  getMemory(): AppsMemory;
  /** Restores how everything was at first. */
  reset(): void;
}>;

/** The scheme that all wallet apps open. */
const COMMON_SCHEME = 'solana-wallet:';
/** An address with that scheme, also one as `intent:`. Scripts of pages have its text in them. */
export const COMMON_ADDRESS = /^solana-wallet:|^intent:.*;scheme=solana-wallet(;|$)/;

/**
 * The apps of a phone with several, if there are no others: the mock wallet, a second wallet with accounts of
 * its own, and one that never answers.
 */
export const MOCK_WALLET_APPS: readonly [MockWalletApp, ...MockWalletApp[]] = [
  { name: 'Mock wallet', androidPackage: 'com.example.mockwallet' },
  { name: 'Second wallet', androidPackage: 'com.example.secondwallet' },
  { name: 'Broken wallet', androidPackage: 'com.example.brokenwallet', state: 'silent' },
];

/** The rule of Android for the names of packages. It is a part of files' names, too. */
const PACKAGE = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;
/** How a wallet app is. */
export const appState = v.picklist(
  ['works', 'silent', 'missing'],
  'must be one of "works", "silent", "missing"',
);
const appList = v.pipe(
  v.array(
    v.looseObject({
      name: v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty')),
      androidPackage: v.pipe(
        v.string('must be a text'),
        v.regex(PACKAGE, 'must be the name of an Android package, such as "com.example.wallet"'),
      ),
      state: v.optional(appState),
    }),
    'must be an array of wallet apps',
  ),
  v.nonEmpty('must have an app'),
  v.check(
    (apps) => new Set(apps.map(({ androidPackage }) => androidPackage)).size === apps.length,
    'has a package twice',
  ),
);

const appChoice = v.pipe(definedObject, v.object({ androidPackage: text, isAlways: truth }));

/** Reads an answer to the chooser; throws a TypeError if it is none. */
export const readAppChoice = (value: unknown): AppChoice => parse<AppChoice>(appChoice, value, 'choice');

/** Throws a TypeError unless these can be the apps of a phone. */
export function assertWalletApps(
  apps: unknown,
): asserts apps is readonly [MockWalletApp, ...MockWalletApp[]] {
  parse<unknown>(appList, apps, 'walletApps');
}

/**
 * Creates the wallet apps of a phone. While `hasSeveral` returns `false`, the phone has only the first, which
 * works.
 */
export function createWalletApps(
  list: readonly MockWalletApp[],
  hasSeveral: () => boolean,
  memory: AppsMemory = { states: {} },
): WalletApps {
  const states = new Map(Object.entries(memory.states));
  let always = memory.defaultApp;

  const getApps = (): readonly InstalledApp[] => {
    if (!hasSeveral()) return list.slice(0, 1).map((app) => ({ ...getName(app), state: 'works' }));
    return list.map((app) => ({
      ...getName(app),
      state: states.get(app.androidPackage) ?? app.state ?? 'works',
    }));
  };
  const findApp = (androidPackage: string | undefined): InstalledApp | undefined =>
    getApps().find((app) => app.androidPackage === androidPackage && app.state !== 'missing');

  return {
    getApps,
    getDefault: () => findApp(always)?.androidPackage,
    find(address, choice) {
      const { uri, androidPackage } = readIntentUri(address) ?? { uri: address, androidPackage: undefined };
      if (androidPackage !== undefined) {
        const app = findApp(androidPackage);
        return app ? { type: 'app', uri, app } : { type: 'store', androidPackage };
      }
      // A link of its own opens the first app, and nothing asks, as on a phone.
      const openers = uri.startsWith(COMMON_SCHEME) ? getApps() : getApps().slice(0, 1);
      const [first, ...others] = openers.filter(({ state }) => state !== 'missing');
      if (!first) return { type: 'nothing' };
      const app = findApp(choice?.androidPackage ?? always);
      if (choice && !app) throw new RangeError(`The phone has no app ${choice.androidPackage}.`);
      if (others.length === 0) return { type: 'app', uri, app: first };
      if (choice?.isAlways) always = choice.androidPackage;
      return app ? { type: 'app', uri, app } : { type: 'chooser', apps: [first, ...others] };
    },
    clearDefault() {
      always = undefined;
    },
    setState(androidPackage, state) {
      if (!list.some((app) => app.androidPackage === androidPackage)) {
        throw new RangeError(`The phone never had an app ${androidPackage}.`);
      }
      states.set(androidPackage, state);
      // Android forgets the choice with the app.
      if (state === 'missing' && always === androidPackage) always = undefined;
    },
    getMemory: () => ({
      ...(always !== undefined && { defaultApp: always }),
      states: Object.fromEntries(states),
    }),
    reset() {
      always = undefined;
      states.clear();
    },
  };
}

function getName({ name, androidPackage }: MockWalletApp): Pick<InstalledApp, 'name' | 'androidPackage'> {
  return { name, androidPackage };
}
