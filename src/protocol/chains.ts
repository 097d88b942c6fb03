import { assertArgument } from '../errors.js';
import type { ChainIdentifier, Cluster } from './types.js';

const CLUSTERS: Readonly<Record<ChainIdentifier, Cluster>> = {
  'solana:mainnet': 'mainnet-beta',
  'solana:testnet': 'testnet',
  'solana:devnet': 'devnet',
};

const CHAINS = Object.keys(CLUSTERS) as ChainIdentifier[];

/** The chain that a request means when it names none. */
export const DEFAULT_CHAIN: ChainIdentifier = 'solana:mainnet';

/**
 * Gives a chain's identifier from either spelling, `solana:mainnet-beta` included. Wallets crash on a name
 * they do not know, so an unknown one is refused here.
 *
 * @throws `INVALID_ARGUMENT`
 */
export function getChainIdentifier(chain: string, argument = 'chain'): ChainIdentifier {
  const known = CHAINS.find(
    (identifier) =>
      chain === identifier || [CLUSTERS[identifier], `solana:${CLUSTERS[identifier]}`].includes(chain),
  );
  assertArgument(known, argument, `must be one of ${CHAINS.join(', ')}`);
  return known;
}

/** Gives the legacy protocol's name of a chain. */
export function getCluster(chain: ChainIdentifier): Cluster {
  return CLUSTERS[chain];
}
