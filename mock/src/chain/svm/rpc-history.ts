import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { getInstructions } from '../../explain/describe-transaction.js';
import { MEMO_PROGRAM_ADDRESSES } from '../../explain/instructions/program-addresses.js';
import { createInvalidParamsError, RPC_ERROR, RpcError } from '../rpc-error.js';
import type { Ledger, LedgerEntry } from './ledger.js';
import {
  type Config,
  getCommitment,
  type RpcMethod,
  readAddress,
  readArray,
  readBoolean,
  readChoice,
  readConfig,
  readHistoryConfig,
  readObject,
  readOptionalInteger,
  readSignature,
  withContext,
} from './rpc-params.js';
import { COMMITMENTS, type Commitment } from './rpc-settings.js';
import {
  encodeAccountKeys,
  encodeLoadedAddresses,
  encodeParsedCalls,
  encodeTransaction,
} from './transaction-json.js';

const STATUS_LIMIT = 256;
const SIGNATURES_LIMIT = 1_000n;
const MEMO_PROGRAMS: readonly string[] = Object.values(MEMO_PROGRAM_ADDRESSES);

/** The RPC methods about transactions that were executed. */
export const HISTORY_METHODS: Readonly<Record<string, RpcMethod>> = {
  getSignatureStatuses(ledger, params) {
    const signatures = readArray(params[0], 'signatures', STATUS_LIMIT).map(readSignature);
    const name = 'searchTransactionHistory';
    readBoolean(readObject(params[1] ?? {}, 'options')[name], name);
    const statuses = signatures.map((signature) => {
      const entry = ledger.getEntry(signature);
      const confirmationStatus = entry && getStage(ledger, entry);
      if (!entry || !confirmationStatus) return null;
      const { slot } = entry.block;
      const confirmations =
        confirmationStatus === 'finalized' ? null : Number(ledger.getSlot('processed') - slot);
      return { slot, confirmations, err: entry.err, status: getStatus(entry), confirmationStatus };
    });
    return withContext(ledger, statuses);
  },

  getSignaturesForAddress(ledger, params) {
    const account = readAddress(params[0]);
    const config = readHistoryConfig(ledger, params, 1);
    const limit = readOptionalInteger(config['limit'], 'limit') ?? SIGNATURES_LIMIT;
    if (limit < 1n || limit > SIGNATURES_LIMIT) {
      throw createInvalidParamsError(`Invalid limit; max ${SIGNATURES_LIMIT}`);
    }
    const commitment = getCommitment(config);
    const known = ledger.getEntries().filter((entry) => ledger.hasReached(entry, commitment));
    const newestFirst = [...known].reverse();
    const start = (findSignature(newestFirst, config['before']) ?? -1) + 1;
    const end = findSignature(newestFirst, config['until']) ?? newestFirst.length;
    return newestFirst
      .slice(start, end)
      .filter((entry) => entry.accounts.some(({ address }) => address === account))
      .slice(0, Number(limit))
      .map((entry) => ({
        signature: entry.signature,
        slot: entry.block.slot,
        err: entry.err,
        memo: getMemo(entry),
        blockTime: entry.block.time,
        confirmationStatus: getStage(ledger, entry),
      }));
  },

  getTransaction(ledger, params) {
    const signature = readSignature(params[0]);
    // As in a validator, the encoding alone may take the place of the options.
    const options = typeof params[1] === 'string' ? { encoding: params[1] } : (params[1] ?? {});
    const config = readHistoryConfig(ledger, [options], 0);
    const transactionConfig = readTransactionConfig(config);
    const entry = ledger.getEntry(signature);
    if (!entry || !ledger.hasReached(entry, getCommitment(config))) return null;
    const { slot, time } = entry.block;
    return { slot, blockTime: time, ...encodeEntry(entry, transactionConfig) };
  },

  getTransactionCount(ledger, params) {
    readConfig(ledger, params, 0);
    return ledger.getEntries().length;
  },
};

