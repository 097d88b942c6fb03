import type { Chain } from '../explain/chain.js';
import type { AccountState } from './wallet-state.js';

/** The chain of a phone: what its wallet signs for, and what the wallet's own screens show of it. Amounts are lamports. */
export type PhoneChain = Readonly<{
  chain: Chain;
  /** E.g. `LiteSVM`, or the host of a cluster. */
  name: string;
  /** The URL of its JSON-RPC, if it has one that a dapp can use. */
  rpcUrl?: string;
  getBalance?(address: string): Promise<bigint>;
  getTokens?(address: string): Promise<NonNullable<AccountState['tokens']>>;
  airdrop?(address: string, lamports: bigint): Promise<void>;
  /** Empties the chain. */
  reset?(): Promise<void>;
  /** Calls `listener` when balances may have changed, until the returned function is called. */
  watch?(listener: () => void): () => void;
}>;
