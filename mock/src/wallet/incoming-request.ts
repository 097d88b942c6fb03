import { isJsonObject, JSON_RPC, type JsonRpcError } from 'mobile-wallet-standard/endpoint';
import { parseJson } from '../explain/foreign.js';

/** The id of a request. The reference library accepts null, too. */
export type RequestId = number | string | null;

/**
 * A request, or the error that answers a malformed one. `params` is an object, an array or absent; `method` is empty if the
 * message names none.
 */
export type IncomingRequest = Readonly<{
  id: RequestId;
  method: string;
  params: unknown;
  error?: JsonRpcError;
}>;

/** Parses a message like the reference library's JSON-RPC server, with the same errors. */
export function parseIncomingRequest(text: string): IncomingRequest {
  const message = parseJson(text);
  if (!isJsonObject(message)) {
    return createError(message, null, JSON_RPC.PARSE_ERROR, 'Request JSON-RPC 2.0 payload is not valid');
  }
  const { jsonrpc, id, method, params } = message;
  const refuse = (text: string): IncomingRequest =>
    createError(message, null, JSON_RPC.INVALID_REQUEST, text);
  if (jsonrpc !== '2.0' || !('method' in message) || !('id' in message)) {
    return refuse('Request is other than a JSON-RPC 2.0 message');
  }
  if (!isRequestId(id)) return refuse('Request does not contain a valid id');
  const name = typeof method === 'string' ? method : JSON.stringify(method);
  if (name === '' || name.startsWith('rpc.')) {
    return createError(message, id, JSON_RPC.METHOD_NOT_FOUND, `Method '${name}' not available`);
  }
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    return createError(message, id, JSON_RPC.INVALID_PARAMS, 'params must be a structured value');
  }
  return { id, method: name, params };
}

function createError(message: unknown, id: RequestId, code: number, text: string): IncomingRequest {
  const { method, params } = isJsonObject(message) ? message : {};
  return {
    id,
    method: typeof method === 'string' ? method : '',
    params,
    error: { code, message: text },
  };
}

function isRequestId(id: unknown): id is RequestId {
  return id === null || typeof id === 'number' || typeof id === 'string';
}
