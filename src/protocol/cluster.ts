import { assertArgument } from '../errors.js';
import { CLUSTERS } from './chains.js';
import type { ChainIdentifier, Cluster } from './types.js';

/** Gives the legacy protocol's name of a chain. @throws `INVALID_ARGUMENT` for one that it has no name for */
export function getCluster(chain: ChainIdentifier): Cluster {
  const cluster = CLUSTERS[chain];
  assertArgument(cluster, 'chain', `must be another one: a wallet of protocol 1.x does not know ${chain}`);
  return cluster;
}
