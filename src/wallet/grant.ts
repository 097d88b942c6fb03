import { decodeBase64, encodeBase58 } from '../bytes.js';
import { isBase58Key } from '../protocol/arguments.js';
import { isBaseUri } from '../protocol/association.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier } from '../protocol/types.js';
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

/** What the wallet granted on one chain. The token is gone once the wallet no longer takes it. */
export type ChainGrant = Readonly<{ token?: string; accounts: readonly GrantedAccount[] }>;

/** All that the wallet has granted and told: what survives a reload. Never holds a sign-in result. */
export type Grant = Readonly<{
  /** The chain of the connect or sign-in that this grant began with. */
  chain: ChainIdentifier;
  /** One authorization per chain: a token is never sent with another chain. */
  byChain: Readonly<Partial<Record<ChainIdentifier, ChainGrant>>>;
  /** Tokens that later ones have replaced, and that the wallet may still take. */
  formerTokens?: readonly string[];
  baseUri?: string;
  capabilities?: Capabilities;
}>;

const VERSION = 1;
/** A wallet forgets old tokens, too. */
const MOST_FORMER_TOKENS = 20;

/** Names the store's entry: apart by format version, identity and set of chains, so that none reads another's. */
export function getGrantKey({ identity, chains }: Settings): string {
  return `mobile-wallet-standard:${VERSION}:${identity.uri ?? ''}:${[...chains].sort().join()}`;
}

/** Takes an authorization into the grant: token and accounts of its chain, and the base URI, replace the old ones. */
export function addAuthorization(
  grant: Grant | undefined,
  { auth_token, accounts, wallet_uri_base }: AuthorizationResult,
  chain: ChainIdentifier,
): Grant {
  const authorization = { token: auth_token, accounts: accounts.map((account) => toGranted(account, chain)) };
  const byChain = { ...grant?.byChain, [chain]: authorization };
  const formerTokens = getTokens(grant)
    .filter((token) => Object.values(byChain).every((one) => one.token !== token))
    .slice(-MOST_FORMER_TOKENS);
  return {
    chain: grant?.chain ?? chain,
    byChain,
    ...(formerTokens.length > 0 && { formerTokens }),
    ...(isBaseUri(wallet_uri_base) && { baseUri: wallet_uri_base }),
    ...(grant?.capabilities && { capabilities: grant.capabilities }),
  };
}

/** Drops a chain's token, which the wallet no longer takes. */
export function dropToken(grant: Grant, chain: ChainIdentifier): Grant {
  const accounts = grant.byChain[chain]?.accounts;
  return accounts ? { ...grant, byChain: { ...grant.byChain, [chain]: { accounts } } } : grant;
}

/** Drops a token wherever it is, and keeps the accounts that it stood for. */
export function dropTokenEverywhere(grant: Grant, token: string): Grant {
  const former = { ...grant, formerTokens: grant.formerTokens?.filter((one) => one !== token) ?? [] };
  return (Object.keys(grant.byChain) as ChainIdentifier[])
    .filter((chain) => grant.byChain[chain]?.token === token)
    .reduce(dropToken, former);
}

/** Forgets the authorization that a token stands for; without any left there is no grant. */
export function removeAuthorization(grant: Grant, token: string): Grant | undefined {
  const entries = Object.entries(grant.byChain).filter(([, authorization]) => authorization.token !== token);
  const [first] = entries;
  if (!first) return undefined;
  const byChain: Grant['byChain'] = Object.fromEntries(entries);
  const chain = byChain[grant.chain] ? grant.chain : (first[0] as ChainIdentifier);
  return dropTokenEverywhere({ ...grant, byChain, chain }, token);
}

/** Forgets the link by which the wallet was opened; tokens stay. */
export function withoutBaseUri({ baseUri: _, ...grant }: Grant): Grant {
  return grant;
}

/** The tokens of a grant that the wallet may still take, the oldest first. */
export function getTokens(grant: Grant | undefined): readonly string[] {
  return [
    ...(grant?.formerTokens ?? []),
    ...Object.values(grant?.byChain ?? {}).flatMap(({ token }) => token ?? []),
  ];
}

/** Tells whether an account may be used on a chain, as far as its last authorization says. */
export function isGranted(grant: Grant | undefined, chain: ChainIdentifier, address: string): boolean {
  return grant?.byChain[chain]?.accounts.some((account) => account.address === address) ?? false;
}

/** Reads a grant back; `undefined` for anything that is not one, so that corruption costs one connect. */
export function parseGrant(text: string | null | undefined, { chains }: Settings): Grant | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return readGrant(value, chains);
  } catch {
    return undefined;
  }
}

function toGranted(
  { address, label, icon, chains, features }: AuthorizationResult['accounts'][number],
  chain: ChainIdentifier,
): GrantedAccount {
  // A wallet that names only the chain it authorized says no more than one that names none.
  const others = chains.filter((name) => name !== chain);
  return {
    address: encodeBase58(decodeBase64(address)),
    ...(label !== undefined && { label }),
    ...(icon !== undefined && { icon }),
    ...(others.length > 0 && { chains: others }),
    ...(features && { features }),
  };
}

/** A chain that is no longer registered is left out; what may be asked anew is dropped where it is malformed. */
function readGrant(value: unknown, registered: Settings['chains']): Grant | undefined {
  if (!isJsonObject(value) || !isJsonObject(value['byChain'])) return undefined;
  const { byChain, formerTokens, baseUri, capabilities } = value;
  const entries = registered
    .map((chain) => [chain, byChain[chain]] as const)
    .filter((entry): entry is [ChainIdentifier, ChainGrant] => isChainGrant(entry[1]));
  const chain = entries.find(([name]) => name === value['chain'])?.[0];
  if (chain === undefined) return undefined;
  return {
    chain,
    byChain: Object.fromEntries(entries),
    ...(isArrayOf(formerTokens, isToken) && { formerTokens: formerTokens as readonly string[] }),
    ...(isBaseUri(baseUri) && { baseUri }),
    ...(isCapabilities(capabilities) && { capabilities }),
  };
}

function isChainGrant(value: unknown): value is ChainGrant {
  if (!isJsonObject(value)) return false;
  const { token, accounts } = value;
  return (
    (token === undefined || isToken(token)) &&
    isArrayOf(accounts, isGrantedAccount) &&
    (accounts as readonly unknown[]).length > 0
  );
}

function isGrantedAccount(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { address, label, icon, chains, features } = value;
  return (
    isBase58Key(address) &&
    [label, icon].every((text) => text === undefined || isString(text)) &&
    [chains, features].every((list) => list === undefined || isArrayOf(list, isString))
  );
}

function isCapabilities(value: unknown): value is Capabilities {
  if (!isJsonObject(value)) return false;
  const limits = [value['max_transactions_per_request'], value['max_messages_per_request']];
  return (
    isArrayOf(
      value['supported_transaction_versions'],
      (name) => name === 'legacy' || Number.isInteger(name),
    ) &&
    isArrayOf(value['features'], isString) &&
    limits.every((limit) => limit === undefined || (Number.isInteger(limit) && (limit as number) > 0))
  );
}

function isToken(value: unknown): boolean {
  return isString(value) && value !== '';
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isArrayOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
