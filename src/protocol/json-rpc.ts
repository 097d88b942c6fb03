import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR } from './rpc-codes.js';
import { isJsonObject, type JsonObject } from './types.js';

/** The id of a JSON-RPC 2.0 request; in a response, `null` also means that the request's could not be read. */
export type RequestId = number | string | null;

/** A JSON-RPC 2.0 request; `params` is always an object here. */
export type JsonRpcRequest = Readonly<{ id: RequestId; method: string; params: JsonObject }>;

/** The error object of a JSON-RPC 2.0 response. */
export type JsonRpcError = Readonly<{ code: number; message: string; data?: unknown }>;

/** A JSON-RPC 2.0 response. */
export type JsonRpcResponse = Readonly<
  { id: RequestId } & ({ result: unknown; error?: never } | { error: JsonRpcError })
>;

/** Writes a request or a response as JSON-RPC 2.0 text. */
export function encodeJsonRpc(message: JsonRpcRequest | JsonRpcResponse): string {
  return JSON.stringify({ jsonrpc: '2.0', ...message });
}

/** Reads a response; `undefined` when the text is not one (JSON-RPC 2.0, section 5). */
export function parseJsonRpcResponse(text: string): JsonRpcResponse | undefined {
  const message = parseJson(text);
  if (!isJsonObject(message) || message['jsonrpc'] !== '2.0') return undefined;
  const { id = null, error, result } = message;
  if (!isRequestId(id)) return undefined;
  // Android's JSON writes some answers with both members; a null one counts as absent.
  if (error === undefined || error === null) {
    return id !== null && 'result' in message ? { id, result } : undefined;
  }
  if (!isJsonObject(error) || typeof error['code'] !== 'number' || (result ?? null) !== null)
    return undefined;
  const { code, message: description, data } = error;
  return { id, error: { code, message: typeof description === 'string' ? description : '', data } };
}

/** A request as it came in, or the error that answers what is not one; its `id` is `null` where none can be read. */
export type ParsedJsonRpcRequest = Readonly<
  | { id: RequestId; method: string; params: JsonObject; error?: never }
  | { id: RequestId; method?: never; params?: never; error: JsonRpcError }
>;

/**
 * Reads a request (JSON-RPC 2.0, section 4). A request without `params` gets an empty object; one without an `id` is
 * refused, because a notification cannot be answered, and every request of this protocol is.
 */
export function parseJsonRpcRequest(text: string): ParsedJsonRpcRequest {
  const message = parseJson(text);
  if (message === undefined) return refuse(null, PARSE_ERROR, 'The message is not JSON');
  if (!isJsonObject(message)) return refuse(null, INVALID_REQUEST, 'The message is not a request');
  const { jsonrpc, method, params = {} } = message;
  const id = isRequestId(message['id']) ? message['id'] : null;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isRequestId(message['id'])) {
    return refuse(id, INVALID_REQUEST, 'The message is not a JSON-RPC 2.0 request');
  }
  if (!isJsonObject(params)) return refuse(id, INVALID_PARAMS, '`params` must be an object');
  return { id, method, params };
}

function refuse(id: RequestId, code: number, message: string): ParsedJsonRpcRequest {
  return { id, error: { code, message } };
}

function isRequestId(id: unknown): id is RequestId {
  return id === null || typeof id === 'number' || typeof id === 'string';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