/** How a client wants transactions; `newest` is the newest version that it supports, if it knows versions. */
export type TransactionConfig = Readonly<{
  encoding: 'json' | 'jsonParsed' | 'base58' | 'base64';
  newest: bigint | undefined;
}>;

/**
 * Reads the encoding of a transaction, and the newest version that the client supports, if it knows versions
 * at all.
 */
export function readTransactionConfig(config: Config): TransactionConfig {
  const name = 'maxSupportedTransactionVersion';
  const encoding = readChoice(config['encoding'], 'encoding', ['json', 'jsonParsed', 'base58', 'base64']);
  return { encoding, newest: readOptionalInteger(config[name], name) };
}

/** Encodes a transaction and what it did, and its version if the client asks for versions. */
export function encodeEntry(entry: LedgerEntry, { encoding, newest }: TransactionConfig) {
  const versioned = encodeVersion(entry, newest);
  return {
    transaction: encodeTransaction(entry, encoding),
    meta: {
      err: entry.err,
      status: getStatus(entry),
      fee: entry.fee,
      preBalances: entry.preBalances,
      postBalances: entry.postBalances,
      innerInstructions: encoding === 'jsonParsed' ? encodeParsedCalls(entry) : entry.innerInstructions,
      logMessages: entry.logs,
      preTokenBalances: entry.preTokenBalances,
      postTokenBalances: entry.postTokenBalances,
      rewards: [],
      computeUnitsConsumed: entry.unitsConsumed,
      ...(entry.returnData && { returnData: entry.returnData }),
      ...(newest !== undefined && { loadedAddresses: encodeLoadedAddresses(entry.accounts) }),
    },
    ...versioned,
  };
}

/** Encodes the accounts of a transaction, and what changed in them. */
export function encodeAccounts(entry: LedgerEntry, { newest }: TransactionConfig) {
  const { err, fee, preBalances, postBalances, preTokenBalances, postTokenBalances } = entry;
  const balances = { preBalances, postBalances, preTokenBalances, postTokenBalances };
  return {
    transaction: encodeAccountKeys(entry),
    meta: { err, status: getStatus(entry), fee, ...balances },
    ...encodeVersion(entry, newest),
  };
}

/** Returns the version if the client asks for versions, and refuses one that it does not support. */
function encodeVersion({ decoded }: LedgerEntry, newest: bigint | undefined) {
  const { version } = decoded.message;
  if (version !== 'legacy' && (newest === undefined || BigInt(version) > newest)) {
    const text = `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`;
    throw new RpcError(RPC_ERROR.UNSUPPORTED_TRANSACTION_VERSION, text);
  }
  return newest === undefined ? {} : { version };
}

/** Returns the highest commitment of a transaction, if the RPC knows it at all. */
function getStage(ledger: Ledger, entry: LedgerEntry): Commitment | undefined {
  return COMMITMENTS.find((commitment) => ledger.hasReached(entry, commitment));
}

function getStatus({ err }: LedgerEntry) {
  return err === null ? { Ok: null } : { Err: err };
}

/**
 * Returns the index of a signature, if one is given. As in a validator, an unknown one is an error: the list
 * would be wrong.
 */
function findSignature(entries: readonly LedgerEntry[], value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const signature = readSignature(value);
  const index = entries.findIndex((entry) => entry.signature === signature);
  if (index >= 0) return index;
  throw new RpcError(RPC_ERROR.FILTER_TRANSACTION_NOT_FOUND, `Transaction ${signature} not found`);
}

/** Returns all memos of a transaction, each after its length in bytes, as a validator keeps them. */
function getMemo({ decoded: { message } }: LedgerEntry): string | null {
  const memos = getInstructions(message).filter(({ programAddress }) =>
    MEMO_PROGRAMS.includes(programAddress),
  );
  if (memos.length === 0) return null;
  return memos.map(({ data }) => `[${data.length}] ${readMemo(Uint8Array.from(data))}`).join('; ');
}

function readMemo(data: Uint8Array): string {
  try {
    return decodeUtf8(data);
  } catch {
    return '(unparseable)';
  }
}
