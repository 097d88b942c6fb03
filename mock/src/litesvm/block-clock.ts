import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type Blockhash, blockhash } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';

/** A block of the chain; `time` is in seconds since 1970. */
export type Block = Readonly<{ slot: bigint; height: bigint; blockhash: Blockhash; time: bigint }>;

/** Makes new blocks on a LiteSVM as time passes, which LiteSVM does not do by itself. */
export type BlockClock = Readonly<{
  /** The hash of the first block; the same for every new LiteSVM. */
  genesisHash: string;
  /** Starts the block of the current time unless it has started, and returns it. */
  tick(): Block;
  /** Ends the current block and starts the next one, with another blockhash. */
  endBlock(): void;
  /** Returns the height of the last block that accepts this blockhash; `undefined` for an unknown blockhash. */
  getLastValidBlockHeight(blockhash: string): bigint | undefined;
  /** Returns the newest blocks that were started, oldest first. */
  getBlocks(): readonly Block[];
  /** Calls `listener` with every new block, and starts one in every slot. Returns a function that stops this. */
  watch(listener: (block: Block) => void): () => void;
}>;

const BLOCKHASH_LIFETIME = 150n;
const SLOT_HASHES = 512;
const BLOCKS_KEPT = 5_000;
/** Timers do not support intervals of 2^31 ms or more. */
const MAX_INTERVAL_MS = 60_000;
/** At most as many steps from LiteSVM's first blockhash; each takes about 2 µs. */
const LITESVM_STEPS = 2 ** 14;

/**
 * Creates the clock: one slot for every `slotDuration` milliseconds of `now`, and one for every block that is ended. A
 * slot in which nothing calls the clock has no block.
 *
 * LiteSVM accepts only its latest blockhash. Its check is off, and the blockhashes of the last 150 blocks are checked
 * here instead.
 *
 * Every LiteSVM has the same sequence of blockhashes, so that the same transfer after a restart would have the same
 * signature. Therefore blockhashes are hashed with a random salt here. Durable nonces are made from LiteSVM's own
 * blockhash, which cannot be set, so the sequence starts at a random position.
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
      // The timer does not keep the process alive. The sockets of the listeners do.
      timer ??= setInterval(tick, Math.min(slotDuration, MAX_INTERVAL_MS)).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
