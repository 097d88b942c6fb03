import { decodeBase64, encodeBase58 } from '../bytes.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier } from '../protocol/types.js';
import type { Settings } from './options.js';

/** An account as it is kept; `address` is base58 here. */
export type GrantedAccount = Readonly<{
  address: string;
  label?: string;
  icon?: string;
  /** Chains that the wallet named for it, if it named any. */
  chains?: readonly string[];
  /** The wallet's own names of features; absent means all. */
  features?: readonly string[];
}>;

/** All that the wallet has granted and told: what survives a reload. Never holds a sign-in result. */
export type Grant = Readonly<{
  /** The chain of the connect or sign-in that this grant began with. */
  chain: ChainIdentifier;
  /** One token per chain; a token is never sent with another chain. */
  tokens: Readonly<Partial<Record<ChainIdentifier, string>>>;
  accounts: readonly GrantedAccount[];
  baseUri?: string;
  capabilities?: Capabilities;
}>;

const VERSION = 1;

/** Names the store's entry: apart by format version and identity, so that none reads another's. */
export function getGrantKey({ identity }: Settings): string {
  return `mobile-wallet-standard:${VERSION}:${identity.uri ?? ''}`;
}

/** Takes an authorization into the grant: its token by chain, its accounts and base URI whole. */
export function addAuthorization(
  grant: Grant | undefined,
  { auth_token, accounts, wallet_uri_base }: AuthorizationResult,
  chain: ChainIdentifier,
): Grant {
  return {
    chain: grant?.chain ?? chain,
    tokens: { ...grant?.tokens, [chain]: auth_token },
    accounts: accounts.map(({ address, label, icon, chains, features }) => ({
      address: encodeBase58(decodeBase64(address)),
      ...(label !== undefined && { label }),
      ...(icon !== undefined && { icon }),
      chains,
      ...(features && { features }),
    })),
    ...(isBaseUri(wallet_uri_base) && { baseUri: wallet_uri_base }),
    ...(grant?.capabilities && { capabilities: grant.capabilities }),
  };
}

/** Drops a chain's token, which the wallet no longer takes. */
export function dropToken(grant: Grant, chain: ChainIdentifier): Grant {
  const { [chain]: _, ...tokens } = grant.tokens;
  return { ...grant, tokens };
}

/** Reads a grant back; `undefined` for anything that is not one, so that corruption costs one connect. */
export function parseGrant(text: string | null | undefined, { chains }: Settings): Grant | undefined {
  try {
    const grant: unknown = JSON.parse(text ?? 'null');
    return isGrant(grant) && chains.includes(grant.chain) ? grant : undefined;
  } catch {
    return undefined;
  }
}

function isGrant(value: unknown): value is Grant {
  if (!isJsonObject(value)) return false;
  const { chain, tokens, accounts, baseUri, capabilities } = value;
  return (
    typeof chain === 'string' &&
    isJsonObject(tokens) &&
    Object.values(tokens).every(isString) &&
    Array.isArray(accounts) &&
    accounts.length > 0 &&
    accounts.every(isGrantedAccount) &&
    (baseUri === undefined || isBaseUri(baseUri)) &&
    (capabilities === undefined || isCapabilities(capabilities))
  );
}

function isGrantedAccount(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { address, label, icon, chains, features } = value;
  return (
    isString(address) &&
    [label, icon].every((text) => text === undefined || isString(text)) &&
    [chains, features].every((list) => list === undefined || isArrayOf(list, isString))
  );
}

function isCapabilities(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const limits = [value['max_transactions_per_request'], value['max_messages_per_request']];
  return (
    isArrayOf(
      value['supported_transaction_versions'],
      (version) => version === 'legacy' || Number.isInteger(version),
    ) &&
    isArrayOf(value['features'], isString) &&
    limits.every((limit) => limit === undefined || Number.isInteger(limit))
  );
}

function isBaseUri(value: unknown): value is string {
  return isString(value) && URL.canParse(value) && new URL(value).protocol === 'https:';
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isArrayOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
