import { type ClusterChainOptions, createClusterChain } from '../chain/cluster-chain.js';
import { isPublicHost } from '../chain/cluster-request.js';
import type { WalletChain } from '../explain/chain.js';
import type { AccountState } from './wallet-state.js';

/**
 * The chain of a phone: what its wallet signs for, and what the wallet's own screens show of it. Amounts are
 * lamports.
 */
export type PhoneChain = WalletChain &
  Readonly<{
    /** E.g. `LiteSVM`, or the host of a cluster. */
    name: string;
    getBalance(address: string): bigint | Promise<bigint>;
    getTokens(address: string): Promise<NonNullable<AccountState['tokens']>>;
    airdrop?: ((address: string, lamports: bigint) => void | Promise<void>) | undefined;
    /** Empties the chain. */
    reset?(): void;
    /** Calls `listener` when balances may have changed, until the returned function is called. */
    watch?(listener: () => void): () => void;
  }>;

/** How often balances are asked for while somebody looks at them. Public clusters limit their requests. */
const POLL_INTERVAL_MS = 10_000;

/** Returns a cluster, by the URL of its HTTP JSON-RPC, as a phone uses it. */
export function createClusterPhoneChain(url: string, options: ClusterChainOptions = {}): PhoneChain {
  const { airdrop, ...chain } = createClusterChain(url, options);
  const { host, hostname } = new URL(url);
  return {
    ...chain,
    // Without an API key, which some providers put into the first labels of the host name.
    name: isPublicHost(hostname) ? host : hostname.split('.').slice(-2).join('.'),
    // Mainnet gives away nothing; test clusters that do not, say so themselves.
    airdrop: isTestHost(hostname) ? airdrop : undefined,
    watch(listener) {
      const timer = setInterval(listener, POLL_INTERVAL_MS);
      return () => clearInterval(timer);
    },
  };
}

/** The IP addresses of this machine and of a local network. `URL` writes them in this form. */
const LOCAL_IP =
  /^(10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$|^\[(::1|f[cd]..:.*|fe80:.*)\]$/;

/**
 * Whether a host is surely that of a test cluster, whose SOL the screens call worthless: the host of a
 * provider, or an IP address on the internet, may be that of Mainnet, unless it names another cluster.
 */
function isTestHost(hostname: string): boolean {
  if (/devnet|testnet/.test(hostname) || LOCAL_IP.test(hostname)) return true;
  const isIpAddress = /^[\d.]+$|^\[/.test(hostname);
  return isPublicHost(hostname) && !isIpAddress && !hostname.includes('mainnet');
}
