import type { WalletIcon } from '@wallet-standard/base';
import type { Debug } from '../dapp/debug-log.js';
import type { Dial } from '../dapp/open/dial.js';
import type { Launch } from '../dapp/open/launch.js';
import type { OnProgress } from '../dapp/open/progress.js';
import type { SessionUi } from '../dapp/open/session-ui.js';
import type { DialogTexts } from '../dialogs/texts.js';
import { parseObject } from '../protocol/arguments.js';
import { DEFAULT_CHAIN, parseChainIdentifier } from '../protocol/chains.js';
import { isIcon, parseWireIdentity } from '../protocol/identity.js';
import type { Remote } from '../protocol/remote-option.js';
import { assertDuration, assertRemote } from '../protocol/remote-option.js';
import type { ChainIdentifier, Identity } from '../protocol/types.js';
import { assertArgument, attempt } from '../util/errors.js';
import { type AuthorizationStore, getReturned, localAuthorizationStore } from './store.js';

/**
 * The options of `registerMobileWallet` and `createMobileWallet`.
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
   * scans a code once, and the session stays open for `idle` milliseconds without a call (five minutes by
   * default), while the page is open. On an Android phone the wallet app there is tried first, unless `local`
   * is `never`; if the browser blocks the connection to it, the user may open it over this relay.
   */
  remote?: Remote | undefined;
  /**
   * How long a session with a wallet app on this device stays open after its last call has settled, in
   * milliseconds; 0 (one macrotask) by default.
   */
  linger?: number | undefined;
  /**
   * Where no session with a wallet app is possible (on an iPhone, and in the browser inside another app),
   * registers the wallet all the same: a call then shows the user links that open this page in a wallet app's
   * own browser, where the app's own wallet is. With `true`, to the wallet apps that this package knows; a
   * list names them, in its order, and may have others. Off by default, with `local: 'never'`, and with
   * `dialogs: false`.
   */
  openIn?: OpenIn | undefined;
  /** The wallet's name; by default `Mobile Wallet Adapter`, which wallet pickers recognize. */
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

/** A wallet app whose link this package knows. */
export type KnownWalletApp = 'Phantom' | 'Solflare';

/** A wallet app that can open this page in its own browser. */
export type WalletAppLink = Readonly<{
  /** The app's name. */
  name: string;
  /** The app's icon: a `data:` URI of an image. Without one, the first letter of the name is shown. */
  icon?: string | undefined;
  /**
   * Returns the `https:` link that opens a page in the app. Any other is left out and reported.
   *
   * @param url the page's address
   */
  getLink(url: string): string;
  /** The `https:` address of a page where one gets the app. */
  getAppUrl?: string | undefined;
}>;

/** Which wallet apps can open this page, by the name of one that this package knows, or by its link. */
export type WalletApps = readonly (KnownWalletApp | WalletAppLink)[];

