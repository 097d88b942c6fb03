import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiteSvmChain } from './litesvm-chain.js';
import { isRpcError, RPC_ERROR, RpcError } from './rpc-error.js';

/** What a validator accepts. */
const BODY_LIMIT = 50 * 1024;
const PREFLIGHT_MAX_AGE = 86_400;

/** Whatever answers JSON-RPC: a chain, or one client's subscriptions. */
type RpcChain = Pick<LiteSvmChain, 'rpc'>;
type Request = Readonly<{ id: unknown; method: string; params: readonly unknown[] }>;

/**
 * Answers the body of a JSON-RPC 2.0 request, or of a batch, with the body of the answer: `''` when nothing is
 * to be answered (notifications). Never rejects. A batch is worked off in order.
 */
export async function handleJsonRpc(chain: RpcChain, body: string): Promise<string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
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

/**
 * Makes a request listener that serves a chain's JSON-RPC by POST, to pages of any origin; for
 * `http.createServer` as well as for a middleware, under any path. Bodies may have up to 50 KiB.
 */
export function createRpcHandler(
  chain: RpcChain,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Methods', 'POST, OPTIONS');
      // Clients add headers of their own (kit: `solana-client`), and `*` does not cover `Authorization`.
      const requested = request.headers['access-control-request-headers'];
      response.setHeader('Access-Control-Allow-Headers', requested ?? '*');
      response.setHeader('Access-Control-Max-Age', PREFLIGHT_MAX_AGE);
      end(response, 204);
    } else if (request.method !== 'POST') {
      response.setHeader('Allow', 'POST, OPTIONS');
      end(response, 405, 'Used HTTP Method is not allowed. POST or OPTIONS is required\n');
    } else if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      end(
        response,
        415,
        'Supplied content type is not allowed. Content-Type: application/json is required\n',
      );
    } else {
      void answerPost(chain, request, response);
    }
  };
}

async function answerPost(
  chain: RpcChain,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request).catch(() => null);
  // The caller hung up while sending: there is nobody to answer.
  if (body === null) return;
  if (body === 'too large') {
    // What is left of the body is not read, so the connection cannot serve another request.
    response.setHeader('Connection', 'close');
    end(response, 413, 'Request body is too large\n');
    return;
  }
  const answered = await handleJsonRpc(chain, body.toString('utf8'));
  if (answered === '') return end(response, 204);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  end(response, 200, answered);
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too large'> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > BODY_LIMIT) return 'too large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
    const message = error instanceof Error ? error.message : String(error);
    return createErrorResponse(id, new RpcError(RPC_ERROR.INTERNAL_ERROR, `Internal error: ${message}`));
  }
}

/** A request with positional parameters, Solana's only kind; `undefined` for anything else. */
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

function end(response: ServerResponse, status: number, body = ''): void {
  response.statusCode = status;
  response.end(body);
}

/** `JSON.stringify`, but for `bigint`, which becomes a number of JSON with all its digits. */
export function stringifyJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => stringifyJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [`${JSON.stringify(key)}:${stringifyJson(member)}`],
  );
  return `{${members.join(',')}}`;
}
