import type { IdentifierString } from '@wallet-standard/base';
import type { Session } from '../../dapp/open/establish-session.js';
import { isIcon } from '../../protocol/identity.js';
import type { AuthorizationResult, ChainIdentifier } from '../../protocol/types.js';
import { decodeBase58, encodeBase58 } from '../../util/base58.js';
import { decodeBase64, encodeBase64 } from '../../util/bytes.js';
import type { Settings } from '../options.js';
import type { WalletState } from '../state.js';
import type { Grant, GrantedAccount, ShownAccount } from '../stored-grant.js';

/** A grant without what is derived from it. */
export type BareGrant = Omit<Grant, 'accounts' | 'isSendOnly'>;

/** Reads and replaces the wallet's grant. */
export type Grants = ReturnType<typeof createGrants>;

/** The most former tokens to keep, because wallets forget old tokens too. */
const MOST_FORMER_TOKENS = 20;

/**
 * The Wallet Standard features that an account may have. Those that a wallet may lack (Mobile Wallet Adapter
 * 2.0, "Feature identifiers") have the names that wallet apps use for them.
 */
const FEATURES = {
  'solana:signAndSendTransaction': 'mandatory',
  'solana:signAndSendAllTransactions': 'mandatory',
  'solana:signTransaction': ['solana:signTransactions', 'solana:signTransaction'],
  'solana:signMessage': 'mandatory',
  'solana:signOffchainMessage': 'mandatory',
  'solana:signIn': ['solana:signInWithSolana', 'solana:signIn'],
} as const satisfies Record<IdentifierString, readonly string[] | 'mandatory'>;

const FEATURE_NAMES = Object.keys(FEATURES) as (keyof typeof FEATURES)[];

/** Creates the {@link Grants} of a wallet. */
export function createGrants(
  { getGrant, getAccounts, setGrant }: Pick<WalletState, 'getGrant' | 'getAccounts' | 'setGrant'>,
  { chains }: Pick<Settings, 'chains'>,
) {
  /** Replaces the grant, derives from it what the wallet shows, and stores both. */
  const setBareGrant = (given: BareGrant | undefined): void => {
    const grant = given && withoutDroppedRemoteTokens(given);
    setGrant(
      grant && { ...grant, isSendOnly: getIsSendOnly(grant), accounts: getShownAccounts(grant, chains) },
    );
  };
  return {
    getGrant,
    getAccounts,
    setGrant: setBareGrant,
    /** Replaces the grant by what `update` returns for it. Does nothing if there is no grant. */
    updateGrant(update: (grant: Grant) => BareGrant | undefined): void {
      const grant = getGrant();
      if (grant) setBareGrant(update(grant));
    },
  };
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
  }: Readonly<{ isFresh?: boolean; transport?: Session['transport']; isOnDevice?: boolean }> = {},
): BareGrant {
  const authorization = { token: auth_token, accounts: accounts.map((account) => toGranted(account, chain)) };
  const byChain = { ...grant?.byChain, [chain]: authorization };
  const formerTokens = getTokens(grant)
    .filter((token) => Object.values(byChain).every((one) => one.token !== token))
    .slice(-MOST_FORMER_TOKENS);
  const others = (grant?.remoteTokens ?? []).filter(([token]) => token !== auth_token);
  const mark = isOnDevice ? ([true] as const) : ([] as const);
  // The link opens an app on this device. Over a relay, whoever plays the wallet could name another one.
  const baseUri = transport === 'local' ? wallet_uri_base : grant?.baseUri;
  return {
    chain: grant?.chain ?? chain,
    byChain,
    ...(formerTokens.length > 0 && { formerTokens }),
    remoteTokens: transport === 'local' ? others : [...others, [auth_token, transport, ...mark]],
    ...(baseUri !== undefined && { baseUri }),
    ...(grant?.capabilities && { capabilities: grant.capabilities }),
    ...(!isFresh && grant?.hasRefusedSigning && { hasRefusedSigning: true as const }),
  };
}

/** Returns how the wallet that issued a token was met. */
export function getTransport(grant: BareGrant | undefined, token: string): Session['transport'] {
  return grant?.remoteTokens?.find(([one]) => one === token)?.[1] ?? 'local';
}

