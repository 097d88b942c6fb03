import { address } from '@solana/kit';
import { decodeBase58 } from 'mobile-wallet-standard/endpoint';
import {
  ChainError,
  type TokenHolding,
  type TransactionSummary,
  type WalletChain,
} from '../../explain/chain.js';
import { decodeTransaction } from '../../explain/describe-transaction.js';
import type { IdlPrograms } from '../../explain/instructions/idl-programs.js';
import type { Svm } from '../../explain/svm.js';
import { createMethodNotFoundError, REFUSAL_REASONS, RpcError } from '../rpc-error.js';
import { getTransactionErrorText } from '../transaction-error.js';
import { createBlockClock } from './block-clock.js';
import { describeTransactions } from './describe.js';
import { createFaucet } from './faucet.js';
import { createLedger, type LedgerEntry, type Submission } from './ledger.js';
import { ACCOUNT_METHODS } from './rpc-accounts.js';
import { createAirdropMethod } from './rpc-airdrop.js';
import { BLOCK_METHODS } from './rpc-blocks.js';
import { HISTORY_METHODS } from './rpc-history.js';
import type { RpcMethod } from './rpc-params.js';
import { changeRpcSettings, OK, type RpcSettings } from './rpc-settings.js';
import { openSubscriptions, type RpcNotification, type RpcSubscriptions } from './rpc-subscriptions.js';
import { fetchTokens, TOKEN_METHODS } from './rpc-tokens.js';
import { TRANSACTION_METHODS } from './rpc-transactions.js';
import {
  readWrittenAccount,
  type WrittenAccount,
  type WrittenTokens,
  writeTokens,
} from './written-accounts.js';

/** A chain in this process. The wallet calls it directly, the dapp through its JSON-RPC. */
export type SvmChain = WalletChain &
  Readonly<{
    /**
     * Answers one method of Solana's HTTP JSON-RPC (https://solana.com/docs/rpc/http) with its result, in
     * which whole numbers may be `bigint`. Rejects with an `RpcError`; for a missing method its code is
     * -32601.
     */
    rpc(method: string, params: readonly unknown[]): Promise<unknown>;
    /**
     * Opens the subscriptions of one client of Solana's WebSocket JSON-RPC
     * (https://solana.com/docs/rpc/websocket): `account`, `logs`, `program`, `root`, `signature`, `slot` and
     * `slotsUpdates`.
     * `notify` is called with each notification.
     */
    openSubscriptions(notify: (notification: RpcNotification) => void): RpcSubscriptions;
    /**
     * Transfers lamports from the faucet to a base58 address. Throws a `ChainError` when the transaction
     * fails (a new account must get enough to be exempt from rent), and a `RangeError` beyond 64 bits.
     */
    airdrop(address: string, lamports: bigint): void;
    /** Returns the balance of a base58 address in lamports; 0 when there is no such account. */
    getBalance(address: string): bigint;
    /** Returns the tokens that a base58 address owns, in accounts of both token programs. */
    getTokens(address: string): Promise<readonly TokenHolding[]>;
    /** Adds, replaces or removes an account by hand. Throws if an address is none. */
    setAccount(account: WrittenAccount): void;
    /**
     * Gives an owner tokens by hand, in the associated account, whose address it resolves with: `amount` is
     * all that the account has then. Rejects if there is no mint at the address of the mint, but something
     * else.
     */
    setTokens(tokens: WrittenTokens): Promise<string>;
    /** Makes all blockhashes too old, also by the block height. */
    expireBlockhashes(): void;
    /** Returns how the JSON-RPC answers. */
    getRpcSettings(): RpcSettings;
    /**
     * Changes how the JSON-RPC answers. The wallet itself does not go through it. Throws a TypeError or
     * RangeError for what it does not have.
     */
    changeRpc(changes: Partial<RpcSettings>): void;
    /**
     * Empties the chain: all accounts and transactions are gone, and no transaction that was made before can
     * be sent. The chain has again what it was created with. Programs' files are read again.
     */
    reset(): void;
    /** Calls `listener` after every transaction and reset. Returns a function that stops this. */
    watch(listener: () => void): () => void;
  }>;

