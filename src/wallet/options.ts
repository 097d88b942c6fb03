import type { WalletIcon } from '@wallet-standard/base';
import type { Debug } from '../dapp/debug-log.js';
import type { Dial } from '../dapp/open/dial.js';
import type { Launch } from '../dapp/open/launch.js';
import type { OnProgress } from '../dapp/open/progress.js';
import type { SessionUi } from '../dapp/open/session-ui.js';
import type { DialogTexts } from '../dialogs/texts.js';
import { copyObject, parseObject } from '../protocol/arguments.js';
import { DEFAULT_CHAIN, parseChainIdentifier } from '../protocol/chains.js';
import { isIcon } from '../protocol/icon.js';
import type { Remote } from '../protocol/remote-option.js';
import type { ChainIdentifier } from '../protocol/types.js';
import { assertArgument, attempt, createInvalidArgumentError, MobileWalletError } from '../util/errors.js';
import { type AuthorizationStore, getReturned, localAuthorizationStore, NO_STORE } from './store.js';

// The rules for the names of options are in docs/decisions.md ("Names").

/**
 * The options of `registerMobileWallet` and `createMobileWallet`. A wrong one breaks no page: it is reported
 * once, and what needs it rejects with `INVALID_ARGUMENT`.
 *
 * @interface
 */
export type MobileWalletOptions = Readonly<{
  /** How the dapp introduces itself to the wallet. */
  identity: Readonly<{
    /**
     * The dapp's name, which the wallet shows when it asks the user. The host stands in for a name that is
     * empty.
     */
    name: string;
    /** The dapp's web address; the page's origin by default. */
    uri?: string | undefined;
    /**
     * The dapp's icon: a path relative to `uri`, or an absolute URL on the same origin. Any other is left out
     * and reported; dialogs show a `data:` URI of an image all the same.
     */
    icon?: string | undefined;
  }>;
  /**
   * The chains that the dapp uses; `['solana:mainnet']` by default. The wallet connects with the first.
   * Cluster names (`devnet`, `mainnet-beta`) are accepted too. An unknown name is an error at runtime:
   * `unknown-chain`.
   */
  chains?: readonly (ChainIdentifier | (string & Record<never, never>))[] | undefined;
  /**
   * Where to offer wallet apps on the same device; `android` by default. A mock wallet in the page is offered
   * on any device, except with `never`.
   */
  local?: 'android' | 'always' | 'never' | undefined;
  /** Stores authorizations between page loads; `localStorage` by default. */
  store?: AuthorizationStore | undefined;
  /**
   * Where a wallet on another device is met, so that the wallet is registered in every browser: a person
   * scans a QR code once, and the session stays open for `idleMs` milliseconds without a call (five minutes
   * by default), while the page is open. On an Android phone the wallet app there is tried first, unless
   * `local` is `never`; if the browser blocks the connection to it, the user may open it over this relay.
   */
  remote?: Remote | undefined;
  /**
   * How long a session with a wallet app on this device stays open after its last call has settled, in
   * milliseconds; 0 (one macrotask) by default.
   */
  idleMs?: number | undefined;
  /**
   * The wallet apps that can be named to the user, in this order: by the name of one that this package knows,
   * or as a row of the dapp's own. By default all that this package knows.
   */
  walletApps?: WalletApps | undefined;
  /**
   * Lets the user choose one of `walletApps` before a wallet app is opened for a call without an
   * authorization, where a web page can open a certain app: in Chromium on Android. Only after a tap. Off by
   * default, and with `dialogs: false`. Where no app answered, the user can choose another without it.
   */
  chooseApp?: boolean | undefined;
  /**
   * Where no session with a wallet app is possible (on an iPhone, and in the browser inside another app),
   * registers the wallet all the same: a call then shows the user links that open this page in the own
   * browser of one of `walletApps`, where the app's own wallet is. Off by default, with `local: 'never'`, and
   * with `dialogs: false`.
   */
  openIn?: OpenIn | undefined;
  /**
   * The wallet's name, without a colon; by default `Mobile Wallet Adapter`, which wallet pickers recognize.
   */
  name?: string | undefined;
  /**
   * The wallet's icon: a base64 data URI of an SVG, WebP, PNG or GIF image. By default a phone with a
   * keyhole, which also stands in for any other value.
   */
  icon?: WalletIcon | undefined;
  /**
   * What the user sees while a session is opened; by default this package's dialogs, loaded when needed. Each
   * dialog can be replaced, and so can the texts. With `false` there are none, and the user sees only what
   * the dapp itself shows.
   */
  dialogs?: false | Dialogs | undefined;
  /** Called when the wallet's session reaches another state, so that a dapp can show it. */
  onProgress?: OnProgress | undefined;
  /** Logs names, sizes and times of sessions (never tokens or payloads) to the console, or to a function. */
  debug?: Debug | undefined;
  /** Opens the association URI; by default a navigation. */
  launch?: Launch | undefined;
  /** Connects to the wallet; by default a WebSocket on loopback. */
  dial?: Dial | undefined;
}>;

