import { encodeBase58, encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { createInvalidParamsError, RPC_ERROR, RpcError } from '../rpc-error.js';
import type { Block } from './block-clock.js';
import { FUNDS } from './faucet.js';
import type { Ledger } from './ledger.js';
import { encodeAccounts, encodeEntry, readTransactionConfig } from './rpc-history.js';
import {
  API_VERSION,
  type Config,
  getSlot,
  PROCESSED,
  type RpcMethod,
  readArray,
  readBoolean,
  readChoice,
  readConfig,
  readHistoryConfig,
  readInteger,
  readOptionalInteger,
  readString,
  withContext,
} from './rpc-params.js';

const BLOCKS_LIMIT = 500_000n;
const LEADERS_LIMIT = 5_000;
const SAMPLE_SECONDS = 60;
/** The public key of the node. It has 32 bytes, like all. */
const IDENTITY = encodeBase58(encodeUtf8('The only node of the mock chain.'));
const PRIORITIZATION_FEE_BLOCKS = 150;
const PRIORITIZATION_FEE_ACCOUNTS = 128;

/** The RPC methods about slots, blocks and the node. A block has at most one transaction. */
export const BLOCK_METHODS: Readonly<Record<string, RpcMethod>> = {
  getBlock(ledger, params) {
    const slot = readInteger(params[0], 'slot');
    const config = readHistoryConfig(ledger, params, 1);
    const name = 'transactionDetails';
    const details = readChoice(config[name], name, ['full', 'accounts', 'signatures', 'none']);
    const transactionConfig = readTransactionConfig(config);
    const block = findBlock(ledger, slot, config);
    const blocks = ledger.clock.getBlocks();
    // The first block is its own parent.
    const parent = blocks[blocks.indexOf(block) - 1] ?? block;
    const entries = ledger.getEntries().filter((entry) => entry.block === block);
    return {
      blockHeight: block.height,
      blockTime: block.time,
      blockhash: block.blockhash,
      parentSlot: parent.slot,
      previousBlockhash: parent.blockhash,
      ...(details === 'full' && {
        transactions: entries.map((entry) => encodeEntry(entry, transactionConfig)),
      }),
      ...(details === 'accounts' && {
        transactions: entries.map((entry) => encodeAccounts(entry, transactionConfig)),
      }),
      ...(details === 'signatures' && { signatures: entries.map(({ signature }) => signature) }),
      ...(readBoolean(config['rewards'] ?? true, 'rewards') && { rewards: [] }),
    };
  },

  getBlockHeight(ledger, params) {
    return getSlot(ledger, readConfig(ledger, params, 0)) - ledger.svm.firstSlot;
  },

  getBlocks(ledger, params) {
    const first = readInteger(params[0], 'startSlot');
    // As in a validator, the options may take the place of the last slot.
    const hasLast = typeof params[1] === 'number' || params[1] === null;
    const config = readHistoryConfig(ledger, params, hasLast ? 2 : 1);
    const last = (hasLast ? readOptionalInteger(params[1], 'endSlot') : undefined) ?? first + BLOCKS_LIMIT;
    return listSlots(ledger, config).filter((slot) => slot >= first && slot <= last);
  },

  getBlocksWithLimit(ledger, params) {
    const first = readInteger(params[0], 'startSlot');
    const limit = readOptionalInteger(params[1], 'limit') ?? BLOCKS_LIMIT;
    return listSlots(ledger, readHistoryConfig(ledger, params, 2))
      .filter((slot) => slot >= first)
      .slice(0, Number(limit));
  },

  getBlockTime(ledger, params) {
    return findBlock(ledger, readInteger(params[0], 'slot'), PROCESSED).time;
  },

  getClusterNodes: () => [
    {
      pubkey: IDENTITY,
      gossip: null,
      tpu: null,
      rpc: null,
      version: API_VERSION,
      featureSet: 0,
      shredVersion: 0,
    },
  ],

  getEpochInfo(ledger, params) {
    const slot = getSlot(ledger, readConfig(ledger, params, 0));
    const { slotsPerEpoch, firstNormalSlot } = ledger.svm.epochSchedule;
    return {
      absoluteSlot: slot,
      blockHeight: slot - ledger.svm.firstSlot,
      epoch: ledger.clock.getEpoch(slot),
      slotIndex: (slot - firstNormalSlot) % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: ledger.getEntries().length,
    };
  },

  getEpochSchedule({ svm: { epochSchedule } }) {
    return { ...epochSchedule, leaderScheduleSlotOffset: epochSchedule.slotsPerEpoch, warmup: true };
  },

  getFirstAvailableBlock: (ledger) => listSlots(ledger)[0],

  getGenesisHash: (ledger) => ledger.svm.genesisHash,

  getHealth: () => 'ok',

  getIdentity: () => ({ identity: IDENTITY }),

  getLatestBlockhash(ledger, params) {
    const config = readConfig(ledger, params, 0);
    const { blockhash, lastValidBlockHeight } = ledger.clock.tick();
    return withContext(ledger, { blockhash, lastValidBlockHeight }, config);
  },

  getMinimumBalanceForRentExemption(ledger, params) {
    readConfig(ledger, params, 1);
    return ledger.svm.getMinimumBalance(readInteger(params[0], 'size'));
  },

  /** Returns one sample, of all that has happened so far. */
  getRecentPerformanceSamples(ledger) {
    const { slot } = ledger.clock.tick();
    const [numTransactions, numSlots] = [ledger.getEntries().length, listSlots(ledger).length];
    const sample = { slot, numTransactions, numNonVoteTransactions: numTransactions, numSlots };
    return [{ ...sample, samplePeriodSecs: SAMPLE_SECONDS }];
  },

  /** Returns the fee of the settings, because blocks are never full here. */
  getRecentPrioritizationFees(ledger, params) {
    readArray(params[0] ?? [], 'addresses', PRIORITIZATION_FEE_ACCOUNTS);
    const slots = listSlots(ledger).slice(-PRIORITIZATION_FEE_BLOCKS);
    const { priorityFee } = ledger.getRpcSettings();
    return slots.map((slot) => ({ slot, prioritizationFee: priorityFee }));
  },

  getSlot(ledger, params) {
    return getSlot(ledger, readConfig(ledger, params, 0));
  },

  getSlotLeader: () => IDENTITY,

  getSlotLeaders(_ledger, params) {
    const limit = Number(readInteger(params[1], 'limit'));
    if (limit < 1 || limit > LEADERS_LIMIT) {
      throw createInvalidParamsError(`Invalid limit; max ${LEADERS_LIMIT}`);
    }
    return Array(limit).fill(IDENTITY);
  },

  getStakeMinimumDelegation: (ledger) => withContext(ledger, 1n),

  getSupply: (ledger) =>
    withContext(ledger, {
      total: FUNDS,
      circulating: FUNDS,
      nonCirculating: 0n,
      nonCirculatingAccounts: [],
    }),

  getVersion: () => ({ 'solana-core': API_VERSION, 'feature-set': 0 }),

  /** Nobody votes here. */
  getVoteAccounts: () => ({ current: [], delinquent: [] }),

  isBlockhashValid(ledger, params) {
    const hash = readString(params[0], 'blockhash');
    const config = readConfig(ledger, params, 1);
    return withContext(ledger, ledger.clock.isRecent(hash), config);
  },

  minimumLedgerSlot: (ledger) => listSlots(ledger)[0],
};

/** Returns the slots that have a block, up to the newest one at the commitment. */
function listSlots(ledger: Ledger, config = PROCESSED): readonly bigint[] {
  const last = getSlot(ledger, config);
  const slots = ledger.clock.getBlocks().map(({ slot }) => slot);
  return slots.filter((slot) => slot <= last);
}

/** Returns the block of a slot; throws the error of a validator when there is none at the commitment. */
function findBlock(ledger: Ledger, slot: bigint, config: Config): Block {
  const blocks = ledger.clock.getBlocks();
  const last = getSlot(ledger, config);
  const block = blocks.find((candidate) => candidate.slot === slot && slot <= last);
  if (block) return block;
  const [first] = blocks;
  if (first && slot < first.slot) {
    const text = `Block ${slot} cleaned up, does not exist on node. First available block: ${first.slot}`;
    throw new RpcError(RPC_ERROR.BLOCK_CLEANED_UP, text);
  }
  if (slot > last) {
    throw new RpcError(RPC_ERROR.BLOCK_NOT_AVAILABLE, `Block not available for slot ${slot}`);
  }
  const text = `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`;
  throw new RpcError(RPC_ERROR.SLOT_SKIPPED, text);
}