/** The options of a chain in this process. The settings of its JSON-RPC are those after a reset, too. */
export type SvmChainOptions = Partial<RpcSettings> &
  Readonly<{
    /** The length of a slot in milliseconds; 400 by default. A blockhash is valid for 150 slots. */
    slotDuration?: number;
    /** Returns the time in milliseconds since 1970; the system's by default. */
    now?: () => number;
    /** Describes the instructions of one's own programs; `readIdls` creates it. */
    idls?: IdlPrograms | undefined;
  }>;

/**
 * Creates a chain on an {@link Svm}: it adds a faucet, JSON-RPC, and slots that advance with time. All state
 * is in memory. The first slot is at `start`, in milliseconds since 1970; by default it is now.
 */
export function createSvmChain(
  svm: Svm,
  { slotDuration, now, idls, ...rpc }: SvmChainOptions = {},
  start?: number,
): SvmChain {
  const clock = createBlockClock(svm, slotDuration, now, start);
  const ledger = createLedger(svm, clock, changeRpcSettings(rpc));
  const faucet = createFaucet(svm);
  ledger.watch((entry, written) => {
    if (!entry && written === undefined) faucet.fill();
  });

  function airdrop(recipient: string, lamports: bigint): string {
    const decoded = faucet.createAirdrop(recipient, lamports, clock.tick());
    return requireExecuted(ledger.submit(decoded, { verify: false })).signature;
  }

  const methods: ReadonlyMap<string, RpcMethod> = new Map(
    Object.entries({
      ...ACCOUNT_METHODS,
      ...BLOCK_METHODS,
      ...HISTORY_METHODS,
      ...TOKEN_METHODS,
      ...TRANSACTION_METHODS,
      requestAirdrop: createAirdropMethod(airdrop),
    }),
  );

  return {
    sendTransaction: async (wire, { minContextSlot = 0, skipPreflight = false } = {}) => {
      const decoded = decodeTransaction(wire);
      await svm.prepare?.(decoded);
      const { slot } = clock.tick();
      if (minContextSlot > slot) {
        const text = `The chain is at slot ${slot} and has not reached minContextSlot ${minContextSlot}`;
        throw new ChainError('behind', text);
      }
      const { err, logs, signature: base58 } = requireExecuted(ledger.submit(decoded, { skipPreflight }));
      const signature = decodeBase58(base58);
      if (err === null) return { signature };
      const text = `Transaction failed: ${getTransactionErrorText(err)}`;
      throw new ChainError('execution', text, { logs, signature });
    },
    describeTransaction: async (wire) => {
      const [summary] = await describeTransactions(ledger, [wire], idls);
      return summary as TransactionSummary;
    },
    describeTransactions: (wires) => describeTransactions(ledger, wires, idls),
    getLatestBlockhash: async () => clock.tick().blockhash,
    rpc: async (method, params) => {
      const { delayMs, httpStatus } = ledger.getRpcSettings();
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (httpStatus !== OK) {
        throw new RpcError(
          httpStatus,
          `The chain's setting \`httpStatus\` refuses every request: ${httpStatus}`,
        );
      }
      const answer = methods.get(method);
      if (!answer) throw createMethodNotFoundError(method);
      return answer(ledger, params);
    },
    openSubscriptions: (notify) => openSubscriptions(ledger, notify),
    airdrop: (recipient, lamports) => {
      airdrop(recipient, lamports);
    },
    getBalance: (account) => svm.getBalance(address(account)),
    getTokens: (owner) => fetchTokens(ledger, owner),
    setAccount: (account) => ledger.setAccount(readWrittenAccount(account)),
    setTokens: (tokens) => writeTokens(ledger, tokens),
    expireBlockhashes: clock.expireBlockhashes,
    getRpcSettings: ledger.getRpcSettings,
    changeRpc: (changes) => ledger.setRpcSettings(changeRpcSettings(changes, ledger.getRpcSettings())),
    reset: ledger.reset,
    watch: (listener) => ledger.watch(() => listener()),
  };
}

/** Returns the transaction that is on the chain; throws a `ChainError` if it is not. */
function requireExecuted(submission: Submission): LedgerEntry {
  if (submission.status === 'executed') return submission.entry;
  const { err, logs } = submission.simulation;
  const text = getTransactionErrorText(err ?? 'unknown error');
  const reason = REFUSAL_REASONS.get(err) ?? 'preflight';
  throw new ChainError(reason, `Transaction simulation failed: ${text}`, { logs });
}
