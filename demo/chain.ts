import {
  type Address,
  address,
  type Base64EncodedWireTransaction,
  type BlockhashLifetimeConstraint,
  commitmentComparator,
  createSolanaRpc,
  getBase64Decoder,
  lamports,
  type Signature,
  signature,
} from '@solana/kit';
import { DemoError } from './errors.js';
import { IS_SIMULATED, WALLET_PLACE } from './place.js';
import type { Executed } from './transfer.js';

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
export const CONFIRMATION_TIMEOUT_MS = 90_000;
/** How long a transaction is looked for before the page says that it has not found it. */
const SEARCH_MS = 6_000;
/** How many transactions that name a transaction's address are read. Strangers can add more for ever. */
const PAGE_SIZE = 100;
const MOST_PAGES = 5;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 4_000;

const rpc =
  import.meta.env.WALLET_PLACE === 'page' ? (await import('./page-wallet.js')).rpc : createSolanaRpc(RPC_URL);

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
    const isOver = Date.now() >= deadline || (await isPastBlock(lastValidBlockHeight));
    const verdict = await readVerdict(transaction);
    if (verdict !== undefined && verdict.state !== 'unseen') return verdict;
    if (isOver) return verdict ?? { state: 'unreachable' };
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * What a search found: the signature of the transaction, none in all that names its address (`unseen`), or
 * that this could not be read to its end (`open`), or not at all. Only the first is for ever.
 */
export type Found = Readonly<
  { state: 'made'; signature: string } | { state: 'unseen' | 'open' | 'unreachable' }
>;

/**
 * Looks, for some seconds unless `isOnce`, for a transaction that has executed `transfer`, by the address
 * that no other one of this page names. Wallets may send it again, and strangers may name the address: so not
 * the newest transaction alone, and none that failed. Never rejects.
 */
export async function findTransaction(reference: string, transfer: Executed, isOnce = false): Promise<Found> {
  const deadline = Date.now() + (isOnce ? 0 : SEARCH_MS);
  for (;;) {
    const found = await search(address(reference), transfer).catch(() => ({ state: 'unreachable' }) as const);
    if (found.state === 'made' || Date.now() >= deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, 2 * FIRST_PAUSE_MS));
  }
}

async function search(reference: Address, transfer: Executed): Promise<Found> {
  let before: Signature | undefined;
  let isOpen = false;
  for (let page = 0; page < MOST_PAGES; page++) {
    const config = { limit: PAGE_SIZE, commitment: 'confirmed', ...(before && { before }) } as const;
    const found = await ask((options) => rpc.getSignaturesForAddress(reference, config).send(options));
    for (const { signature, err } of found) {
      if (err) continue;
      const isMade = await hasExecuted(signature, transfer).catch(() => undefined);
      if (isMade) return { state: 'made', signature };
      isOpen ||= isMade === undefined;
    }
    before = found.at(-1)?.signature;
    if (!before) return { state: isOpen ? 'open' : 'unseen' };
  }
  return { state: 'open' };
}

/** Whether a transaction consists of this instruction, among others, or has called it. */
async function hasExecuted(transaction: Signature, transfer: Executed): Promise<boolean> {
  const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 } as const;
  const found = await ask((options) => rpc.getTransaction(transaction, config).send(options));
  if (!found?.meta) throw new Error(`The transaction ${transaction} cannot be read yet`);
  const { message } = found.transaction;
  const { loadedAddresses, innerInstructions } = found.meta;
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const addresses = [...message.accountKeys, ...writable, ...readonly];
  const called = innerInstructions?.flatMap(({ instructions }) => instructions) ?? [];
  return [...message.instructions, ...called].some(
    ({ programIdIndex, accounts, data }) =>
      addresses[programIdIndex] === transfer.program &&
      data === transfer.data &&
      accounts.length === transfer.accounts.length &&
      accounts.every((account, index) => addresses[account] === transfer.accounts[index]),
  );
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

async function isPastBlock(height: bigint): Promise<boolean> {
  try {
    const current = await ask((options) => rpc.getBlockHeight({ commitment: 'confirmed' }).send(options));
    return current > height;
  } catch {
    return false;
  }
}
