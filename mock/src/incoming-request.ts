import { isJsonObject, JSON_RPC, type JsonRpcError } from 'mobile-wallet-standard/endpoint';

/** The id of a request; the reference library takes null, too. */
export type RequestId = number | string | null;

/** What came in: a request, or the error that answers what is none. `params` is an object, an array or absent. */
export type IncomingRequest = Readonly<
  { id: RequestId } & ({ method: string; params: unknown; error?: never } | { error: JsonRpcError })
>;

/** Reads a message as the reference library's JSON-RPC server does, with its errors. */
export function parseIncomingRequest(text: string): IncomingRequest {
  const message = parseJson(text);
  if (!isJsonObject(message)) {
    return createError(null, JSON_RPC.PARSE_ERROR, 'Request JSON-RPC 2.0 payload is not valid');
  }
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== '2.0' || !('method' in message) || !isRequestId(id)) {
    return createError(null, JSON_RPC.INVALID_REQUEST, 'Request is other than a JSON-RPC 2.0 message');
  }
  const name = typeof method === 'string' ? method : '';
  if (name === '' || name.startsWith('rpc.')) {
    return createError(id, JSON_RPC.METHOD_NOT_FOUND, `Method '${name}' not available`);
  }
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    return createError(id, JSON_RPC.INVALID_PARAMS, 'params must be a structured value');
  }
  return { id, method: name, params };
}

function createError(id: RequestId, code: number, message: string): IncomingRequest {
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
