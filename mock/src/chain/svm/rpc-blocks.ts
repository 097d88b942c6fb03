import { createInvalidParamsError, RPC_ERROR, RpcError } from '../rpc-error.js';
import type { Block } from './block-clock.js';
import type { Ledger } from './ledger.js';
import {
  API_VERSION,
  type RpcMethod,
  readArray,
  readConfig,
  readInteger,
  withContext,
} from './rpc-params.js';

const PRIORITIZATION_FEE_BLOCKS = 150;
const PRIORITIZATION_FEE_ACCOUNTS = 128;

/** The RPC methods about slots, blocks and the node. */
export const BLOCK_METHODS: Readonly<Record<string, RpcMethod>> = {
  getBlockHeight(ledger, params) {
    readConfig(ledger, params, 0);
    return ledger.clock.tick().height;
  },

  getBlockTime(ledger, params) {
    return findBlock(ledger, readInteger(params[0], 'slot')).time;
  },

  getEpochInfo(ledger, params) {
    readConfig(ledger, params, 0);
    const { slot, height } = ledger.clock.tick();
    const { slotsPerEpoch, firstNormalSlot } = ledger.svm.epochSchedule;
    return {
      absoluteSlot: slot,
      blockHeight: height,
      epoch: ledger.clock.getEpoch(slot),
      slotIndex: (slot - firstNormalSlot) % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: ledger.getEntries().length,
    };
  },

  getEpochSchedule({ svm: { epochSchedule } }) {
    return { ...epochSchedule, leaderScheduleSlotOffset: epochSchedule.slotsPerEpoch, warmup: true };
  },

  getGenesisHash(ledger) {
    return ledger.svm.genesisHash;
  },

  getHealth() {
    return 'ok';
  },

  getLatestBlockhash(ledger, params) {
    readConfig(ledger, params, 0);
    const { blockhash } = ledger.clock.tick();
    const lastValidBlockHeight = ledger.clock.getLastValidBlockHeight(blockhash);
    return withContext(ledger, { blockhash, lastValidBlockHeight });
  },

  getMinimumBalanceForRentExemption(ledger, params) {
    readConfig(ledger, params, 1);
    return ledger.svm.getMinimumBalance(readInteger(params[0], 'size'));
  },

  /** Returns fees of 0, because blocks are never full here. */
  getRecentPrioritizationFees(ledger, params) {
    readArray(params[0] ?? [], 'addresses', PRIORITIZATION_FEE_ACCOUNTS);
    ledger.clock.tick();
    const blocks = ledger.clock.getBlocks().slice(-PRIORITIZATION_FEE_BLOCKS);
    return blocks.map(({ slot }) => ({ slot, prioritizationFee: 0 }));
  },

  getSlot(ledger, params) {
    readConfig(ledger, params, 0);
    return ledger.clock.tick().slot;
  },

  getVersion() {
    return { 'solana-core': API_VERSION, 'feature-set': 0 };
  },

  isBlockhashValid(ledger, params) {
    const [hash] = params;
    if (typeof hash !== 'string') throw createInvalidParamsError('Invalid param: blockhash must be a string');
    readConfig(ledger, params, 1);
    const lastValidBlockHeight = ledger.clock.getLastValidBlockHeight(hash);
    const isValid = lastValidBlockHeight !== undefined && ledger.clock.tick().height <= lastValidBlockHeight;
    return withContext(ledger, isValid);
  },
};

/** Returns the block of a slot; throws the error of a validator when there is none. */
export function findBlock(ledger: Ledger, slot: bigint): Block {
  const blocks = ledger.clock.getBlocks();
  const block = blocks.find((candidate) => candidate.slot === slot);
  if (block) return block;
  const [first] = blocks;
  if (first && slot < first.slot) {
    throw new RpcError(
      RPC_ERROR.BLOCK_CLEANED_UP,
      `Block ${slot} cleaned up, does not exist on node. First available block: ${first.slot}`,
    );
  }
  if (slot > ledger.clock.tick().slot) {
    throw new RpcError(RPC_ERROR.BLOCK_NOT_AVAILABLE, `Block not available for slot ${slot}`);
  }
  throw new RpcError(
    RPC_ERROR.SLOT_SKIPPED,
    `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
  );
}
