import { getErrorMessage, parseJson } from '../explain/foreign.js';
import { isRpcError, RPC_ERROR, RpcError } from './rpc-error.js';
import type { SvmChain } from './svm/svm-chain.js';

/** How many bytes a validator accepts in a request, over HTTP or a WebSocket. */
export const MESSAGE_LIMIT = 50 * 1024;

/** What answers JSON-RPC: a chain, or the subscriptions of one client. */
export type RpcChain = Pick<SvmChain, 'rpc'>;
type Request = Readonly<{ id: unknown; method: string; params: readonly unknown[] }>;

/**
 * Answers the body of a JSON-RPC 2.0 request, or of a batch, with the body of the response: `''` for notifications,
 * which have none. Answers a batch in order. Never rejects.
 */
export async function handleJsonRpc(chain: RpcChain, body: string): Promise<string> {
  const parsed = parseJson(body);
  if (parsed === undefined) {
    return stringifyJson(createErrorResponse(null, new RpcError(RPC_ERROR.PARSE_ERROR, 'Parse error')));
  }
  if (!Array.isArray(parsed)) {
    const response = await answer(chain, parsed);
    return response ? stringifyJson(response) : '';
  }
  if (parsed.length === 0) return stringifyJson(createErrorResponse(null, createInvalidRequestError()));
  const responses: unknown[] = [];
  for (const item of parsed) {
    const response = await answer(chain, item);
    if (response) responses.push(response);
  }
  return responses.length > 0 ? stringifyJson(responses) : '';
}

async function answer(chain: RpcChain, value: unknown): Promise<object | undefined> {
  const request = readRequest(value);
  if (!request) return createErrorResponse(readId(value) ?? null, createInvalidRequestError());
  const response = await call(chain, request);
  return request.id === undefined ? undefined : response;
}

async function call(chain: RpcChain, { id, method, params }: Request): Promise<object> {
  try {
    return { jsonrpc: '2.0', result: await chain.rpc(method, params), id };
  } catch (error) {
    if (isRpcError(error)) return createErrorResponse(id, error);
    const message = getErrorMessage(error);
    return createErrorResponse(id, new RpcError(RPC_ERROR.INTERNAL_ERROR, `Internal error: ${message}`));
  }
}

/** Reads a request with positional parameters, the only kind that Solana has; `undefined` for anything else. */
function readRequest(value: unknown): Request | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { jsonrpc, method, params }: Record<string, unknown> = { ...value };
  const id = readId(value);
  if (jsonrpc !== '2.0' || typeof method !== 'string') return undefined;
  if ('id' in value && id === undefined) return undefined;
  if (params !== undefined && params !== null && !Array.isArray(params)) return undefined;
  return { id, method, params: params ?? [] };
}

function readId(value: unknown): string | number | null | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  const { id } = value;
  return typeof id === 'string' || typeof id === 'number' || id === null ? id : undefined;
}

function createInvalidRequestError(): RpcError {
  return new RpcError(RPC_ERROR.INVALID_REQUEST, 'Invalid request');
}

function createErrorResponse(id: unknown, { code, message, data }: RpcError): object {
  return { jsonrpc: '2.0', error: { code, message, ...(data !== undefined && { data }) }, id };
}

/** Works like `JSON.stringify`, but writes a `bigint` as a JSON number with all its digits. */
export function stringifyJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => stringifyJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [`${JSON.stringify(key)}:${stringifyJson(member)}`],
  );
  return `{${members.join(',')}}`;
}
