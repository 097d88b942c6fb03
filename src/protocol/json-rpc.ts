import { isJsonObject, type JsonObject } from './json.js';

/** A JSON-RPC 2.0 request; `params` is always an object here. */
export type JsonRpcRequest = Readonly<{ id: number | string; method: string; params: JsonObject }>;

/** The error object of a JSON-RPC 2.0 response. */
export type JsonRpcError = Readonly<{ code: number; message: string; data?: unknown }>;

/** A JSON-RPC 2.0 response; `id` is `null` when the request could not be read. */
export type JsonRpcResponse = Readonly<
  { id: number | string | null } & ({ result: unknown; error?: never } | { error: JsonRpcError })
>;

/** Writes a request or a response as JSON-RPC 2.0 text. */
export function encodeJsonRpc(message: JsonRpcRequest | JsonRpcResponse): string {
  return JSON.stringify({ jsonrpc: '2.0', ...message });
}

/** Reads a response; `undefined` when the text is not one (JSON-RPC 2.0, section 5). */
export function parseJsonRpcResponse(text: string): JsonRpcResponse | undefined {
  const message = parseObject(text);
  if (message === undefined) return undefined;
  const { id = null, error, result } = message;
  if (id !== null && typeof id !== 'number' && typeof id !== 'string') return undefined;
  // Android's JSON writes some answers with both members; a null one counts as absent.
  if (error === undefined || error === null) {
    return id !== null && 'result' in message ? { id, result } : undefined;
  }
  if (!isJsonObject(error) || typeof error['code'] !== 'number' || (result ?? null) !== null)
    return undefined;
  const { code, message: description, data } = error;
  return { id, error: { code, message: typeof description === 'string' ? description : '', data } };
}

/** Reads a request; `undefined` when the text is not one (JSON-RPC 2.0, section 4). */
export function parseJsonRpcRequest(text: string): JsonRpcRequest | undefined {
  const message = parseObject(text);
  if (message === undefined) return undefined;
  const { id, method, params = {} } = message;
  if ((typeof id !== 'number' && typeof id !== 'string') || typeof method !== 'string') return undefined;
  return isJsonObject(params) ? { id, method, params } : undefined;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && value['jsonrpc'] === '2.0' ? value : undefined;
  } catch {
    return undefined;
  }
}
