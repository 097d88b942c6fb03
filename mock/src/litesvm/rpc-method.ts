import type { Ledger } from './ledger.js';
import type { Params } from './rpc-params.js';

/** Answers one JSON-RPC method; throws an `RpcError` for the caller's mistakes and the chain's refusals. */
export type RpcMethod = (ledger: Ledger, params: Params) => unknown;

/** What `getVersion` says: this is no validator, and its numbers are not to be taken for one's. */
export const API_VERSION = '0.0.0-litesvm';

/** Wraps a value together with the slot that it was read at. */
export function withContext<T>(
  ledger: Ledger,
  value: T,
): Readonly<{ context: Readonly<{ slot: bigint; apiVersion: string }>; value: T }> {
  return { context: { slot: ledger.clock.tick().slot, apiVersion: API_VERSION }, value };
}
