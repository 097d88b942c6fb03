import type { WalletAccount } from '@wallet-standard/base';
import type { Transport } from '../../protocol/remote-option.js';
import type { AuthorizationResult, ChainIdentifier } from '../../protocol/types.js';
import { decodeBase58, encodeBase58 } from '../../util/base58.js';
import { decodeBase64, encodeBase64 } from '../../util/bytes.js';
import type { FirstSettings } from '../options.js';
import { withShown } from './shown-accounts.js';
import type { WalletState } from './state.js';
import type { BareGrant, Grant, GrantedAccount, RemoteToken } from './stored-grant.js';

/** Reads and replaces the wallet's grant. */
export type Grants = Readonly<{
  /** Reads the store, which may emit a change and end the session: see {@link WalletState.readGrant}. */
  readGrant(): Grant | undefined;
  /** Returns the accounts that the wallet shows. Reads the store, too. */
  getAccounts(): readonly WalletAccount[];
  /** Replaces the grant, derives from it what the wallet shows, and stores both. */
  setGrant(grant: BareGrant | undefined): void;
  /** Replaces the grant by what `update` returns for it. Does nothing if there is no grant. */
  updateGrant(update: (grant: Grant) => BareGrant | undefined): void;
}>;

/** The most former tokens to keep, because wallets forget old tokens too. */
const MOST_FORMER_TOKENS = 20;

/** Creates the {@link Grants} of a wallet. */
export function createGrants(
  { readGrant, getAccounts, setGrant }: Pick<WalletState, 'readGrant' | 'getAccounts' | 'setGrant'>,
  { chains }: Pick<FirstSettings, 'chains'>,
): Grants {
  const grants: Grants = {
    readGrant,
    getAccounts() {
      readGrant();
      return getAccounts();
    },
    setGrant: (grant) => setGrant(grant && withShown(withoutDroppedRemoteTokens(grant), chains)),
    updateGrant(update) {
      const grant = readGrant();
      if (grant) grants.setGrant(update(grant));
    },
  };
  return grants;
}

/**
 * Returns the grants as a session with one wallet app has them: the one that the user had chosen by its
 * package, or the one that the phone chose. A grant of another app is not there for it, until it is replaced
 * whole.
 */
export function getGrantsOfApp(grants: Grants, androidPackage: string | undefined): Grants {
  const ofApp: Grants = {
    ...grants,
    readGrant() {
      const grant = grants.readGrant();
      return isOfApp(grant, androidPackage) ? grant : undefined;
    },
    setGrant: (grant) => grants.setGrant(grant && { ...grant, androidPackage }),
    updateGrant(update) {
      if (ofApp.readGrant()) grants.updateGrant(update);
    },
  };
  return ofApp;
}

/**
 * Whether a grant, if there is one, is of the wallet app that was chosen by this package, or by the phone.
 */
export function isOfApp(grant: BareGrant | undefined, androidPackage: string | undefined): boolean {
  return !grant || grant.androidPackage === androidPackage;
}

/**
 * Returns the grant with an authorization in its chain's place. If the user was asked for it
 * (`isFresh`), they may have chosen another wallet app than the one that refused to sign transactions.
 * `transport` is how the wallet was met, and `isOnDevice` whether it is on this device.
 */
export function addAuthorization(
  grant: BareGrant | undefined,
  { auth_token, accounts, wallet_uri_base }: AuthorizationResult,
  chain: ChainIdentifier,
  {
    isFresh = false,
    transport = 'local',
    isOnDevice = transport === 'local',
  }: Readonly<{ isFresh?: boolean | undefined; transport?: Transport; isOnDevice?: boolean }> = {},
): BareGrant {
  const authorization = { token: auth_token, accounts: accounts.map((account) => toGranted(account, chain)) };
  const byChain = { ...grant?.byChain, [chain]: authorization };
  const formerTokens = getTokens(grant)
    .filter((token) => Object.values(byChain).every((current) => current.token !== token))
    .slice(-MOST_FORMER_TOKENS);
  const otherTokens = (grant?.remoteTokens ?? []).filter(({ token }) => token !== auth_token);
  return {
    chain: grant?.chain ?? chain,
    byChain,
    formerTokens: formerTokens.length > 0 ? formerTokens : undefined,
    remoteTokens:
      transport === 'local' ? otherTokens : [...otherTokens, { token: auth_token, transport, isOnDevice }],
    // The link opens an app on this device. Over a relay, whoever plays the wallet could name another one.
    baseUri: transport === 'local' ? wallet_uri_base : grant?.baseUri,
    androidPackage: grant?.androidPackage,
    capabilities: grant?.capabilities,
    hasRefusedSigning: isFresh ? undefined : grant?.hasRefusedSigning,
  };
}

/** Returns how the wallet that issued a token was met. */
export function getTransport(grant: BareGrant | undefined, token: string): Transport {
  return findRemoteToken(grant, token)?.transport ?? 'local';
}

function findRemoteToken(grant: BareGrant | undefined, token: string): RemoteToken | undefined {
  return grant?.remoteTokens?.find((remote) => remote.token === token);
}

/** Returns the tokens that are used now. */
export function getCurrentTokens(grant: BareGrant | undefined): readonly string[] {
  return Object.values(grant?.byChain ?? {}).flatMap(({ token }) => token ?? []);
}

