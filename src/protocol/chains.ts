import { createInvalidArgumentError } from '../errors.js';
import type { ChainIdentifier, Cluster } from './types.js';

const CLUSTERS: Readonly<Record<ChainIdentifier, Cluster>> = {
  'solana:mainnet': 'mainnet-beta',
  'solana:testnet': 'testnet',
  'solana:devnet': 'devnet',
};

/** The chain that a request means when it names none. */
export const DEFAULT_CHAIN: ChainIdentifier = 'solana:mainnet';

/**
 * Gives a chain's identifier from either spelling, `solana:mainnet-beta` included. Wallets crash on a name
 * they do not know, so an unknown one is refused here.
 *
 * @throws `INVALID_ARGUMENT`
 */
export function getChainIdentifier(chain: string, argument = 'chain'): ChainIdentifier {
  if (typeof chain !== 'string') throw createInvalidArgumentError(argument, 'must be a string');
  const name = chain.replace(/^solana:/, '');
  const known = (Object.keys(CLUSTERS) as ChainIdentifier[]).find(
    (identifier) => identifier === `solana:${name}` || CLUSTERS[identifier] === name,
  );
  if (known === undefined || (chain === 'mainnet' && name === chain)) {
    throw createInvalidArgumentError(argument, `must be one of ${Object.keys(CLUSTERS).join(', ')}`);
  }
  return known;
}

/** Gives the legacy protocol's name of a chain. */
export function getCluster(chain: ChainIdentifier): Cluster {
  return CLUSTERS[chain];
}
