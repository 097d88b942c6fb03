import * as v from 'valibot';
import { getErrorMessage, tryParseJson } from '../explain/foreign.js';
import { isRpcError, RPC_ERROR, RpcError } from './rpc-error.js';
import type { SvmChain } from './svm/svm-chain.js';

/** How many bytes a validator accepts in a request, over HTTP or a WebSocket. */
export const MESSAGE_LIMIT = 50 * 1024;

/** What answers JSON-RPC: a chain, or the subscriptions of one client. */
export type RpcChain = Pick<SvmChain, 'rpc'> & Partial<Pick<SvmChain, 'getRpcSettings'>>;

const ID = v.nullable(v.union([v.string(), v.number()]));
/**
 * A request with positional parameters, the only kind that Solana has. Without an id it is a notification.
 */
const REQUEST = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.optional(ID),
  method: v.string(),
  params: v.nullish(v.array(v.unknown()), []),
});

/**
 * Answers the body of a JSON-RPC 2.0 request, or of a batch, with the body of the response: `''` for
 * notifications, which have none. Answers a batch in order. Never rejects.
 */
export async function handleJsonRpc(chain: RpcChain, body: string): Promise<string> {
  const parsed = tryParseJson(body);
  if (parsed === undefined) {
    return stringifyJson(createErrorResponse(null, new RpcError(RPC_ERROR.PARSE_ERROR, 'Parse error')));
  }
  const items: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (items.length === 0) return stringifyJson(createErrorResponse(null, createInvalidRequestError()));
  const responses: unknown[] = [];
  for (const item of items) {
    const response = await answer(chain, item);
    if (response) responses.push(response);
  }
  if (responses.length === 0) return '';
  return stringifyJson(Array.isArray(parsed) ? responses : responses[0]);
}

async function answer(chain: RpcChain, value: unknown): Promise<object | undefined> {
  const { success, output } = v.safeParse(REQUEST, value);
  if (!success) {
    const id = v.is(v.object({ id: ID }), value) ? value.id : null;
    return createErrorResponse(id, createInvalidRequestError());
  }
  const { id, method, params } = output;
  try {
    const result = await chain.rpc(method, params);
    return id === undefined ? undefined : { jsonrpc: '2.0', result, id };
  } catch (error) {
    if (id === undefined) return undefined;
    if (isRpcError(error)) return createErrorResponse(id, error);
    const message = getErrorMessage(error);
    return createErrorResponse(id, new RpcError(RPC_ERROR.INTERNAL_ERROR, `Internal error: ${message}`));
  }
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