/** Whether all that is granted is from a wallet on another device. */
export function isRemoteGrant(grant: BareGrant | undefined): boolean {
  const current = Object.values(grant?.byChain ?? {}).flatMap(({ token }) => token ?? []);
  const tokens = current.length > 0 ? current : (grant?.formerTokens ?? []);
  const remoteTokens = grant?.remoteTokens ?? [];
  const isRemote = (token: string): boolean =>
    remoteTokens.some(([one, _transport, isOnDevice]) => one === token && !isOnDevice);
  return tokens.length > 0 && tokens.every(isRemote);
}

/** Returns the grant without the marks of tokens that it no longer has. */
function withoutDroppedRemoteTokens({ remoteTokens, ...grant }: BareGrant): BareGrant {
  const tokens = getTokens(grant);
  const kept = remoteTokens?.filter(([token]) => tokens.includes(token));
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
  const others = (grant.formerTokens ?? []).filter((one) => one !== token);
  return {
    ...grant,
    byChain: { ...grant.byChain, [chain]: { accounts } },
    formerTokens: [...others, token].slice(-MOST_FORMER_TOKENS),
  };
}

/** Returns the grant without a token, but with the accounts that it was issued for. */
export function forgetToken(grant: BareGrant, token: string): BareGrant {
  const entries = Object.entries(grant.byChain).map(([chain, authorization]) => [
    chain,
    authorization.token === token ? { accounts: authorization.accounts } : authorization,
  ]);
  const formerTokens = grant.formerTokens?.filter((one) => one !== token) ?? [];
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
  const current = Object.values(grant?.byChain ?? {}).flatMap(({ token }) => token ?? []);
  return [...new Set([...(grant?.formerTokens ?? []), ...current])];
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

/**
 * Returns the accounts to show, each address once: first those of the chain of the first connect, then the
 * others.
 */
export function getShownAccounts(
  grant: Pick<Grant, 'chain' | 'byChain'> & Parameters<typeof getIsSendOnly>[0],
  registered: readonly ChainIdentifier[],
): readonly ShownAccount[] {
  const isSendOnly = getIsSendOnly(grant);
  const shown = new Map<string, ShownAccount>();
  for (const chain of [grant.chain, ...(Object.keys(grant.byChain) as ChainIdentifier[])]) {
    for (const { address, label, icon, chains, features } of grant.byChain[chain]?.accounts ?? []) {
      if (shown.has(address)) continue;
      // If the wallet names no chains, every registered chain is shown, and authorized when it is first used.
      const others = registered.filter((name) => name !== chain && (chains?.includes(name) ?? true));
      shown.set(address, {
        address,
        key: encodeBase64(decodeBase58(address)),
        chains: [chain, ...others],
        features: FEATURE_NAMES.filter(
          (name) => hasFeature(features, name) && !(isSendOnly && name === 'solana:signTransaction'),
        ),
        ...(label !== undefined && { label }),
        ...(isIcon(icon) && { icon }),
      });
    }
  }
  return [...shown.values()];
}

/** Whether the wallet app cannot sign a transaction without sending it, as far as is known. */
function getIsSendOnly({
  capabilities,
  hasRefusedSigning,
}: Pick<Grant, 'capabilities' | 'hasRefusedSigning'>): boolean {
  return hasRefusedSigning ?? !hasFeature(capabilities?.features, 'solana:signTransaction');
}

/**
 * Whether a wallet or an account has a feature, by the names that the wallet gave for all that it has, if it
 * gave any.
 */
function hasFeature(named: readonly string[] | undefined, feature: keyof typeof FEATURES): boolean {
  const names = FEATURES[feature];
  return !named || names === 'mandatory' || names.some((name) => named.includes(name));
}

function toGranted(account: AuthorizationResult['accounts'][number], chain: ChainIdentifier): GrantedAccount {
  const { label, icon, chains, features } = account;
  // A wallet that names only the authorized chain is treated like a wallet that names none.
  const others = chains.filter((name) => name !== chain);
  return {
    address: getAddress(account),
    ...(label !== undefined && { label }),
    ...(icon !== undefined && { icon }),
    ...(others.length > 0 && { chains: others }),
    ...(features && { features }),
  };
}
