import { createInvalidParamsError, createMethodNotFoundError, RPC_ERROR, RpcError } from '../rpc-error.js';
import type { Ledger } from './ledger.js';
import { readInteger } from './rpc-params.js';
import { SUBSCRIPTION_KINDS } from './subscription-kinds.js';

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
   * Answers `…Subscribe` with the subscription's number, and `…Unsubscribe` with `true`. Rejects with an `RpcError`;
   * for a missing method its code is -32601.
   */
  rpc(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Ends all subscriptions; no notification follows. */
  close(): void;
}>;

const LIMIT = 1_000;
/** Browsers have no `setImmediate`. */
const defer = globalThis.setImmediate ?? globalThis.setTimeout;
const METHOD = /^([a-z]+)(Subscribe|Unsubscribe)$/;

/** Creates the subscriptions of one client, without any at first. */
export function openSubscriptions(
  ledger: Ledger,
  notify: (notification: RpcNotification) => void,
): RpcSubscriptions {
  const stops = new Map<number, () => void>();
  let lastId = 0;

  function subscribe(kind: string, params: readonly unknown[]): number {
    const start = SUBSCRIPTION_KINDS.get(kind);
    if (!start) throw createMethodNotFoundError(`${kind}Subscribe`);
    if (stops.size >= LIMIT) {
      throw new RpcError(
        RPC_ERROR.INTERNAL_ERROR,
        `Internal Error: Subscription refused. A client may have ${LIMIT} subscriptions`,
      );
    }
    const subscription = ++lastId;
    // Notify after the response to the request, because the client learns the subscription's number from it.
    const later = (work: () => void): void => {
      defer(() => {
        if (stops.has(subscription)) work();
      });
    };
    const stop = start(ledger, params, {
      notify: (result) =>
        later(() =>
          notify({ jsonrpc: '2.0', method: `${kind}Notification`, params: { result, subscription } }),
        ),
      end: () => later(() => end(subscription)),
    });
    stops.set(subscription, stop);
    return subscription;
  }

  function end(subscription: number): boolean {
    stops.get(subscription)?.();
    return stops.delete(subscription);
  }

  function unsubscribe(kind: string, [id]: readonly unknown[]): true {
    if (!SUBSCRIPTION_KINDS.has(kind)) throw createMethodNotFoundError(`${kind}Unsubscribe`);
    if (!end(Number(readInteger(id, 'subscription'))))
      throw createInvalidParamsError('Invalid subscription id.');
    return true;
  }

  return {
    rpc: async (method, params) => {
      const [, kind = '', action] = METHOD.exec(method) ?? [];
      if (action === 'Subscribe') return subscribe(kind, params);
      if (action === 'Unsubscribe') return unsubscribe(kind, params);
      throw createMethodNotFoundError(method);
    },
    close: () => {
      for (const subscription of [...stops.keys()]) end(subscription);
    },
  };
}