/** Whether this page can be opened in a wallet app, and in which. */
export type OpenIn =
  | boolean
  | WalletApps
  | Readonly<{
      /** The wallet apps; all that this package knows by default. */
      wallets?: WalletApps | undefined;
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

type OpenInMembers = Readonly<{ getUrl?: unknown; wallets?: unknown }>;

/** The options after checks, with their defaults. */
export type Settings = Readonly<{
  /** The identity as wallets get it. */
  identity: Identity & Readonly<{ name: string }>;
  /** The identity as dialogs show it, whose icon may be a data URI. */
  app: Identity;
  /** The registered chains, each once. The wallet connects with the first. */
  chains: readonly [ChainIdentifier, ...ChainIdentifier[]];
  local: 'android' | 'always' | 'never';
  remote: Remote | undefined;
  store: AuthorizationStore;
  /** Milliseconds. */
  linger: number;
  /** How this page is opened in a wallet app, if it can be. */
  openIn: OpenIn;
  name: string;
  icon: WalletIcon;
  dialogs: false | Dialogs;
  debug: Debug;
  launch: Launch | undefined;
  dial: Dial | undefined;
  onProgress: OnProgress | undefined;
}>;

/**
 * The default icon, drawn for this project: a phone with a keyhole, 24 × 24, legible on light and dark
 * backgrounds.
 */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#4f46e5"/><rect x="7" y="3.5" width="10" height="17" rx="2" fill="#fff"/><path fill="#4f46e5" d="M12 8.5a2.25 2.25 0 0 0-1.1 4.2L10.4 16h3.2l-.5-3.3A2.25 2.25 0 0 0 12 8.5Z"/></svg>';

/**
 * Checks options and adds the defaults.
 *
 * @throws `INVALID_ARGUMENT` with the option's name. A wrong icon and an empty `identity.name` are reported
 * and replaced instead.
 */
export function parseSettings(options: MobileWalletOptions): Settings {
  const {
    identity,
    chains,
    local = 'android',
    remote,
    store = localAuthorizationStore,
    linger = 0,
    openIn = false,
    name = 'Mobile Wallet Adapter',
    icon,
    dialogs = {},
    debug = false,
    launch,
    dial,
    onProgress,
  } = parseObject<MobileWalletOptions>(options, 'options');
  assertArgument(['android', 'always', 'never'].includes(local), 'local', 'must be android, always or never');
  assertDuration(linger, 'linger');
  assertRemote(remote);
  // Wallet pickers split `name:address` at the colon.
  const isName = typeof name === 'string' && name && !name.includes(':');
  assertArgument(isName, 'name', 'must not be empty or contain a colon');
  const { getUrl, wallets: apps = [] } = Object(
    Array.isArray(openIn) ? { wallets: openIn } : openIn,
  ) as OpenInMembers;
  const methods = Object(store) as Partial<AuthorizationStore>;
  for (const [option, method] of Object.entries({
    launch,
    dial,
    onProgress,
    'openIn.getUrl': getUrl,
    'store.get': methods.get ?? null,
    'store.set': methods.set ?? null,
    'store.delete': methods.delete ?? null,
  })) {
    assertArgument(method === undefined || typeof method === 'function', option, 'must be a function');
  }
  // An app that this version does not know, and any other wrong link, is left out when the links are made.
  assertArgument(Array.isArray(apps), 'openIn', 'must be an array');
  for (const [index, app] of apps.entries()) {
    const hasLink = typeof app === 'string' || typeof app?.getLink === 'function';
    assertArgument(hasLink, `openIn[${index}].getLink`, 'must be a function');
  }
  if (store !== localAuthorizationStore) {
    // An asynchronous store would restore nobody, which only the users who reload would notice.
    const entry = attempt(() => store.get('mobile-wallet-standard'));
    getReturned(entry, 'get', (error) => {
      throw error;
    });
  }
  if (dialogs !== false) parseObject(dialogs, 'dialogs');
  else assertArgument(!remote, 'dialogs', 'must not be false with `remote`');
  return {
    ...parseIdentity(identity),
    chains: parseChains(chains),
    local,
    store,
    linger,
    openIn: dialogs && openIn,
    name,
    icon: orReport(() => parseIcon(icon)) ?? parseIcon(),
    dialogs,
    debug,
    remote,
    launch,
    dial,
    onProgress,
  };
}

/** Encodes the default icon here, because its base64 would take more bytes of each page. */
function parseIcon(icon: unknown = `data:image/svg+xml;base64,${btoa(SVG)}`): WalletIcon {
  assertArgument(isIcon(icon), 'icon', 'must be a base64 data URI of an SVG, WebP, PNG or GIF image');
  return icon;
}

function parseChains(
  chains: readonly string[] = [DEFAULT_CHAIN],
): readonly [ChainIdentifier, ...ChainIdentifier[]] {
  assertArgument(Array.isArray(chains), 'chains', 'must be an array');
  const names = [...chains].map((chain, index) => parseChainIdentifier(chain, `chains[${index}]`));
  const [first, ...rest] = new Set(names);
  assertArgument(first, 'chains', 'must name one chain or more');
  return [first, ...rest];
}

/** Returns the identity as wallets get it, and as dialogs show it, where the icon may be a data URI. */
function parseIdentity(option: MobileWalletOptions['identity']): Pick<Settings, 'identity' | 'app'> {
  const {
    name,
    icon,
    uri = getPageOrigin(),
  } = parseObject<Partial<MobileWalletOptions['identity']>>(option, 'identity');
  const base = parseWireIdentity({ uri });
  const host = uri === undefined ? 'Dapp' : new URL(uri).host;
  const shownName = orReport(() => parseWireIdentity({ name: name ?? '' }).name) ?? host;
  // Without the page's origin, as on a server, an absolute URL cannot be checked. No wallet sees the icon
  // there.
  const start = typeof icon === 'string' ? icon.slice(0, 11).toLowerCase() : '';
  const isIconUsable = icon !== undefined && (uri !== undefined || !start.startsWith('http'));
  const path = isIconUsable ? orReport(() => parseWireIdentity({ ...base, icon }).icon) : undefined;
  const identity = { ...base, name: shownName, icon: path };
  const app = start === 'data:image/' ? { ...identity, icon } : identity;
  return { identity, app };
}

/**
 * Returns what `check` returns, or `undefined` if it throws. The error is reported and not thrown, because a
 * name or an icon often comes from a build's environment or from another library, and an error while a page
 * loads would break all of it.
 */
function orReport<T>(check: () => T): T | undefined {
  return attempt(check, (error) => void globalThis.reportError?.(error));
}

/** Returns the page's origin, if it is a URL: files and sandboxed frames have the origin "null". */
function getPageOrigin(): string | undefined {
  const origin = globalThis.location?.origin;
  return origin?.startsWith('http') ? origin : undefined;
}
