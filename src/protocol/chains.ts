import { assertArgument } from '../errors.js';
import type { ChainIdentifier, Cluster } from './types.js';

/** The legacy protocol's name of each chain; it has none for `solana:localnet`. */
export const CLUSTERS: Readonly<Record<ChainIdentifier, Cluster | undefined>> = {
  'solana:mainnet': 'mainnet-beta',
  'solana:testnet': 'testnet',
  'solana:devnet': 'devnet',
  'solana:localnet': undefined,
};

/** Every chain that has an identifier. */
export const CHAINS = Object.keys(CLUSTERS) as readonly ChainIdentifier[];

/** The chain that a request means when it names none. */
export const DEFAULT_CHAIN: ChainIdentifier = 'solana:mainnet';

/**
 * Gives a chain's identifier from either spelling, `solana:mainnet-beta` included. Wallets crash on a malformed name, so
 * an unknown one is refused here.
 *
 * @throws `INVALID_ARGUMENT`
 */
export function getChainIdentifier(chain: string, argument = 'chain'): ChainIdentifier {
  const known = CHAINS.find((identifier) => {
    const cluster = CLUSTERS[identifier];
    return chain === identifier || (cluster && (chain === cluster || chain === `solana:${cluster}`));
  });
  assertArgument(known, argument, `must be one of ${CHAINS.join(', ')}`);
  return known;
}
