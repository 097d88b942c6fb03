import type { ChainErrorReason } from '../explain/chain.js';

/** JSON-RPC's own error codes, and Solana's (`JSON_RPC_SERVER_ERROR_…` in a validator's source). */
export const RPC_ERROR = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  BLOCK_CLEANED_UP: -32001,
  PREFLIGHT_FAILURE: -32002,
  SIGNATURE_VERIFICATION_FAILURE: -32003,
  BLOCK_NOT_AVAILABLE: -32004,
  SLOT_SKIPPED: -32007,
  UNSUPPORTED_TRANSACTION_VERSION: -32015,
  MIN_CONTEXT_SLOT_NOT_REACHED: -32016,
  FILTER_TRANSACTION_NOT_FOUND: -32020,
} as const;

/** Why a chain does not accept a transaction, by the transaction's error. */
export const REFUSAL_REASONS: ReadonlyMap<unknown, ChainErrorReason> = new Map([
  ['SignatureFailure', 'signature'],
  ['AlreadyProcessed', 'replay'],
  ['BlockhashNotFound', 'expired'],
]);

/** An error whose code, message and data are sent to the JSON-RPC client unchanged. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Whether `error` is an {@link RpcError}. */
export function isRpcError(error: unknown): error is RpcError {
  return error instanceof Error && error.name === 'RpcError';
}

/** Creates the error for parameters of the wrong number, type or value. */
export function createInvalidParamsError(message: string): RpcError {
  return new RpcError(RPC_ERROR.INVALID_PARAMS, message);
}

/** Creates the error for a method that the chain of this package does not have. */
export function createMethodNotFoundError(method: string): RpcError {
  const hint =
    "The mock wallet's own chain does not have it. To use a cluster: `clusterUrl`, or `--cluster` in the command.";
  return new RpcError(RPC_ERROR.METHOD_NOT_FOUND, `Method not found: ${method}. ${hint}`);
}
