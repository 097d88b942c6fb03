import type { WalletAccount } from '@wallet-standard/base';
import type { Capabilities, ChainIdentifier } from '../protocol/types.js';
import type { Settings } from './options.js';

/** An account as it is kept; `address` is base58 here. */
export type GrantedAccount = Readonly<{
  address: string;
  label?: string;
  icon?: string;
  /** Chains that the wallet named for it besides the authorized one, if it named any. */
  chains?: readonly string[];
  /** The wallet's own names of features; absent means all. */
  features?: readonly string[];
}>;

/** An account as wallet pickers see it, but for what is derived from its address. */
export type ShownAccount = Omit<WalletAccount, 'publicKey'>;

/** What the wallet granted on one chain. The token is gone once the wallet no longer takes it. */
export type ChainGrant = Readonly<{ token?: string; accounts: readonly GrantedAccount[] }>;

/** All that the wallet has granted and told: what survives a reload. Never holds a sign-in result. */
export type Grant = Readonly<{
  /** The chain of the connect or sign-in that this grant began with. */
  chain: ChainIdentifier;
  /** One authorization per chain: a token is never sent with another chain. */
  byChain: Readonly<Partial<Record<ChainIdentifier, ChainGrant>>>;
  /** Tokens that are not used any more, replaced or refused, and that the wallet of their own may still take. */
  formerTokens?: readonly string[];
  baseUri?: string;
  capabilities?: Capabilities;
  /** The wallet has refused to sign transactions without sending them, whatever its capabilities say. */
  hasRefusedSigning?: true;
  /** The wallet is taken to sign only what it sends; kept for the same reason as `accounts`. */
  isSendOnly?: boolean;
  /** What is shown of all that: kept, so that a page that loads need not know how it is derived. */
  accounts: readonly ShownAccount[];
}>;

const VERSION = 1;

/** Names the store's entry: apart by format version, identity and set of chains, so that none reads another's. */
export function getGrantKey({ identity, chains }: Settings): string {
  return `mobile-wallet-standard:${VERSION}:${identity.uri ?? ''}:${[...chains].sort().join()}`;
}

/** Writes a grant as the store keeps it: JSON after its checksum. */
export function formatGrant(grant: Grant): string {
  return seal(JSON.stringify(grant));
}

/**
 * Reads a grant back; `undefined` for any text that was not written as it is now, so that corruption costs one connect. The
 * checksum stands for checks of the shape, which every page would load.
 */
export function parseGrant(text: string | null | undefined): Grant | undefined {
  const json = text?.replace(/^-?\d+(?={)/, '') ?? '';
  return json && text === seal(json) ? JSON.parse(json) : undefined;
}

function seal(json: string): string {
  let sum = 0;
  for (let index = 0; index < json.length; index++) sum = (Math.imul(sum, 31) + json.charCodeAt(index)) | 0;
  return `${sum}${json}`;
}
