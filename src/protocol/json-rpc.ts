import { attempt } from '../util/errors.js';
import { isJsonObject, type JsonObject } from '../util/json-object.js';

/**
 * The id of a JSON-RPC 2.0 request. In a response, `null` can also mean that the id of the request was
 * unreadable.
 */
export type RequestId = number | string | null;

/** A JSON-RPC 2.0 request. In this protocol `params` is always an object. */
export type JsonRpcRequest = Readonly<{
  /** By which the response names the request. */
  id: RequestId;
  /** The name of the method, e.g. `sign_transactions`. */
  method: string;
  /** The parameters by name. */
  params: JsonObject;
}>;

/** The error object of a JSON-RPC 2.0 response. */
export type JsonRpcError = Readonly<{
  /** What kind of error it is, e.g. -3 if the user refused. */
  code: number;
  /** A sentence for developers. */
  message: string;
  /** What else is known, as the wallet sent it. */
  data?: unknown;
}>;

/** What a response says: either a result or an error. */
export type RpcOutcome = Readonly<
  | {
      /** What the method returned. */
      result: unknown;
      /** Absent beside a result. */
      error?: never;
    }
  | {
      /** Absent beside an error. */
      result?: never;
      /** Why there is no result. */
      error: JsonRpcError;
    }
>;

/** A JSON-RPC 2.0 response. */
export type JsonRpcResponse = RpcOutcome &
  Readonly<{
    /** The id of the request. */
    id: RequestId;
  }>;

/** Encodes a request or a response as JSON-RPC 2.0 text. */
export function encodeJsonRpc(message: JsonRpcRequest | JsonRpcResponse): string {
  return JSON.stringify({ jsonrpc: '2.0', ...message });
}

/** Parses a response (JSON-RPC 2.0, section 5); returns `undefined` if the text is not one. */
export function parseJsonRpcResponse(text: string): JsonRpcResponse | undefined {
  const message: unknown = attempt(() => JSON.parse(text));
  if (!isJsonObject(message) || message['jsonrpc'] !== '2.0') return undefined;
  const { id = null, error, result } = message;
  if (!isRequestId(id)) return undefined;
  // Some Android wallets write both members, one of them null, so null counts as absent.
  if (error === undefined || error === null) {
    return id !== null && 'result' in message ? { id, result } : undefined;
  }
  if (!isJsonObject(error) || typeof error['code'] !== 'number' || (result ?? null) !== null)
    return undefined;
  const { code, message: description, data } = error;
  return { id, error: { code, message: typeof description === 'string' ? description : '', data } };
}

/**
 * A request, or the error to send in response to a message that is not a request. `id` is `null` if it cannot
 * be read.
 */
export type ParsedJsonRpcRequest =
  | (JsonRpcRequest &
      Readonly<{
        /** Absent in a request. */
        error?: never;
      }>)
  | Readonly<{
      /** The id to answer to, or `null`. */
      id: RequestId;
      /** Absent beside an error. */
      method?: never;
      /** Absent beside an error. */
      params?: never;
      /** What to answer. */
      error: JsonRpcError;
    }>;

/**
 * Parses a request (JSON-RPC 2.0, section 4). `params` that are absent become an empty object. A message
 * without an `id` is refused, because this protocol has no notifications.
 */
export function parseJsonRpcRequest(text: string): ParsedJsonRpcRequest {
  const message: unknown = attempt(() => JSON.parse(text));
  if (message === undefined) return refuse(null, JSON_RPC_CODES.PARSE_ERROR, 'The message is not JSON');
  if (!isJsonObject(message))
    return refuse(null, JSON_RPC_CODES.INVALID_REQUEST, 'The message is not a request');
  const { jsonrpc, id, method, params = {} } = message;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isRequestId(id)) {
    return refuse(
      isRequestId(id) ? id : null,
      JSON_RPC_CODES.INVALID_REQUEST,
      'The message is not a JSON-RPC 2.0 request',
    );
  }
  if (!isJsonObject(params)) return refuse(id, JSON_RPC_CODES.INVALID_PARAMS, '`params` must be an object');
  return { id, method, params };
}

function refuse(id: RequestId, code: number, message: string): ParsedJsonRpcRequest {
  return { id, error: { code, message } };
}

function isRequestId(id: unknown): id is RequestId {
  return id === null || typeof id === 'number' || typeof id === 'string';
}

/** The error codes of Mobile Wallet Adapter 2.0. */
export const WALLET_RPC_CODES = {
  /** After an `authorize` without a token: the user refused. After any other request: not authorized. */
  AUTHORIZATION_FAILED: -1,
  /** The wallet cannot sign the payloads. */
  INVALID_PAYLOADS: -2,
  /** The user refused. */
  NOT_SIGNED: -3,
  /** Not every transaction was submitted. */
  NOT_SUBMITTED: -4,
  /** The wallet did not clone the authorization. */
  NOT_CLONED: -5,
  /** The request has more payloads than the wallet allows. */
  TOO_MANY_PAYLOADS: -6,
  /** The wallet does not support the chain. */
  CHAIN_NOT_SUPPORTED: -7,
  /** The wallet wants the page's origin to be attested first. */
  ATTEST_ORIGIN_ANDROID: -100,
} as const;

/** The error codes of JSON-RPC 2.0 (section 5.1). */
export const JSON_RPC_CODES = {
  /** The message is not JSON. */
  PARSE_ERROR: -32700,
  /** The message is not a request. */
  INVALID_REQUEST: -32600,
  /** The wallet has no such method. */
  METHOD_NOT_FOUND: -32601,
  /** The parameters are wrong. */
  INVALID_PARAMS: -32602,
  /** The wallet failed to handle the request. */
  INTERNAL_ERROR: -32603,
} as const;
