import { assertArgument } from '../util/errors.js';
import type { ChainIdentifier, Cluster } from './types.js';

/** The legacy protocol's cluster name for each chain. `solana:localnet` has none. */
export const CLUSTERS: Readonly<Record<ChainIdentifier, Cluster | undefined>> = {
  'solana:mainnet': 'mainnet-beta',
  'solana:testnet': 'testnet',
  'solana:devnet': 'devnet',
  'solana:localnet': undefined,
};

/** The identifiers of all chains. */
export const CHAINS = Object.keys(CLUSTERS) as readonly ChainIdentifier[];

/** The chain of a request that names no chain. */
export const DEFAULT_CHAIN: ChainIdentifier = 'solana:mainnet';

/**
 * Returns the identifier of a chain that is given as an identifier, as a cluster name, or as a mix of both
 * (`solana:mainnet-beta`).
 * @throws `INVALID_ARGUMENT` for an unknown chain, because some wallets crash on a malformed one
 */
export function parseChainIdentifier(chain: string, argument = 'chain'): ChainIdentifier {
  const known = CHAINS.find((identifier) => {
    const cluster = CLUSTERS[identifier];
    return chain === identifier || (cluster && (chain === cluster || chain === `solana:${cluster}`));
  });
  assertArgument(known, argument, `must be one of ${CHAINS.join(', ')}`);
  return known;
}