/** A wallet app that this package knows. */
export type KnownWalletApp = 'Phantom' | 'Solflare' | 'Backpack' | 'Jupiter';

/** A wallet app: with `androidPackage`, `getLink`, or both. */
export type WalletApp = Readonly<{
  /** The app's name. */
  name: string;
  /** The app's icon: a `data:` URI of an image. Without one, the first letter of the name is shown. */
  icon?: string | undefined;
  /**
   * The app's Android package, e.g. `app.phantom`, by which a session opens this app and no other. A row
   * without one cannot be chosen for sessions. A wrong one is reported, and the row cannot be chosen.
   */
  androidPackage?: string | undefined;
  /**
   * Returns the `https:` link that opens a page in the app's own browser. Any other is left out and reported.
   * A row without it is not shown where this page is opened in a wallet app.
   *
   * @param url the page's address
   */
  getLink?: ((url: string) => string) | undefined;
  /** The `https:` address of a page where one gets the app. */
  installUrl?: string | undefined;
}> &
  (
    | Readonly<{
        /** The app's Android package. */
        androidPackage: string;
      }>
    | Readonly<{
        /** Returns the link that opens a page in the app's own browser. */
        getLink: (url: string) => string;
      }>
  );

/** Wallet apps: each by the name of one that this package knows, or as a row of the dapp's own. */
export type WalletApps = readonly (KnownWalletApp | WalletApp)[];

/** Whether this page can be opened in a wallet app, and at which address. */
export type OpenIn =
  | boolean
  | Readonly<{
      /**
       * Returns the address that the wallet app opens; by default the page's own, with its path, query and
       * hash. If the app is not installed, the app's maker can read it, so leave out what must stay secret.
       */
      getUrl?: (() => string) | undefined;
    }>;

/**
 * The dialogs and texts that a dapp replaces.
 */
export type Dialogs = Readonly<{ [Name in keyof SessionUi]?: SessionUi[Name] | undefined }> &
  Readonly<{
    /** The dialogs' texts that differ from the English ones. */
    texts?: Readonly<{ [Name in keyof DialogTexts]?: DialogTexts[Name] | undefined }> | undefined;
  }>;

/**
 * What the wallet must know before its code for sessions is loaded. The other options are checked with that
 * code.
 */
export type FirstSettings = Readonly<{
  name: string;
  icon: WalletIcon;
  /** The registered chains, each once. Empty if the option is wrong. */
  chains: readonly ChainIdentifier[];
  local: 'android' | 'always' | 'never';
  store: AuthorizationStore;
  /** The dapp's web address, if it has one, by which the store's entry is named. */
  uri: string | undefined;
  /** The options as they were passed. */
  passed: Partial<MobileWalletOptions>;
  /** What is wrong with the options that were read, each named by its error. */
  errors: readonly MobileWalletError[];
  /** The first of these errors with which no call can do anything. */
  unusable: MobileWalletError | undefined;
}>;

const DEFAULT_NAME = 'Mobile Wallet Adapter';

