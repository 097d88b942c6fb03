import type { Block } from './block-clock.js';
import type { Ledger, LedgerEntry } from './ledger.js';
import { findBlock } from './rpc-blocks.js';
import { encodeMeta, readTransactionConfig, type TransactionConfig } from './rpc-history.js';
import {
  type RpcMethod,
  readBoolean,
  readChoice,
  readHistoryConfig,
  readInteger,
  readOptionalInteger,
} from './rpc-params.js';
import { encodeTransaction } from './transaction-json.js';

const BLOCKS_LIMIT = 500_000n;

/** The RPC methods about what blocks contain, and which there are. A block has at most one transaction. */
export const BLOCK_CONTENT_METHODS: Readonly<Record<string, RpcMethod>> = {
  getBlock(ledger, params) {
    const slot = readInteger(params[0], 'slot');
    const config = readHistoryConfig(ledger, params, 1);
    const details = readChoice(config['transactionDetails'], 'transactionDetails', [
      'full',
      'signatures',
      'none',
    ]);
    const transactionConfig = readTransactionConfig(config);
    const block = findBlock(ledger, slot);
    const parent = getParent(ledger, block);
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
      ...(details === 'signatures' && { signatures: entries.map(({ signature }) => signature) }),
      ...(readBoolean(config['rewards'] ?? true, 'rewards') && { rewards: [] }),
    };
  },

  getBlocks(ledger, params) {
    const first = readInteger(params[0], 'startSlot');
    // As in a validator, the options may take the place of the last slot.
    const hasLast = typeof params[1] === 'number' || params[1] === null;
    readHistoryConfig(ledger, params, hasLast ? 2 : 1);
    const last = (hasLast ? readOptionalInteger(params[1], 'endSlot') : undefined) ?? first + BLOCKS_LIMIT;
    return listBlocks(ledger).filter((slot) => slot >= first && slot <= last);
  },

  getBlocksWithLimit(ledger, params) {
    const first = readInteger(params[0], 'startSlot');
    const limit = readOptionalInteger(params[1], 'limit') ?? BLOCKS_LIMIT;
    readHistoryConfig(ledger, params, 2);
    return listBlocks(ledger)
      .filter((slot) => slot >= first)
      .slice(0, Number(limit));
  },

  getFirstAvailableBlock: getFirstSlot,

  minimumLedgerSlot: getFirstSlot,
};

function getFirstSlot(ledger: Ledger): bigint {
  const { slot } = ledger.clock.tick();
  return ledger.clock.getBlocks()[0]?.slot ?? slot;
}

function listBlocks(ledger: Ledger): readonly bigint[] {
  ledger.clock.tick();
  return ledger.clock.getBlocks().map(({ slot }) => slot);
}

/** Returns the block before; the first block is its own. */
function getParent(ledger: Ledger, block: Block): Block {
  const blocks = ledger.clock.getBlocks();
  return blocks[blocks.indexOf(block) - 1] ?? block;
}

function encodeEntry(entry: LedgerEntry, config: TransactionConfig) {
  return {
    transaction: encodeTransaction(entry, config.encoding),
    ...encodeMeta(entry, config),
  };
}
