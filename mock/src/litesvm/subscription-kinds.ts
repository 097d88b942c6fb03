import { isRpcError } from '../rpc-error.js';
import { type Account, getAccount } from './account.js';
import type { Ledger, LedgerEntry } from './ledger.js';
import { type AccountJson, encodeAccount, readFilters } from './rpc-accounts.js';
import {
  type Config,
  type Params,
  readAddress,
  readArray,
  readBoolean,
  readConfig,
  readObject,
  readSignature,
} from './rpc-params.js';

/** How a subscription reaches its client. */
type Client = Readonly<{
  notify(result: unknown): void;
  /** Ends the subscription after what was notified so far. */
  end(): void;
}>;

/** Starts a subscription; returns how to stop it. Throws an `RpcError` for wrong parameters. */
type Subscribe = (ledger: Ledger, params: Params, client: Client) => () => void;

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const MENTIONS_LIMIT = 1;

/** The kinds of subscriptions, by the beginnings of their methods' names. */
export const SUBSCRIPTION_KINDS: ReadonlyMap<string, Subscribe> = new Map<string, Subscribe>([
  ['account', subscribeToAccount],
  ['logs', subscribeToLogs],
  ['program', subscribeToProgram],
  ['root', subscribeToRoots],
  ['signature', subscribeToSignature],
  ['slot', subscribeToSlots],
]);

/** One notification, and with `enableReceivedNotification` another one before it; then the subscription ends. */
function subscribeToSignature(ledger: Ledger, params: Params, { notify, end }: Client): () => void {
  const signature = readSignature(params[0]);
  const config = readConfig(ledger, params, 1);
  const name = 'enableReceivedNotification';
  const isReceiptWanted = readBoolean(config[name], name);
  const finish = ({ block, err }: LedgerEntry): void => {
    notify({ context: { slot: block.slot }, value: { err } });
    end();
  };
  const processed = ledger.getEntry(signature);
  // As a validator does, at its next block.
  if (processed) return ledger.clock.watch(() => finish(processed));
  return ledger.watch((entry) => {
    if (entry.signature !== signature) return;
    if (isReceiptWanted) notify({ context: { slot: entry.block.slot }, value: 'receivedSignature' });
    finish(entry);
  });
}

function subscribeToAccount(ledger: Ledger, params: Params, { notify }: Client): () => void {
  const key = readAddress(params[0]);
  const config = readAccountConfig(ledger, params);
  const notifyAt = (slot: bigint): void => {
    const value = encodeChanged(ledger, getAccount(ledger.svm, key) ?? createEmpty(key), config);
    notify({ context: { slot }, value });
  };
  // The one account that changes without a transaction.
  if (key === CLOCK) return ledger.clock.watch(({ slot }) => notifyAt(slot));
  return ledger.watch((entry) => {
    if (getChangedAccounts(entry).includes(key)) notifyAt(entry.block.slot);
  });
}

/** An account that is closed is the program's no longer, so it is not notified. */
function subscribeToProgram(ledger: Ledger, params: Params, { notify }: Client): () => void {
  const program = readAddress(params[0]);
  const config = readAccountConfig(ledger, params);
  const matches = readFilters(config);
  return ledger.watch((entry) => {
    for (const pubkey of getChangedAccounts(entry)) {
      const account = getAccount(ledger.svm, pubkey);
      if (account?.owner !== program || !matches(account.data)) continue;
      const value = { pubkey, account: encodeChanged(ledger, account, config) };
      notify({ context: { slot: entry.block.slot }, value });
    }
  });
}

function subscribeToLogs(ledger: Ledger, params: Params, { notify }: Client): () => void {
  const isWanted = readLogsFilter(params[0]);
  readConfig(ledger, params, 1);
  return ledger.watch((entry) => {
    if (!isWanted(entry)) return;
    const { signature, err, logs } = entry;
    notify({ context: { slot: entry.block.slot }, value: { signature, err, logs } });
  });
}

/** Every block is final at once, so it is its own root. */
function subscribeToSlots(ledger: Ledger, params: Params, { notify }: Client): () => void {
  readArray(params, 'params', 0);
  let parent = ledger.clock.tick().slot;
  return ledger.clock.watch(({ slot }) => {
    notify({ slot, parent, root: slot });
    parent = slot;
  });
}

function subscribeToRoots(ledger: Ledger, params: Params, { notify }: Client): () => void {
  readArray(params, 'params', 0);
  return ledger.clock.watch(({ slot }) => notify(slot));
}

function readLogsFilter(value: unknown): (entry: LedgerEntry) => boolean {
  // There are no votes here.
  if (value === 'all' || value === 'allWithVotes') return () => true;
  const { mentions } = readObject(value, 'filter');
  const [mentioned] = readArray(mentions, 'mentions', MENTIONS_LIMIT);
  const mention = readAddress(mentioned, 'mentions[0]');
  return ({ accounts }) => accounts.some(({ address }) => address === mention);
}

/** Reads options about accounts, all of them now, so that a wrong one is refused rather than failing later. */
function readAccountConfig(ledger: Ledger, params: Params): Config {
  const config = readConfig(ledger, params, 1);
  encodeAccount(ledger, undefined, config);
  return config;
}

/** The accounts that a transaction has written; of one that failed, only those that paid. */
function getChangedAccounts({ err, accounts, preBalances, postBalances }: LedgerEntry): readonly string[] {
  return accounts
    .filter(({ writable }, index) => writable && (err === null || preBalances[index] !== postBalances[index]))
    .map(({ address }) => address);
}

/** Writes an account; data that is too long for its encoding becomes a validator's text. */
function encodeChanged(ledger: Ledger, account: Account, config: Config): AccountJson | null {
  try {
    return encodeAccount(ledger, account, config);
  } catch (error) {
    if (!isRpcError(error)) throw error;
    const encoded = encodeAccount(ledger, account, { encoding: 'base64' });
    return encoded && { ...encoded, data: 'error: data too large for bs58 encoding' };
  }
}

/** What clients are told of an account that is gone. */
function createEmpty(address: string): Account {
  return { address, owner: SYSTEM_PROGRAM, lamports: 0n, data: new Uint8Array(), executable: false };
}
