import { cloneAccounts } from './litesvm/clone-accounts.js';
import { addGenesis, type GenesisAccount, type ProgramFile } from './litesvm/genesis.js';
import { createLiteSvm } from './litesvm/lite-svm.js';
import { createSvmChain, type SvmChain, type SvmChainOptions } from './svm/svm-chain.js';

/** A chain in this process. The wallet calls it directly, the dapp through its JSON-RPC. */
export type LiteSvmChain = SvmChain;

/** The options of {@link createLiteSvmChain}. Files are relative to the working directory. */
export type LiteSvmChainOptions = SvmChainOptions &
  Readonly<{
    /** Programs to add, each by its address and file. */
    programs?: readonly ProgramFile[];
    /** Accounts to add, each by a file of `solana account` or by its content. */
    accounts?: readonly GenesisAccount[];
    /**
     * The HTTP JSON-RPC of a cluster from which accounts and programs are cloned when a transaction or a
     * request first names them. Lists of accounts (`getProgramAccounts`, `getTokenAccountsByOwner`) have only
     * those that are here.
     */
    clusterUrl?: string;
  }>;

/**
 * Creates a chain: LiteSVM with its built-in and SPL programs and what the options add, a faucet, and slots
 * that advance with time. Every executed transaction ends its block, and is final immediately without the
 * option `stages`. All state is in memory.
 *
 * @throws Error when a file of the options cannot be read or has something else in it
 */
export function createLiteSvmChain(options: LiteSvmChainOptions = {}): LiteSvmChain {
  const { programs = [], accounts = [], clusterUrl, ...own } = options;
  const svm = createLiteSvm((started) => addGenesis(started, programs, accounts));
  return createSvmChain(clusterUrl === undefined ? svm : cloneAccounts(svm, clusterUrl), own);
}