/** Whether all that is granted is from a wallet on another device. */
export function isRemoteGrant(grant: BareGrant | undefined): boolean {
  const current = getCurrentTokens(grant);
  const tokens = current.length > 0 ? current : (grant?.formerTokens ?? []);
  return tokens.length > 0 && !tokens.some((token) => isOfDevice(grant, token));
}

/** Whether a token is from a wallet app on this device. */
export function isOfDevice(grant: BareGrant | undefined, token: string): boolean {
  return findRemoteToken(grant, token)?.isOnDevice ?? true;
}

/** Returns the grant without the marks of tokens that it no longer has. */
function withoutDroppedRemoteTokens({ remoteTokens, ...grant }: BareGrant): BareGrant {
  const tokens = getTokens(grant);
  const kept = remoteTokens?.filter(({ token }) => tokens.includes(token));
  return kept?.length ? { ...grant, remoteTokens: kept } : grant;
}

/**
 * Returns the grant after a wallet refused a chain's token. The token becomes a former one: the user may have
 * chosen another wallet app than the one that issued it, and `revoke` must still be able to deauthorize it
 * there.
 */
export function retireToken(grant: BareGrant, chain: ChainIdentifier): BareGrant {
  const authorization = grant.byChain[chain];
  if (authorization?.token === undefined) return grant;
  const { token, accounts } = authorization;
  const others = (grant.formerTokens ?? []).filter((former) => former !== token);
  return {
    ...grant,
    byChain: { ...grant.byChain, [chain]: { accounts } },
    formerTokens: [...others, token].slice(-MOST_FORMER_TOKENS),
  };
}

/**
 * Returns the grant after a session has closed, or the user has cancelled, while a chain's token was
 * authorized. Once is an accident; after twice in a row, the token is retired.
 */
export function noteClosed(grant: BareGrant, chain: ChainIdentifier): BareGrant {
  const authorization = grant.byChain[chain];
  if (!authorization || authorization.hasClosed) return retireToken(grant, chain);
  return { ...grant, byChain: { ...grant.byChain, [chain]: { ...authorization, hasClosed: true } } };
}

/** Returns the grant without a token, but with the accounts that it was issued for. */
export function forgetToken(grant: BareGrant, token: string): BareGrant {
  const entries = Object.entries(grant.byChain).map(([chain, authorization]) => [
    chain,
    authorization.token === token ? { accounts: authorization.accounts } : authorization,
  ]);
  const formerTokens = grant.formerTokens?.filter((former) => former !== token) ?? [];
  return { ...grant, byChain: Object.fromEntries(entries), formerTokens };
}

/**
 * Returns the grant without a token's authorization and accounts; `undefined` if no authorization is left.
 */
export function forgetAuthorization(grant: BareGrant, token: string): BareGrant | undefined {
  const entries = Object.entries(grant.byChain).filter(([, authorization]) => authorization.token !== token);
  const [first] = entries;
  if (!first) return undefined;
  const byChain: Grant['byChain'] = Object.fromEntries(entries);
  const chain = byChain[grant.chain] ? grant.chain : (first[0] as ChainIdentifier);
  return forgetToken({ ...grant, byChain, chain }, token);
}

/** Returns the tokens that the wallet may still accept, oldest first. */
export function getTokens(grant: BareGrant | undefined): readonly string[] {
  return [...new Set([...(grant?.formerTokens ?? []), ...getCurrentTokens(grant)])];
}

/** Whether the last authorization of a chain granted an account. */
export function isGranted(grant: BareGrant | undefined, chain: ChainIdentifier, address: string): boolean {
  return grant?.byChain[chain]?.accounts.some((account) => account.address === address) ?? false;
}

/** Returns the base58 addresses of all granted accounts, of all chains. */
export function getGrantedAddresses(grant: BareGrant | undefined): readonly string[] {
  return Object.values(grant?.byChain ?? {}).flatMap(({ accounts }) =>
    accounts.map(({ address }) => address),
  );
}

/** Returns the base58 address of an account as the wallet describes it. */
export function getAddress({ address }: AuthorizationResult['accounts'][number]): string {
  return encodeBase58(decodeBase64(address));
}

/**
 * Returns the accounts to name to the wallet: those needed, and those granted, which it may otherwise leave
 * out.
 */
export function getAddressHint(
  grant: BareGrant | undefined,
  chain: ChainIdentifier,
  needed: readonly string[],
): Readonly<{ addresses?: readonly string[] }> {
  const granted = grant?.byChain[chain]?.accounts.map(({ address }) => address) ?? [];
  const addresses = [...new Set([...needed, ...granted])];
  if (addresses.length === 0) return {};
  return { addresses: addresses.map((address) => encodeBase64(decodeBase58(address))) };
}

function toGranted(account: AuthorizationResult['accounts'][number], chain: ChainIdentifier): GrantedAccount {
  const { label, icon, chains, features } = account;
  // A wallet that names only the authorized chain is treated like a wallet that names none.
  const others = chains.filter((name) => name !== chain);
  return {
    address: getAddress(account),
    label,
    icon,
    chains: others.length > 0 ? others : undefined,
    features,
  };
}
