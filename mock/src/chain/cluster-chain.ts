import { decodeBase58, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import type { TokenHolding, TransactionSummary, WalletChain } from '../explain/chain.js';
import { decodeTransaction } from '../explain/describe-transaction.js';
import type { IdlPrograms } from '../explain/instructions/idl-programs.js';
import { TOKEN_PROGRAMS } from '../explain/parsed-account.js';
import { getHoldings } from '../explain/token-changes.js';
import { describeOnCluster } from './cluster-describe.js';
import {
  COMMITMENT,
  createClusterRpc,
  fetchAccounts,
  fetchValue,
  type KeyedAccountJson,
  readAccountJson,
} from './cluster-rpc.js';

/** A chain that is a real cluster. Addresses are base58. */
export type ClusterChain = WalletChain &
  Readonly<{
    /** Returns a balance in lamports; 0 when there is no such account. */
    getBalance(address: string): Promise<bigint>;
    /** Returns the tokens that an address owns, in accounts of both token programs. */
    getTokens(address: string): Promise<readonly TokenHolding[]>;
    /** Asks for lamports. Only test clusters give them away, and may refuse. */
    airdrop(address: string, lamports: bigint): Promise<void>;
  }>;

/** The options of {@link createClusterChain}. */
export type ClusterChainOptions = Readonly<{
  /** Describes the instructions of one's own programs; `readIdls` creates it. */
  idls?: IdlPrograms | undefined;
}>;

/**
 * Creates a chain that is a real cluster, over its HTTP JSON-RPC at `url` (https://solana.com/docs/rpc/http).
 *
 * - `sendTransaction` resolves when the cluster has accepted the transaction; the dapp has to find out
 * whether it was executed.
 * - A batch is described without the effects of the transactions before.
 * - When the cluster cannot be reached, `describeTransaction` describes only the bytes and adds an `error`;
 * all else rejects with
 *   a `ChainError`. Balances beyond 2^53 lamports (nine million SOL) are not exact.
 */
export function createClusterChain(url: string, { idls }: ClusterChainOptions = {}): ClusterChain {
  const rpc = createClusterRpc(url);
  return {
    sendTransaction: async (wire, { commitment, ...options } = {}) => {
      decodeTransaction(wire);
      const config = { ...options, encoding: 'base64', preflightCommitment: commitment ?? COMMITMENT };
      const signature = await rpc('sendTransaction', [encodeBase64(wire), config]);
      return { signature: decodeBase58(String(signature)) };
    },
    describeTransaction: async (wire) => describeOnCluster(rpc, decodeTransaction(wire), idls),
    describeTransactions: async (wires) => {
      const batch = wires.map(decodeTransaction);
      const summaries = await Promise.all(batch.map((decoded) => describeOnCluster(rpc, decoded, idls)));
      return summaries.map((summary, index) => (index === 0 ? summary : doubtFailure(summary)));
    },
    getLatestBlockhash: async () => {
      const latest = await fetchValue<Readonly<{ blockhash?: unknown }>>(rpc, 'getLatestBlockhash', []);
      return String(latest.blockhash);
    },
    getBalance: async (address) => {
      return BigInt(Number(await fetchValue(rpc, 'getBalance', [address], {})));
    },
    getTokens: async (owner) => {
      const found = await Promise.all(
        [...TOKEN_PROGRAMS.keys()].map((programId) =>
          fetchValue<readonly KeyedAccountJson[]>(rpc, 'getTokenAccountsByOwner', [owner, { programId }]),
        ),
      );
      const accounts = found.flat().flatMap(({ pubkey, account }) => readAccountJson(pubkey, account) ?? []);
      return getHoldings(accounts, async (addresses) => fetchAccounts(rpc, addresses));
    },
    airdrop: async (address, lamports) => {
      await rpc('requestAirdrop', [address, Number(lamports)]);
    },
  };
}

/**
 * A transaction that comes after others may fail only because the cluster simulates it by itself, without
 * what they do.
 */
function doubtFailure(summary: TransactionSummary): TransactionSummary {
  const { error } = summary;
  if (error === undefined || error.startsWith('The cluster ')) return summary;
  const text = `The cluster cannot simulate it after the transactions before it. By itself it fails: ${error}`;
  return { ...summary, error: text };
}