/**
 * The default icon, drawn for this project: a phone with a keyhole, 24 × 24, legible on light and dark
 * backgrounds.
 */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#4f46e5"/><rect x="7" y="3.5" width="10" height="17" rx="2" fill="#fff"/><path fill="#4f46e5" d="M12 8.5a2.25 2.25 0 0 0-1.1 4.2L10.4 16h3.2l-.5-3.3A2.25 2.25 0 0 0 12 8.5Z"/></svg>';

/**
 * Reads the options that the wallet needs at once. Never throws, because they often come from a build's
 * environment or from another library, and an error while a page loads would break all of it. Only a wrong
 * name and icon are replaced by the default; a wrong `local` counts as `never`, and a wrong store keeps
 * nothing.
 */
export function readOptions(options: MobileWalletOptions): FirstSettings {
  const errors: MobileWalletError[] = [];
  const tryRead = <T>(option: string, read: () => T): T | undefined =>
    attempt(read, (error) => {
      const isOwn = error instanceof MobileWalletError;
      errors.push(isOwn ? error : createInvalidArgumentError(option, 'cannot be read', error));
    });
  const passed: Partial<MobileWalletOptions> =
    tryRead('options', () => parseObject<MobileWalletOptions>(options, 'options')) ?? {};
  const chains = tryRead('chains', () => parseChains(passed)) ?? [];
  const store = tryRead('store', () => parseStore(passed.store)) ?? NO_STORE;
  const [unusable] = errors;
  // What cannot be copied now is refused when it is checked.
  const copy = <T>(value: T): T => attempt(() => copyObject(value)) ?? value;
  const identity = copy(passed.identity);
  const uri: unknown = attempt(() => identity?.uri);
  return {
    name: tryRead('name', () => parseName(passed.name)) ?? DEFAULT_NAME,
    icon: tryRead('icon', () => parseIcon(passed.icon)) ?? parseIcon(),
    local: tryRead('local', () => parseLocal(passed.local)) ?? 'never',
    chains,
    store,
    uri: typeof uri === 'string' ? uri : getPageOrigin(),
    passed: { ...passed, ...(identity && { identity }), remote: copy(passed.remote) },
    errors,
    unusable,
  };
}

function parseName(name: unknown = DEFAULT_NAME): string {
  // Wallet pickers split `name:address` at the colon.
  const isName = typeof name === 'string' && name && !name.includes(':');
  assertArgument(isName, 'name', 'must not be empty or contain a colon');
  return name;
}

/** Encodes the default icon here, because its base64 would take more bytes of each page. */
function parseIcon(icon: unknown = `data:image/svg+xml;base64,${btoa(SVG)}`): WalletIcon {
  assertArgument(isIcon(icon), 'icon', 'must be a base64 data URI of an SVG, WebP, PNG or GIF image');
  return icon;
}

function parseLocal(local: FirstSettings['local'] = 'android'): FirstSettings['local'] {
  assertArgument(['android', 'always', 'never'].includes(local), 'local', 'must be android, always or never');
  return local;
}

/** Who names a chain as other libraries do, by `chain` or `cluster`, must not get the default. */
function parseChains(passed: FirstSettings['passed']): readonly ChainIdentifier[] {
  const isMisspelt = 'chain' in passed || 'cluster' in passed;
  const { chains = isMisspelt ? [] : [DEFAULT_CHAIN] } = passed;
  assertArgument(Array.isArray(chains) && chains.length > 0, 'chains', 'must be an array of chains');
  const names = [...chains].map((chain, index) => parseChainIdentifier(chain, `chains[${index}]`));
  return [...new Set(names)];
}

function parseStore(store = localAuthorizationStore): AuthorizationStore {
  if (store === localAuthorizationStore) return store;
  for (const method of ['get', 'set', 'delete'] as const) {
    assertArgument(typeof Object(store)[method] === 'function', `store.${method}`, 'must be a function');
  }
  // An asynchronous store would restore nobody, which only the users who reload would notice.
  const entry = attempt(() => store.get('mobile-wallet-standard'));
  getReturned(entry, 'get', (error) => {
    throw error;
  });
  return store;
}

/** Returns the page's origin, if it is a URL: files and sandboxed frames have the origin "null". */
function getPageOrigin(): string | undefined {
  const origin = globalThis.location?.origin;
  return origin?.startsWith('http') ? origin : undefined;
}
