import { type Blockhash, blockhash } from '@solana/kit';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import type { Svm } from '../../explain/svm.js';

/**
 * A block of the chain. Its blockhash is valid until `lastValidBlockHeight`; `time` is in seconds since 1970.
 */
export type Block = Readonly<{
  slot: bigint;
  height: bigint;
  blockhash: Blockhash;
  lastValidBlockHeight: bigint;
  time: bigint;
}>;

/** Makes new blocks as time passes. */
export type BlockClock = Readonly<{
  /** Returns the epoch of a slot. */
  getEpoch(slot: bigint): bigint;
  /** Starts the block of the current time unless it has started, and returns it. */
  tick(): Block;
  /** Ends the current block and starts the next one, with another blockhash. */
  endBlock(): void;
  /** Makes all blockhashes too old. Slots and block heights go on behind the last one that was valid. */
  expireBlockhashes(): void;
  /** Forgets all blocks, so that no blockhash from before is valid, and starts the next one. */
  restart(): void;
  /** Whether a transaction with this blockhash is accepted now. */
  isRecent(hash: string): boolean;
  /** Returns the newest blocks that were started, oldest first. */
  getBlocks(): readonly Block[];
  /**
   * Calls `listener` with every new block, and starts one in every slot. Returns a function that stops this.
   */
  watch(listener: (block: Block) => void): () => void;
}>;

const SLOT_DURATION_MS = 400;
const BLOCKHASH_LIFETIME = 150n;
const SLOT_HASHES = 512;
const BLOCKS_KEPT = 5_000;
/** Timers do not support intervals of 2^31 ms or more. */
const MAX_INTERVAL_MS = 60_000;

/**
 * Creates the clock: one slot for every `slotDuration` milliseconds since `start`, and one for every block
 * that is ended. A slot in which nothing calls it has no block. Blockhashes are random, so that the same
 * transfer after a restart has another signature.
 */
export function createBlockClock(
  svm: Svm,
  slotDuration = SLOT_DURATION_MS,
  now: () => number = Date.now,
  start: number = now(),
): BlockClock {
  const { firstSlot, epochSchedule } = svm;
  const blocks: Block[] = [];
  const listeners = new Set<(block: Block) => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let ended = 0n;

  function tick(): Block {
    const time = now();
    const slot = firstSlot + BigInt(Math.floor((time - start) / slotDuration)) + ended;
    const latest = blocks.at(-1);
    return latest && slot <= latest.slot ? latest : startBlock(slot, BigInt(Math.floor(time / 1000)));
  }

  function startBlock(slot: bigint, time: bigint): Block {
    const height = slot - firstSlot;
    const hash = blockhash(encodeBase58(crypto.getRandomValues(new Uint8Array(32))));
    const block = { slot, height, blockhash: hash, lastValidBlockHeight: height + BLOCKHASH_LIFETIME, time };
    blocks.push(block);
    if (blocks.length > BLOCKS_KEPT) blocks.shift();
    const newest = blocks.slice(-SLOT_HASHES).reverse();
    const slotHashes = newest.map((made) => ({ slot: made.slot, hash: made.blockhash }));
    svm.startBlock({ slot, epoch: getEpoch(slot), time }, slotHashes);
    for (const listener of listeners) listener(block);
    return block;
  }

  function getEpoch(slot: bigint): bigint {
    const { firstNormalEpoch, firstNormalSlot, slotsPerEpoch } = epochSchedule;
    return firstNormalEpoch + (slot - firstNormalSlot) / slotsPerEpoch;
  }

  function endBlock(slots = 1n): void {
    ended += slots;
    tick();
  }

  tick();
  return {
    getEpoch,
    tick,
    endBlock: () => endBlock(),
    expireBlockhashes: () => endBlock(BLOCKHASH_LIFETIME + 1n),
    restart: () => {
      blocks.length = 0;
      endBlock();
    },
    isRecent: (hash) => {
      const block = blocks.find((made) => made.blockhash === hash);
      return block !== undefined && tick().height <= block.lastValidBlockHeight;
    },
    getBlocks: () => blocks,
    watch: (listener) => {
      listeners.add(listener);
      timer ??= setInterval(tick, Math.min(slotDuration, MAX_INTERVAL_MS));
      // The timer does not keep the process alive. The sockets of the listeners do. In browsers it is a
      // number.
      timer.unref?.();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
