import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type Blockhash, blockhash } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';

/** A block of the chain: its place, its hash, and its time in seconds since 1970. */
export type Block = Readonly<{ slot: bigint; height: bigint; blockhash: Blockhash; time: bigint }>;

/** The passing of blocks on a LiteSVM, which by itself stands still. */
export type BlockClock = Readonly<{
  /** What names this chain among others; the same for every new LiteSVM. */
  genesisHash: string;
  /** Moves on to the block of the time that it is, and returns it. */
  tick(): Block;
  /** Ends the current block: the next one follows at once, with another blockhash. */
  endBlock(): void;
  /** The height of the last block that takes a transaction with this blockhash; `undefined` when unknown. */
  getLastValidBlockHeight(blockhash: string): bigint | undefined;
  /** The newest blocks that anyone looked at, oldest first. */
  getBlocks(): readonly Block[];
  /** Calls `listener` with every new block, and starts one for each slot meanwhile; returns how to stop. */
  watch(listener: (block: Block) => void): () => void;
}>;

const BLOCKHASH_LIFETIME = 150n;
const SLOT_HASHES = 512;
const BLOCKS_KEPT = 5_000;
/** A timer takes no more than 2^31 ms. */
const LONGEST_INTERVAL = 60_000;
/** Each step takes about 2 µs. */
const LITESVM_STEPS = 2 ** 14;

/**
 * Lets a LiteSVM's slots pass: one per `slotDuration` milliseconds of `now`, and one for each block that is
 * ended. A block that nobody asks about leaves no trace.
 *
 * LiteSVM itself knows only its latest blockhash and would refuse every older one, so its own check is off and
 * the blockhashes of the last 150 blocks are kept here.
 *
 * Every LiteSVM runs through the same blockhashes, so that a transfer that is repeated after a restart would have the
 * signature of the first one. Therefore the blockhashes here are LiteSVM's, hashed with a random salt. Durable nonces
 * come from LiteSVM's own, which cannot be set; it starts at a random one of them.
 */
export function createBlockClock(svm: LiteSVM, slotDuration: number, now: () => number): BlockClock {
  const start = now();
  const schedule = svm.getEpochSchedule();
  const firstSlot = svm.getClock().slot;
  const genesisHash = svm.latestBlockhash();
  const salt = randomBytes(32);
  for (let steps = randomInt(LITESVM_STEPS); steps > 0; steps--) svm.expireBlockhash();
  const blocks: Block[] = [];
  const byBlockhash = new Map<string, Block>();
  const listeners = new Set<(block: Block) => void>();
  let timer: NodeJS.Timeout | undefined;
  let ended = 0n;

  function tick(): Block {
    const time = now();
    const slot = firstSlot + BigInt(Math.floor((time - start) / slotDuration)) + ended;
    const latest = blocks.at(-1);
    return latest && slot <= latest.slot ? latest : startBlock(slot, BigInt(Math.floor(time / 1000)));
  }

  function startBlock(slot: bigint, time: bigint): Block {
    svm.expireBlockhash();
    const hash = createHash('sha256').update(salt).update(svm.latestBlockhash()).digest();
    const block = { slot, height: slot - firstSlot, blockhash: blockhash(encodeBase58(hash)), time };
    blocks.push(block);
    byBlockhash.set(block.blockhash, block);
    if (blocks.length > BLOCKS_KEPT) byBlockhash.delete(blocks.shift()?.blockhash ?? '');
    setClock(block);
    svm.setSlotHashes(
      blocks
        .slice(-SLOT_HASHES)
        .reverse()
        .map(({ slot, blockhash }) => ({ slot, hash: blockhash })),
    );
    for (const listener of listeners) listener(block);
    return block;
  }

  function setClock({ slot, time }: Block): void {
    const clock = svm.getClock();
    clock.slot = slot;
    clock.unixTimestamp = time;
    clock.epoch = schedule.firstNormalEpoch + (slot - schedule.firstNormalSlot) / schedule.slotsPerEpoch;
    clock.leaderScheduleEpoch = clock.epoch + 1n;
    svm.setClock(clock);
  }

  tick();
  return {
    genesisHash,
    tick,
    endBlock: () => {
      ended += 1n;
      tick();
    },
    getLastValidBlockHeight: (hash) => {
      const block = byBlockhash.get(hash);
      return block && block.height + BLOCKHASH_LIFETIME;
    },
    getBlocks: () => blocks,
    watch: (listener) => {
      listeners.add(listener);
      // It does not keep the process alive: what the listeners write to does.
      timer ??= setInterval(tick, Math.min(slotDuration, LONGEST_INTERVAL)).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
