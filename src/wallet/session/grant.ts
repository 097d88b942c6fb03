import { encodeBase58 } from '../../base58-encode.js';
import { decodeBase64 } from '../../bytes.js';
import type { AuthorizationResult, ChainIdentifier } from '../../protocol/types.js';
import type { Grant, GrantedAccount } from '../stored-grant.js';

/** A grant before what is shown of it is derived. */
export type BareGrant = Omit<Grant, 'accounts' | 'isSendOnly'>;

/** A wallet forgets old tokens, too. */
const MOST_FORMER_TOKENS = 20;

/** Takes an authorization into the grant: token and accounts of its chain, and the base URI, replace the old ones. */
export function addAuthorization(
  grant: BareGrant | undefined,
  { auth_token, accounts, wallet_uri_base }: AuthorizationResult,
  chain: ChainIdentifier,
): BareGrant {
  const authorization = { token: auth_token, accounts: accounts.map((account) => toGranted(account, chain)) };
  const byChain = { ...grant?.byChain, [chain]: authorization };
  const formerTokens = getTokens(grant)
    .filter((token) => Object.values(byChain).every((one) => one.token !== token))
    .slice(-MOST_FORMER_TOKENS);
  return {
    chain: grant?.chain ?? chain,
    byChain,
    ...(formerTokens.length > 0 && { formerTokens }),
    ...(wallet_uri_base !== undefined && { baseUri: wallet_uri_base }),
    ...(grant?.capabilities && { capabilities: grant.capabilities }),
    ...(grant?.hasRefusedSigning && { hasRefusedSigning: true as const }),
  };
}

/**
 * Stops using a chain's token, because a wallet refused it. It becomes a former one, since the user may have chosen another
 * wallet app than the one that issued it, and `revoke` must still be able to take it back there.
 */
export function retireToken(grant: BareGrant, chain: ChainIdentifier): BareGrant {
  const token = grant.byChain[chain]?.token;
  if (token === undefined) return grant;
  const others = (grant.formerTokens ?? []).filter((one) => one !== token);
  return { ...dropToken(grant, chain), formerTokens: [...others, token].slice(-MOST_FORMER_TOKENS) };
}

/** Drops a chain's token, which is no longer valid. */
function dropToken(grant: BareGrant, chain: ChainIdentifier): BareGrant {
  const accounts = grant.byChain[chain]?.accounts;
  return accounts ? { ...grant, byChain: { ...grant.byChain, [chain]: { accounts } } } : grant;
}

/** Drops a token wherever it is, and keeps the accounts that it stood for. */
export function dropTokenEverywhere(grant: BareGrant, token: string): BareGrant {
  const former = { ...grant, formerTokens: grant.formerTokens?.filter((one) => one !== token) ?? [] };
  return (Object.keys(grant.byChain) as ChainIdentifier[])
    .filter((chain) => grant.byChain[chain]?.token === token)
    .reduce(dropToken, former);
}

/** Forgets the authorization that a token stands for; without any left there is no grant. */
export function removeAuthorization(grant: BareGrant, token: string): BareGrant | undefined {
  const entries = Object.entries(grant.byChain).filter(([, authorization]) => authorization.token !== token);
  const [first] = entries;
  if (!first) return undefined;
  const byChain: Grant['byChain'] = Object.fromEntries(entries);
  const chain = byChain[grant.chain] ? grant.chain : (first[0] as ChainIdentifier);
  return dropTokenEverywhere({ ...grant, byChain, chain }, token);
}

/** Forgets that the wallet has refused to sign transactions. */
export function withoutRefusal(grant: BareGrant | undefined): BareGrant | undefined {
  if (!grant) return undefined;
  const { hasRefusedSigning: _, ...rest } = grant;
  return rest;
}

/** Forgets the link by which the wallet was opened; tokens stay. */
export function withoutBaseUri({ baseUri: _, ...grant }: BareGrant): BareGrant {
  return grant;
}

/** The tokens of a grant that the wallet may still take, the oldest first. */
export function getTokens(grant: BareGrant | undefined): readonly string[] {
  const current = Object.values(grant?.byChain ?? {}).flatMap(({ token }) => token ?? []);
  return [...new Set([...(grant?.formerTokens ?? []), ...current])];
}

/** Tells whether an account may be used on a chain, as far as its last authorization says. */
export function isGranted(grant: BareGrant | undefined, chain: ChainIdentifier, address: string): boolean {
  return grant?.byChain[chain]?.accounts.some((account) => account.address === address) ?? false;
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
