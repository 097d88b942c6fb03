import type { WalletIcon } from '@wallet-standard/base';
import type { Dial } from '../dapp/dial.js';
import type { Launch } from '../dapp/launch.js';
import { createInvalidArgumentError } from '../errors.js';

import { DEFAULT_CHAIN, getChainIdentifier } from '../protocol/chains.js';
import { getWireIdentity } from '../protocol/identity.js';
import type { ChainIdentifier, Identity } from '../protocol/types.js';
import { WALLET_ICON } from './icon.js';
import { type AuthorizationStore, localAuthorizationStore } from './store.js';

/** What `registerMobileWallet` and `createMobileWallet` take. */
export type MobileWalletOptions = Readonly<{
  /**
   * How the dapp presents itself. `uri` defaults to the page's origin; `icon` is a path relative to `uri`, or an
   * absolute URL on its origin.
   */
  identity: Readonly<{ name: string; uri?: string; icon?: string }>;
  /** Chains that the dapp uses, first the one to connect with; `['solana:mainnet']` by default. */
  chains?: readonly string[];
  /** Where to offer wallets on the same device; `android` by default. */
  local?: 'android' | 'always' | 'never';
  /** Keeps authorizations between page loads; `localStorage` by default. */
  store?: AuthorizationStore;
  /** How long a session stays open after its last call has settled, in ms; 0 (one macrotask) by default. */
  linger?: number;
  /** The wallet's name; `Mobile Wallet Adapter` by default, which wallet pickers know. */
  name?: string;
  icon?: WalletIcon;
  /** Opens the association URI; by default a navigation. */
  launch?: Launch;
  /** Connects to the wallet; by default a WebSocket on loopback. */
  dial?: Dial;
}>;

/** Options after checks, with their defaults. */
export type Settings = Readonly<{
  identity: Identity;
  chains: readonly [ChainIdentifier, ...ChainIdentifier[]];
  local: 'android' | 'always' | 'never';
  store: AuthorizationStore;
  linger: number;
  name: string;
  icon: WalletIcon;
  launch?: Launch;
  dial?: Dial;
}>;

/**
 * Checks options and fills in what is left out.
 *
 * @throws `INVALID_ARGUMENT` naming the option
 */
export function getSettings({
  identity,
  chains = [DEFAULT_CHAIN],
  local = 'android',
  store = localAuthorizationStore,
  linger = 0,
  name = 'Mobile Wallet Adapter',
  icon = WALLET_ICON,
  launch,
  dial,
}: MobileWalletOptions): Settings {
  if (!['android', 'always', 'never'].includes(local)) {
    throw createInvalidArgumentError('local', 'must be android, always or never');
  }
  if (!(Number.isFinite(linger) && linger >= 0)) {
    throw createInvalidArgumentError('linger', 'must be a number of milliseconds');
  }
  // Wallet pickers split `name:address` at the colon.
  if (name === '' || name.includes(':')) {
    throw createInvalidArgumentError('name', 'must not be empty or contain a colon');
  }
  return {
    identity: getIdentity(identity),
    chains: getChains(chains),
    local,
    store,
    linger,
    name,
    icon,
    ...(launch && { launch }),
    ...(dial && { dial }),
  };
}

function getChains(chains: readonly string[]): Settings['chains'] {
  const [first, ...rest] = new Set(
    chains.map((chain, index) => getChainIdentifier(chain, `chains[${index}]`)),
  );
  if (first === undefined) throw createInvalidArgumentError('chains', 'must name one chain or more');
  return [first, ...rest];
}

function getIdentity(identity: MobileWalletOptions['identity']): Identity {
  if (typeof identity?.name !== 'string') throw createInvalidArgumentError('identity.name', 'must be given');
  const uri = identity.uri ?? getPageOrigin();
  return getWireIdentity(uri === undefined ? identity : { ...identity, uri });
}

/** A page without an address of its own (a file, a sandboxed frame) has the origin "null". */
function getPageOrigin(): string | undefined {
  const origin = globalThis.location?.origin;
  return origin?.startsWith('http') ? origin : undefined;
}
