import type { WalletIcon } from '@wallet-standard/base';
import type { Debug } from '../dapp/debug-log.js';
import type { Dial } from '../dapp/dial.js';
import type { Launch } from '../dapp/launch.js';
import type { OnProgress } from '../dapp/session.js';
import type { SessionUi } from '../dapp/ui.js';
import type { DialogTexts } from '../dialogs/texts.js';
import { assertArgument } from '../errors.js';
import { getObject } from '../protocol/arguments.js';
import { DEFAULT_CHAIN, getChainIdentifier } from '../protocol/chains.js';
import { getWireIdentity, isIcon } from '../protocol/identity.js';
import type { ChainIdentifier, Identity } from '../protocol/types.js';
import { getWalletIcon } from './icon.js';
import { type AuthorizationStore, localAuthorizationStore } from './store.js';

/** What `registerMobileWallet` and `createMobileWallet` take. */
export type MobileWalletOptions = Readonly<{
  /**
   * How the dapp presents itself. `uri` defaults to the page's origin; `icon` is a path relative to `uri`, or an
   * absolute URL on its origin.
   */
  identity: Readonly<{ name: string; uri?: string; icon?: string }>;
  /**
   * Chains that the dapp uses, first the one to connect with; `['solana:mainnet']` by default. Cluster names (`devnet`,
   * `mainnet-beta`) are taken, too, where types are not checked.
   */
  chains?: readonly ChainIdentifier[];
  /**
   * Where to offer wallets on the same device; `android` by default. Where a mock wallet is in the page, it is offered on
   * any device, except with `never`.
   */
  local?: 'android' | 'always' | 'never';
  /** Keeps authorizations between page loads; `localStorage` by default. */
  store?: AuthorizationStore;
  /** How long a session stays open after its last call has settled, in ms; 0 (one macrotask) by default. */
  linger?: number;
  /** The wallet's name; `Mobile Wallet Adapter` by default, which wallet pickers know. */
  name?: string;
  icon?: WalletIcon;
  /**
   * What people see while a session is opened; by default this package's dialogs, loaded when needed. `false` turns them
   * off: then the errors say what there is to tell. Each can be replaced, and so can their texts.
   */
  dialogs?: false | Dialogs;
  /** Hears where the wallet's session stands, for a dapp that shows it. */
  onProgress?: OnProgress;
  /** Logs names, sizes and times of sessions (never tokens or payloads) to the console, or to a function. */
  debug?: Debug;
  /** Opens the association URI; by default a navigation. */
  launch?: Launch;
  /** Connects to the wallet; by default a WebSocket on loopback. */
  dial?: Dial;
}>;

/** What people see, as far as a dapp replaces it. */
export type Dialogs = Partial<SessionUi> & Readonly<{ texts?: Partial<DialogTexts> }>;

/** What `setTimeout` can wait. */
const LONGEST_LINGER = 2 ** 31 - 1;

/** Options after checks, with their defaults. */
export type Settings = Readonly<
  Required<Omit<MobileWalletOptions, 'chains' | 'identity' | 'launch' | 'dial' | 'onProgress'>> &
    Pick<MobileWalletOptions, 'launch' | 'dial' | 'onProgress'> & {
      identity: Identity;
      chains: readonly [ChainIdentifier, ...ChainIdentifier[]];
    }
>;

/**
 * Checks options and fills in what is left out.
 *
 * @throws `INVALID_ARGUMENT` naming the option
 */
export function getSettings(options: MobileWalletOptions): Settings {
  const {
    identity,
    chains,
    local = 'android',
    store = localAuthorizationStore,
    linger = 0,
    name = 'Mobile Wallet Adapter',
    icon = getWalletIcon(),
    dialogs = {},
    debug = false,
    launch,
    dial,
    onProgress,
  } = getObject(options, 'options') as MobileWalletOptions;
  const { get } = Object(store) as Partial<AuthorizationStore>;
  assertArgument(['android', 'always', 'never'].includes(local), 'local', 'must be android, always or never');
  assertArgument(
    Number.isFinite(linger) && linger >= 0 && linger <= LONGEST_LINGER,
    'linger',
    `must be milliseconds, from 0 to ${LONGEST_LINGER}`,
  );
  // Wallet pickers split `name:address` at the colon.
  assertArgument(
    typeof name === 'string' && name && !name.includes(':'),
    'name',
    'must not be empty or contain a colon',
  );
  assertArgument(isIcon(icon), 'icon', 'must be a base64 data URI of an SVG, WebP, PNG or GIF image');
  for (const [option, method] of Object.entries({ launch, dial, onProgress, 'store.get': get ?? null })) {
    assertArgument(method === undefined || typeof method === 'function', option, 'must be a function');
  }
  if (dialogs !== false) getObject(dialogs, 'dialogs');
  return {
    identity: getIdentity(identity),
    chains: getChains(chains),
    local,
    store,
    linger,
    name,
    icon,
    dialogs,
    debug,
    ...(launch && { launch }),
    ...(dial && { dial }),
    ...(onProgress && { onProgress }),
  };
}

function getChains(chains: readonly string[] = [DEFAULT_CHAIN]): Settings['chains'] {
  assertArgument(Array.isArray(chains), 'chains', 'must be an array');
  const names = [...chains].map((chain, index) => getChainIdentifier(chain, `chains[${index}]`));
  const [first, ...rest] = new Set(names);
  assertArgument(first, 'chains', 'must name one chain or more');
  return [first, ...rest];
}

function getIdentity(given: MobileWalletOptions['identity']): Identity {
  const {
    name,
    icon,
    uri = getPageOrigin(),
  } = getObject(given, 'identity') as MobileWalletOptions['identity'];
  assertArgument(typeof name === 'string', 'identity.name', 'must be given');
  // On a server the page's origin is not known, so an icon on it cannot be told from another, and no wallet sees it.
  const isIconUsable = uri !== undefined || !/^https?:/.test(icon ?? '');
  return getWireIdentity({
    name,
    ...(uri !== undefined && { uri }),
    ...(icon !== undefined && isIconUsable && { icon }),
  });
}

/** A page without an address of its own (a file, a sandboxed frame) has the origin "null". */
function getPageOrigin(): string | undefined {
  const origin = globalThis.location?.origin;
  return origin?.startsWith('http') ? origin : undefined;
}
