import { assertArgument } from '../errors.js';
import type { ChainIdentifier, Cluster } from './types.js';

/** The cluster name that the legacy protocol has for each chain. It has none for `solana:localnet`. */
export const CLUSTERS: Readonly<Record<ChainIdentifier, Cluster | undefined>> = {
  'solana:mainnet': 'mainnet-beta',
  'solana:testnet': 'testnet',
  'solana:devnet': 'devnet',
  'solana:localnet': undefined,
};

/** The identifiers of all chains. */
export const CHAINS = Object.keys(CLUSTERS) as readonly ChainIdentifier[];

/** The chain of a request that names none. */
export const DEFAULT_CHAIN: ChainIdentifier = 'solana:mainnet';

/**
 * Returns the identifier of a chain in either spelling, or in the mixed one (`solana:mainnet-beta`).
 *
 * @throws `INVALID_ARGUMENT` for an unknown chain, because some wallets crash on a malformed one
 */
export function getChainIdentifier(chain: string, argument = 'chain'): ChainIdentifier {
  const known = CHAINS.find((identifier) => {
    const cluster = CLUSTERS[identifier];
    return chain === identifier || (cluster && (chain === cluster || chain === `solana:${cluster}`));
  });
  assertArgument(known, argument, `must be one of ${CHAINS.join(', ')}`);
  return known;
}
