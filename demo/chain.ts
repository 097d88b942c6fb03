import {
  address,
  type BlockhashLifetimeConstraint,
  commitmentComparator,
  createSolanaRpc,
  lamports,
  signature,
} from '@solana/kit';
import { DemoError } from './errors.js';

/** The chain of this page, as Wallet Standard names it. */
export const CHAIN = 'solana:devnet' as const;

/** The dev server brings its own chain, which the mock wallet signs for. */
export const IS_SIMULATED = import.meta.env.DEV;

const RPC_URL = IS_SIMULATED
  ? new URL('/__mobile-wallet/rpc/devnet', location.href).href
  : 'https://api.devnet.solana.com';
const REQUEST_TIMEOUT = 15_000;
const CONFIRMATION_TIMEOUT = 60_000;
const POLL_INTERVAL = 500;

const rpc = createSolanaRpc(RPC_URL);

/** A blockhash to build transactions with, and the slot from which the chain knows it. */
export type RecentBlockhash = Readonly<{ lifetime: BlockhashLifetimeConstraint; slot: bigint }>;

/** Gives an account's balance in lamports; 0 for one that does not exist. Rejects with CHAIN_UNREACHABLE. */
export async function getBalance(account: string): Promise<bigint> {
  const { value } = await ask((options) =>
    rpc.getBalance(address(account), { commitment: 'confirmed' }).send(options),
  );
  return value;
}

/** Gives the latest blockhash. Rejects with CHAIN_UNREACHABLE. */
export async function getRecentBlockhash(): Promise<RecentBlockhash> {
  const { context, value } = await ask((options) =>
    rpc.getLatestBlockhash({ commitment: 'confirmed' }).send(options),
  );
  return { lifetime: value, slot: context.slot };
}

/** Adds test SOL (in lamports) to an account, and waits until it is there. Rejects with NO_TEST_SOL. */
export async function addTestSol(account: string, amount: bigint): Promise<void> {
  try {
    const airdrop = await ask((options) =>
      rpc.requestAirdrop(address(account), lamports(amount), { commitment: 'confirmed' }).send(options),
    );
    await confirm(airdrop);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DemoError('NO_TEST_SOL', reason, { cause: error });
  }
}

/**
 * Waits until the chain has confirmed a transaction, given by its base58 signature. Rejects with
 * TRANSACTION_FAILED, or after a minute with NOT_CONFIRMED.
 */
export async function confirm(transaction: string): Promise<void> {
  const deadline = Date.now() + CONFIRMATION_TIMEOUT;
  do {
    const { value } = await ask((options) =>
      rpc.getSignatureStatuses([signature(transaction)]).send(options),
    );
    const [status] = value;
    if (status?.err) {
      throw new DemoError('TRANSACTION_FAILED', `The chain says: ${describeFailure(status.err)}`);
    }
    const level = status?.confirmationStatus;
    if (level && commitmentComparator(level, 'confirmed') >= 0) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  } while (Date.now() < deadline);
  throw new DemoError('NOT_CONFIRMED', `No confirmation of ${transaction} within a minute.`);
}

/** Gives where a person can look a transaction up; nowhere on the dev server's own chain. */
export function getExplorerLink(transaction: string): Readonly<{ link?: string }> {
  return IS_SIMULATED ? {} : { link: `https://explorer.solana.com/tx/${transaction}?cluster=devnet` };
}

async function ask<T>(send: (options: Readonly<{ abortSignal: AbortSignal }>) => Promise<T>): Promise<T> {
  try {
    return await send({ abortSignal: AbortSignal.timeout(REQUEST_TIMEOUT) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DemoError('CHAIN_UNREACHABLE', `${new URL(RPC_URL).host}: ${reason}`, { cause: error });
  }
}

function describeFailure(failure: unknown): string {
  return JSON.stringify(failure, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}
