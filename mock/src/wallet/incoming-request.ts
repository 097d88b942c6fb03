import {
  isJsonObject,
  JSON_RPC_CODES,
  type JsonRpcError,
  type RequestId,
} from 'mobile-wallet-standard/endpoint';
import { tryParseJson } from '../explain/foreign.js';
import { toText } from './params.js';

/**
 * A request, or the error that answers a malformed one. `params` is an object, an array or absent; `method`
 * is empty if the message names none.
 */
export type IncomingRequest = Readonly<{
  id: RequestId;
  method: string;
  params: unknown;
  error?: JsonRpcError;
}>;

/** Parses a message like the reference library's JSON-RPC server, with the same errors. */
export function parseIncomingRequest(text: string): IncomingRequest {
  const message = tryParseJson(text);
  const { jsonrpc, id, method, params } = isJsonObject(message) ? message : {};
  const refuse = (code: number, text: string, id: RequestId = null): IncomingRequest => ({
    id,
    method: typeof method === 'string' ? method : '',
    params,
    error: { code, message: text },
  });
  if (!isJsonObject(message)) {
    return refuse(JSON_RPC_CODES.PARSE_ERROR, 'Request JSON-RPC 2.0 payload is not valid');
  }
  if (jsonrpc !== '2.0' || method === undefined || id === undefined) {
    return refuse(JSON_RPC_CODES.INVALID_REQUEST, 'Request is other than a JSON-RPC 2.0 message');
  }
  if (id !== null && typeof id !== 'number' && typeof id !== 'string') {
    return refuse(JSON_RPC_CODES.INVALID_REQUEST, 'Request does not contain a valid id');
  }
  const name = toText(method);
  if (name === '' || name.startsWith('rpc.')) {
    return refuse(JSON_RPC_CODES.METHOD_NOT_FOUND, `Method '${name}' not available`, id);
  }
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    return refuse(JSON_RPC_CODES.INVALID_PARAMS, 'params must be a structured value', id);
  }
  return { id, method: name, params };
}
