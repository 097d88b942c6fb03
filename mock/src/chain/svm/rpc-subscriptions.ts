import { type Account, createMissingAccount } from '../../explain/svm.js';
import {
  createInvalidParamsError,
  createMethodNotFoundError,
  isRpcError,
  RPC_ERROR,
  RpcError,
} from '../rpc-error.js';
import type { Ledger, LedgerEntry } from './ledger.js';
import { encodeAccount, readFilters } from './rpc-accounts.js';
import {
  type Config,
  getCommitment,
  getSlot,
  type Params,
  PROCESSED,
  readAddress,
  readArray,
  readBoolean,
  readConfig,
  readInteger,
  readObject,
  readSignature,
} from './rpc-params.js';

/** A JSON-RPC notification for the client. */
export type RpcNotification = Readonly<{
  /** The version of JSON-RPC. */
  jsonrpc: '2.0';
  /** The kind of notification, such as `signatureNotification`. */
  method: string;
  /** What has changed, and for whom. */
  params: Readonly<{
    /** What the subscription is about, as it is now. */
    result: unknown;
    /** The number of the subscription. */
    subscription: number;
  }>;
}>;

/** The subscriptions of one client. */
export type RpcSubscriptions = Readonly<{
  /**
   * Answers `…Subscribe` with the subscription's number, and `…Unsubscribe` with `true`. Rejects with an
   * `RpcError`; for a missing method its code is -32601.
   */
  rpc(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Ends all subscriptions; no notification follows. */
  close(): void;
}>;

/**
 * Starts a subscription and returns a function that stops it. `end` ends it after the notifications so far.
 */
type Subscribe = (
  ledger: Ledger,
  params: Params,
  client: Readonly<{ notify(result: unknown): void; end(): void }>,
) => () => void;

const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const MENTIONS_LIMIT = 1;
const LIMIT = 1_000;
/** Browsers have no `setImmediate`. */
const defer = globalThis.setImmediate ?? globalThis.setTimeout;
const METHOD = /^([a-z]+(?:Updates)?)(Subscribe|Unsubscribe)$/;

/** The kinds of subscriptions, by the first part of their methods' names. */
const SUBSCRIPTION_KINDS: ReadonlyMap<string, Subscribe> = new Map(
  Object.entries<Subscribe>({
    account(ledger, params, { notify }) {
      const key = readAddress(params[0]);
      const config = readAccountConfig(ledger, params);
      const notifyAt = (slot: bigint): void => {
        const account = ledger.getAccount(key, getCommitment(config)) ?? createMissingAccount(key);
        notify({ context: { slot }, value: encodeChanged(ledger, account, config) });
      };
      // The clock is the only account that changes without a transaction.
      if (key === CLOCK) return ledger.clock.watch(({ slot }) => notifyAt(slot));
      return ledger.watchAt(getCommitment(config), (entry, address = key) => {
        if (entry && getChangedAccounts(entry).includes(key)) notifyAt(entry.block.slot);
        if (!entry && address === key) notifyAt(ledger.clock.tick().slot);
      });
    },

    logs(ledger, params, { notify }) {
      const isWanted = readLogsFilter(params[0]);
      const config = readConfig(ledger, params, 1);
      return ledger.watchAt(getCommitment(config), (entry) => {
        if (!entry || !isWanted(entry)) return;
        const { signature, err, logs } = entry;
        notify({ context: { slot: entry.block.slot }, value: { signature, err, logs } });
      });
    },

    /** Does not notify when an account is closed, because the program does not own it any more. */
    program(ledger, params, { notify }) {
      const program = readAddress(params[0]);
      const config = readAccountConfig(ledger, params);
      const matches = readFilters(config);
      return ledger.watchAt(getCommitment(config), (entry, address) => {
        const { slot } = entry?.block ?? ledger.clock.tick();
        for (const pubkey of entry ? getChangedAccounts(entry) : [address ?? []].flat()) {
          const account = ledger.getAccount(pubkey, getCommitment(config));
          if (account?.owner !== program || !matches(account.data)) continue;
          const value = { pubkey, account: encodeChanged(ledger, account, config) };
          notify({ context: { slot }, value });
        }
      });
    },

    root(ledger, params, { notify }) {
      readArray(params, 'params', 0);
      return ledger.clock.watch(() => notify(getSlot(ledger, {})));
    },

    /**
     * Notifies once, and with `enableReceivedNotification` once more before that; then the subscription ends.
     */
    signature(ledger, params, { notify, end }) {
      const signature = readSignature(params[0]);
      const config = readConfig(ledger, params, 1);
      const name = 'enableReceivedNotification';
      const isReceiptWanted = readBoolean(config[name], name);
      const commitment = getCommitment(config);
      let isReceived = !isReceiptWanted;
      // As in a validator, it looks at every block, also for a transaction that was there before.
      return ledger.clock.watch(() => {
        const entry = ledger.getEntry(signature);
        if (!entry) return;
        const context = { slot: entry.block.slot };
        if (!isReceived) notify({ context, value: 'receivedSignature' });
        isReceived = true;
        if (!ledger.hasReached(entry, commitment)) return;
        notify({ context, value: { err: entry.err } });
        end();
      });
    },

    /** Notifies of two steps of each slot. A client that gets an error asks again without an end. */
    slotsUpdates(ledger, params, { notify }) {
      readArray(params, 'params', 0);
      let parent = ledger.clock.tick().slot;
      return ledger.clock.watch(({ slot }) => {
        const timestamp = Date.now();
        notify({ type: 'createdBank', parent, slot, timestamp });
        notify({ type: 'root', slot, timestamp });
        parent = slot;
      });
    },

    slot(ledger, params, { notify }) {
      readArray(params, 'params', 0);
      let parent = getSlot(ledger, PROCESSED);
      return ledger.clock.watch(() => {
        const slot = getSlot(ledger, PROCESSED);
        notify({ slot, parent, root: getSlot(ledger, {}) });
        parent = slot;
      });
    },
  }),
);

/** Creates the subscriptions of one client, without any at first. */
export function openSubscriptions(
  ledger: Ledger,
  notify: (notification: RpcNotification) => void,
): RpcSubscriptions {
  const stops = new Map<number, () => void>();
  let lastId = 0;

  function subscribe(kind: string, start: Subscribe, params: readonly unknown[]): number {
    if (stops.size >= LIMIT) {
      const text = `Internal Error: Subscription refused. A client may have ${LIMIT} subscriptions`;
      throw new RpcError(RPC_ERROR.INTERNAL_ERROR, text);
    }
    const subscription = ++lastId;
    // Notify after the response to the request, because the client learns the subscription's number from it.
    const later = (work: () => void): void => {
      defer(() => {
        if (stops.has(subscription)) work();
      });
    };
    const stop = start(ledger, params, {
      notify: (result) => {
        const method = `${kind}Notification`;
        later(() => notify({ jsonrpc: '2.0', method, params: { result, subscription } }));
      },
      end: () => {
        stop();
        later(() => end(subscription));
      },
    });
    stops.set(subscription, stop);
    return subscription;
  }

  function end(subscription: number): boolean {
    stops.get(subscription)?.();
    return stops.delete(subscription);
  }

  return {
    rpc: async (method, params) => {
      const [, kind = '', action] = METHOD.exec(method) ?? [];
      const start = SUBSCRIPTION_KINDS.get(kind);
      if (!start) throw createMethodNotFoundError(method);
      if (action === 'Subscribe') return subscribe(kind, start, params);
      const isEnded = end(Number(readInteger(params[0], 'subscription')));
      if (!isEnded) throw createInvalidParamsError('Invalid subscription id.');
      return true;
    },
    close: () => {
      for (const subscription of [...stops.keys()]) end(subscription);
    },
  };
}

function readLogsFilter(value: unknown): (entry: LedgerEntry) => boolean {
  // This chain has no votes, so both mean the same.
  if (value === 'all' || value === 'allWithVotes') return () => true;
  const { mentions } = readObject(value, 'filter');
  const [mentioned] = readArray(mentions, 'mentions', MENTIONS_LIMIT);
  const mention = readAddress(mentioned, 'mentions[0]');
  return ({ accounts }) => accounts.some(({ address }) => address === mention);
}

/**
 * Reads the options about accounts, and checks them by encoding no account, so that wrong ones fail
 * immediately.
 */
function readAccountConfig(ledger: Ledger, params: Params): Config {
  const config = readConfig(ledger, params, 1);
  encodeAccount(ledger, undefined, config);
  return config;
}

/** Returns the accounts that a transaction has changed; for a failed one, only those that paid. */
function getChangedAccounts({ err, accounts, preBalances, postBalances }: LedgerEntry): readonly string[] {
  return accounts
    .filter(({ writable }, index) => writable && (err === null || preBalances[index] !== postBalances[index]))
    .map(({ address }) => address);
}

/**
 * Converts an account to JSON. Data that is too long for its encoding becomes the error text of a validator.
 */
function encodeChanged(ledger: Ledger, account: Account, config: Config) {
  try {
    return encodeAccount(ledger, account, config);
  } catch (error) {
    if (!isRpcError(error)) throw error;
    const encoded = encodeAccount(ledger, account, { encoding: 'base64' });
    return encoded && { ...encoded, data: 'error: data too large for bs58 encoding' };
  }
}
