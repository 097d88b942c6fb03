import { type ClusterChainOptions, createClusterChain } from '../chain/cluster-chain.js';
import { isPublicHost } from '../chain/cluster-url.js';
import type { PhoneChain } from './phone-chain.js';

/** How often balances are asked for while somebody looks at them. Public clusters limit their requests. */
const POLL_INTERVAL_MS = 10_000;

/** Returns a cluster, by the URL of its HTTP JSON-RPC, as a phone uses it. */
export function createClusterPhoneChain(url: string, options: ClusterChainOptions = {}): PhoneChain {
  const chain = createClusterChain(url, options);
  const { hostname } = new URL(url);
  return {
    chain,
    name: getClusterName(url),
    getBalance: chain.getBalance,
    getTokens: chain.getTokens,
    // Mainnet gives away nothing; other clusters say so themselves.
    ...(!hostname.includes('mainnet') && { airdrop: chain.airdrop }),
    watch(listener) {
      const timer = setInterval(listener, POLL_INTERVAL_MS);
      return () => clearInterval(timer);
    },
  };
}

/** Returns a name without an API key, which some providers put into the first labels of the host name. */
function getClusterName(url: string): string {
  const { host, hostname } = new URL(url);
  return isPublicHost(hostname) ? host : hostname.split('.').slice(-2).join('.');
}
