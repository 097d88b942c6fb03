import {
  type Address,
  address,
  type Base64EncodedWireTransaction,
  type BlockhashLifetimeConstraint,
  commitmentComparator,
  createSolanaRpc,
  createSolanaRpcFromTransport,
  getBase64Decoder,
  lamports,
  signature,
} from '@solana/kit';
import { type FindPaymentOptions, type FoundPayment, findPayment } from 'mobile-wallet-standard/payments';
import { DemoError } from './errors.js';
import { IS_SIMULATED, WALLET_PLACE } from './place.js';

/** This page's chain, as a Wallet Standard identifier. */
export const CHAIN = 'solana:devnet' as const;

const RPC_URL =
  WALLET_PLACE === 'server'
    ? new URL('/__mobile-wallet/rpc/devnet', location.href).href
    : 'https://api.devnet.solana.com';
const REQUEST_TIMEOUT_MS = 15_000;
/**
 * The limit if the block height is unknown. A transaction is valid for 150 blocks, which take about a minute.
 */
const CONFIRMATION_TIMEOUT_MS = 90_000;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 4_000;

const rpc =
  import.meta.env.WALLET_PLACE === 'page'
    ? createSolanaRpcFromTransport(async (request) =>
        (await import('./page-wallet.js')).askPageChain(request),
      )
    : createSolanaRpc(RPC_URL);

/** A blockhash to build transactions with, and the slot from which on nodes know it. */
export type RecentBlockhash = Readonly<{ lifetime: BlockhashLifetimeConstraint; slot: bigint }>;

/**
 * Returns an account's balance in lamports, 0 if the account does not exist. Rejects with CHAIN_UNREACHABLE.
 */
export async function getBalance(account: string): Promise<bigint> {
  const { value } = await ask((options) =>
    rpc.getBalance(address(account), { commitment: 'confirmed' }).send(options),
  );
  return value;
}

/** Returns the latest blockhash. Rejects with CHAIN_UNREACHABLE. */
export async function getRecentBlockhash(): Promise<RecentBlockhash> {
  const { context, value } = await ask((options) =>
    rpc.getLatestBlockhash({ commitment: 'confirmed' }).send(options),
  );
  return { lifetime: value, slot: context.slot };
}

/** Adds test SOL (in lamports) to an account, and waits until it is there. Rejects with NO_TEST_SOL. */
export async function addTestSol(account: string, amount: bigint): Promise<void> {
  try {
    const { lifetime } = await getRecentBlockhash();
    const airdrop = await ask((options) =>
      rpc.requestAirdrop(address(account), lamports(amount), { commitment: 'confirmed' }).send(options),
    );
    const verdict = await waitForVerdict(airdrop, lifetime.lastValidBlockHeight);
    if (verdict.state !== 'confirmed')
      throw new Error(`The faucet's transaction ${airdrop}: ${verdict.state}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DemoError('NO_TEST_SOL', reason, { cause: error });
  }
}

/**
 * Sends a signed transaction (wire bytes), and waits until the chain has confirmed it. Rejects if it does
 * not.
 */
export async function sendAndConfirm(wire: Uint8Array, lastValidBlockHeight: bigint): Promise<void> {
  const encoded = getBase64Decoder().decode(wire) as Base64EncodedWireTransaction;
  const sent = await ask((options) =>
    rpc.sendTransaction(encoded, { encoding: 'base64', preflightCommitment: 'confirmed' }).send(options),
  );
  const { state } = await waitForVerdict(sent, lastValidBlockHeight);
  if (state !== 'confirmed') throw new Error(`The transaction ${sent}: ${state}`);
}

/**
 * Returns the smallest units that a token account holds; 0 if there is no such account, or the chain cannot
 * tell.
 */
export async function getTokenAmount(account: Address): Promise<bigint> {
  try {
    const { value } = await rpc.getTokenAccountBalance(account, { commitment: 'confirmed' }).send();
    return BigInt(value.amount);
  } catch {
    return 0n;
  }
}

/**
 * What the chain reports about a transaction that was sent. `unseen` and `unreachable` leave its fate open.
 */
export type Verdict = Readonly<
  { state: 'confirmed' | 'unseen' | 'unreachable' } | { state: 'failed'; reason: unknown }
>;

/**
 * Polls the chain for a transaction by its base58 signature, until it is confirmed, has failed or has
 * expired. After a failed poll, waits longer before the next. Never rejects.
 *
 * @param lastValidBlockHeight the last block that can contain the transaction
 */
export async function waitForVerdict(transaction: string, lastValidBlockHeight: bigint): Promise<Verdict> {
  const deadline = Date.now() + CONFIRMATION_TIMEOUT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    // Read the height first: only then does an unseen transaction after its last valid block mean that it has
    // expired.
    const height = await getBlockHeight();
    const isOver = Date.now() >= deadline || (height !== undefined && height > lastValidBlockHeight);
    const verdict = await readVerdict(transaction);
    if (verdict !== undefined && verdict.state !== 'unseen') return verdict;
    if (isOver) return verdict ?? { state: 'unreachable' };
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Looks for a payment on the chain. Never rejects. */
export function lookFor(payment: FindPaymentOptions): Promise<FoundPayment> {
  return findPayment(rpc, payment).catch((cause: unknown) => ({ status: 'unknown', cause }));
}

/** Returns how many blocks can still contain a transaction; 0 if the chain cannot be asked. */
export async function countBlocksLeft(lastValidBlockHeight: bigint): Promise<bigint> {
  const height = await getBlockHeight();
  return height === undefined || height > lastValidBlockHeight ? 0n : lastValidBlockHeight - height;
}

/** Returns why the chain refused a transaction; `undefined` if it did not, as far as it says. */
export async function findFailure(transaction: string): Promise<unknown> {
  const verdict = await readVerdict(transaction);
  return verdict?.state === 'failed' ? verdict.reason : undefined;
}

/** Returns the explorer's link for a transaction; none on the dev server's own chain. */
export function getExplorerLink(transaction: string): Readonly<{ link?: string }> {
  return IS_SIMULATED ? {} : { link: `https://explorer.solana.com/tx/${transaction}?cluster=devnet` };
}

async function ask<T>(send: (options: Readonly<{ abortSignal: AbortSignal }>) => Promise<T>): Promise<T> {
  try {
    return await send({ abortSignal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DemoError('CHAIN_UNREACHABLE', `${new URL(RPC_URL).host}: ${reason}`, { cause: error });
  }
}

/** Returns what the chain reports about a transaction now; `undefined` if it cannot be reached. */
async function readVerdict(transaction: string): Promise<Verdict | undefined> {
  try {
    const { value } = await ask((options) =>
      rpc.getSignatureStatuses([signature(transaction)], { searchTransactionHistory: true }).send(options),
    );
    const [status] = value;
    if (status?.err) return { state: 'failed', reason: status.err };
    const level = status?.confirmationStatus;
    return { state: level && commitmentComparator(level, 'confirmed') >= 0 ? 'confirmed' : 'unseen' };
  } catch {
    return undefined;
  }
}

async function getBlockHeight(): Promise<bigint | undefined> {
  return ask((options) => rpc.getBlockHeight({ commitment: 'confirmed' }).send(options)).catch(
    () => undefined,
  );
}
