import { address } from '@solana/kit';
import { LiteSVM } from 'litesvm';
import { decodeBase58 } from 'mobile-wallet-standard/endpoint';
import {
  type Chain,
  ChainError,
  type ChainErrorReason,
  type SendOptions,
  type TransactionOutcome,
  type TransactionSummary,
} from './chain.js';
import { decodeTransaction, describeMessage, getBalanceChanges } from './describe-transaction.js';
import { createBlockClock } from './litesvm/block-clock.js';
import { createFaucet } from './litesvm/faucet.js';
import { createLedger, type Ledger, type Submission } from './litesvm/ledger.js';
import { ACCOUNT_METHODS } from './litesvm/rpc-accounts.js';
import { BLOCK_METHODS } from './litesvm/rpc-blocks.js';
import { HISTORY_METHODS } from './litesvm/rpc-history.js';
import { type RpcMethod, readAddress, readConfig, readInteger } from './litesvm/rpc-params.js';
import {
  openSubscriptions,
  type RpcNotification,
  type RpcSubscriptions,
} from './litesvm/rpc-subscriptions.js';
import { TOKEN_METHODS } from './litesvm/rpc-tokens.js';
import { TRANSACTION_METHODS } from './litesvm/rpc-transactions.js';
import { createMethodNotFoundError, isRpcError, RPC_ERROR, RpcError } from './rpc-error.js';
import { getTransactionErrorText } from './transaction-error.js';

/** A chain in this process. The wallet calls it directly, the dapp through its JSON-RPC. */
export type LiteSvmChain = Chain &
  Readonly<{
    /**
     * Answers one method of Solana's HTTP JSON-RPC (https://solana.com/docs/rpc/http) with its result, in which whole
     * numbers may be `bigint`. Rejects with an `RpcError`; for a missing method its code is -32601.
     */
    rpc(method: string, params: readonly unknown[]): Promise<unknown>;
    /**
     * Opens the subscriptions of one client of Solana's WebSocket JSON-RPC (https://solana.com/docs/rpc/websocket):
     * `account`, `logs`, `program`, `root`, `signature` and `slot`. `notify` is called with each notification.
     */
    openSubscriptions(notify: (notification: RpcNotification) => void): RpcSubscriptions;
    /**
     * Transfers lamports from the faucet to a base58 address. Throws a `ChainError` when the transaction fails (a new
     * account must get enough to be exempt from rent), and a `RangeError` beyond 64 bits.
     */
    airdrop(address: string, lamports: bigint): void;
    /** Returns the balance of a base58 address in lamports; 0 when there is no such account. */
    getBalance(address: string): bigint;
  }>;

/** The clock of a LiteSVM chain. */
export type LiteSvmChainOptions = Readonly<{
  /** The length of a slot in milliseconds; 400 by default. A blockhash is valid for 150 slots. */
  slotDuration?: number;
  /** Returns the time in milliseconds since 1970; the system's by default. */
  now?: () => number;
}>;

const SLOT_DURATION_MS = 400;
const MAX_LAMPORTS = 2n ** 64n - 1n;
const REASONS: ReadonlyMap<unknown, ChainErrorReason> = new Map([
  ['SignatureFailure', 'signature'],
  ['AlreadyProcessed', 'replay'],
  ['BlockhashNotFound', 'expired'],
]);

/**
 * Creates an empty chain: LiteSVM with its built-in and SPL programs, a faucet, and slots that advance with time.
 * Every executed transaction is final immediately and ends its block. All state is in memory.
 */
export function createLiteSvmChain(options: LiteSvmChainOptions = {}): LiteSvmChain {
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
  const clock = createBlockClock(svm, options.slotDuration ?? SLOT_DURATION_MS, options.now ?? Date.now);
  const ledger = createLedger(svm, clock);
  const faucet = createFaucet(svm);

  function airdrop(recipient: string, lamports: bigint): string {
    if (lamports < 0n || lamports > MAX_LAMPORTS) {
      throw new RangeError(`An airdrop of ${lamports} lamports is not between 0 and ${MAX_LAMPORTS}`);
    }
    const decoded = faucet.createAirdrop(address(recipient), lamports, clock.tick().blockhash);
    return assertExecuted(ledger.submit(decoded, false)).signature;
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
    sendTransaction: async (wire, sendOptions) => send(ledger, wire, sendOptions),
    describeTransaction: async (wire) => describe(ledger, wire),
    rpc: async (method, params) => {
      const answer = methods.get(method);
      if (!answer) throw createMethodNotFoundError(method);
      return answer(ledger, params);
    },
    openSubscriptions: (notify) => openSubscriptions(ledger, notify),
    airdrop: (recipient, lamports) => {
      airdrop(recipient, lamports);
    },
    getBalance: (account) => svm.getBalance(address(account)) ?? 0n,
  };
}

function createAirdropMethod(airdrop: (recipient: string, lamports: bigint) => string): RpcMethod {
  return (ledger, params) => {
    const recipient = readAddress(params[0]);
    const lamports = readInteger(params[1], 'lamports');
    readConfig(ledger, params, 2);
    try {
      return airdrop(recipient, lamports);
    } catch (error) {
      if (isRpcError(error) || !(error instanceof Error)) throw error;
      throw new RpcError(RPC_ERROR.INTERNAL_ERROR, `Airdrop failed: ${error.message}`);
    }
  };
}

function send(ledger: Ledger, wire: Uint8Array, options: SendOptions = {}): TransactionOutcome {
  const decoded = decodeTransaction(wire);
  const { slot } = ledger.clock.tick();
  if ((options.minContextSlot ?? 0) > slot) {
    throw new ChainError(
      'behind',
      `The chain is at slot ${slot} and has not reached minContextSlot ${options.minContextSlot}`,
    );
  }
  const entry = assertExecuted(ledger.submit(decoded, options.skipPreflight ?? false));
  const signature = decodeBase58(entry.signature);
  if (entry.err === null) return { signature };
  throw new ChainError('execution', `Transaction failed: ${getTransactionErrorText(entry.err)}`, {
    logs: entry.logs,
    signature,
  });
}

function assertExecuted(submission: Submission) {
  if (submission.status === 'executed') return submission.entry;
  const { err, logs } = submission.simulation;
  const text = getTransactionErrorText(err ?? 'unknown error');
  const reason = REASONS.get(err) ?? 'preflight';
  throw new ChainError(reason, `Transaction simulation failed: ${text}`, { logs });
}

function describe(ledger: Ledger, wire: Uint8Array): TransactionSummary {
  const decoded = decodeTransaction(wire);
  const simulation = ledger.simulate(decoded, { verify: false, checkAge: true });
  // Also show the effects of a transaction whose blockhash has expired.
  const effects =
    simulation.err === 'BlockhashNotFound'
      ? ledger.simulate(decoded, { verify: false, checkAge: false })
      : simulation;
  const error = effects.err ?? simulation.err;
  const { accounts, preBalances, postBalances } = effects;
  const addresses = accounts.map((account) => account.address);
  return {
    ...describeMessage(decoded.message, ledger.getLookupTables(decoded)),
    balanceChanges: effects.err === null ? getBalanceChanges(addresses, preBalances, postBalances) : [],
    fee: simulation.fee,
    ...(error !== null && { error: getTransactionErrorText(error) }),
    logs: effects.logs,
  };
}
