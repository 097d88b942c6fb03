import type { IdentifierString } from '@wallet-standard/base';
import { isIcon } from '../../protocol/icon.js';
import type { ChainIdentifier } from '../../protocol/types.js';
import { decodeBase58 } from '../../util/base58.js';
import { encodeBase64 } from '../../util/bytes.js';
import type { BareGrant, Grant, ShownAccount } from './stored-grant.js';

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

/** Returns a grant with what is derived from it: what the wallet shows. */
export function withShown(grant: BareGrant, registered: readonly ChainIdentifier[]): Grant {
  return { ...grant, isSendOnly: getIsSendOnly(grant), accounts: getShownAccounts(grant, registered) };
}

/**
 * Returns the accounts to show, each address once: first those of the chain of the first connect, then the
 * others.
 */
export function getShownAccounts(
  grant: BareGrant,
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
function getIsSendOnly({ capabilities, hasRefusedSigning }: BareGrant): boolean {
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
