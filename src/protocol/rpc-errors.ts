import {
  attempt,
  MobileWalletError,
  type MobileWalletErrorCode,
  type MobileWalletErrorContext,
} from '../util/errors.js';
import { checkArray, checkBoolean, checkObject } from './check.js';
import { JSON_RPC_CODES, type JsonRpcError, WALLET_RPC_CODES } from './json-rpc.js';

/** The codes of errors that may come from a wallet's JSON-RPC error. */
export type RpcErrorCode = {
  [TCode in MobileWalletErrorCode]: 'rpcCode' extends keyof MobileWalletErrorContext[TCode] ? TCode : never;
}[MobileWalletErrorCode];

const MEANINGS: Readonly<Record<number, readonly [code: RpcErrorCode, message: string]>> = {
  [WALLET_RPC_CODES.AUTHORIZATION_FAILED]: [
    'NOT_AUTHORIZED',
    'The wallet has not authorized this request: call `authorize` without a token',
  ],
  [WALLET_RPC_CODES.INVALID_PAYLOADS]: [
    'INVALID_PAYLOADS',
    'The wallet cannot sign this: check its format and signers',
  ],
  [WALLET_RPC_CODES.NOT_SIGNED]: ['USER_REJECTED', 'User rejected the request'],
  [WALLET_RPC_CODES.NOT_SUBMITTED]: ['WALLET_ERROR', 'The wallet did not submit every transaction'],
  [WALLET_RPC_CODES.NOT_CLONED]: ['NOT_CLONED', 'The wallet did not clone the authorization'],
  [WALLET_RPC_CODES.TOO_MANY_PAYLOADS]: [
    'TOO_MANY_PAYLOADS',
    'Too many payloads for one request: ask `getCapabilities` for the limit',
  ],
  [WALLET_RPC_CODES.CHAIN_NOT_SUPPORTED]: ['CHAIN_NOT_SUPPORTED', 'The wallet does not support this chain'],
  [JSON_RPC_CODES.METHOD_NOT_FOUND]: ['METHOD_NOT_SUPPORTED', 'The wallet does not support this request'],
};

const MAX_WALLET_MESSAGE_LENGTH = 1_000;

/**
 * Creates the typed error for a wallet's JSON-RPC error. What the wallet wrote is in its context only,
 * because messages end up in logs, and a wallet may quote a request.
 *
 * @param isFreshAuthorize whether the request was an `authorize` without a token, so that -1 means that the
 * user refused
 * @param count how many payloads the request had. A list with another number of entries says nothing about
 * them.
 * @param hasToken whether the wallet may quote a token. Then its texts are left out whole, because a token
 * can be spelled in more ways than anybody can list.
 * @param tookMs how long the wallet took to answer
 */
export function createRpcError(
  error: JsonRpcError,
  isFreshAuthorize: boolean,
  count: number,
  hasToken: boolean,
  tookMs?: number,
): MobileWalletError {
  const isRefusal = isFreshAuthorize && error.code === WALLET_RPC_CODES.AUTHORIZATION_FAILED;
  // The published JavaScript, and a wallet library in Dart, have -5 for what is -6 in the specification.
  const isTooMany = count > 0 && error.code === WALLET_RPC_CODES.NOT_CLONED;
  const meaning = MEANINGS[isTooMany ? WALLET_RPC_CODES.TOO_MANY_PAYLOADS : error.code];
  const [code, text]: readonly [RpcErrorCode, string] = isRefusal
    ? ['USER_REJECTED', 'User rejected the connection']
    : (meaning ?? ['WALLET_ERROR', 'The wallet answered with an error']);
  const message = `${text} (error ${error.code})`;
  const sent = parseErrorData(error.data);
  const checkValid = checkObject({ valid: checkArray(checkBoolean, count) });
  const shown = hasToken ? undefined : sent;
  // Malformed data is left out, because it must not replace the error that it came with.
  const data = code === 'INVALID_PAYLOADS' ? attempt(() => checkValid(sent, '')) : shown;
  const context = {
    rpcCode: error.code,
    ...(data !== undefined && { data }),
    ...(code === 'USER_REJECTED' && tookMs !== undefined && { tookMs: Math.round(tookMs) }),
    ...(error.message && !hasToken && { walletMessage: error.message.slice(0, MAX_WALLET_MESSAGE_LENGTH) }),
  };
  return new MobileWalletError(code, message, context, { cause: { code: error.code, message } });
}

/** Returns the `data` of an error, parsed if it is a string of JSON, as the reference wallet sends it. */
export function parseErrorData(data: unknown): unknown {
  return typeof data === 'string'
    ? attempt(
        () => JSON.parse(data),
        () => data,
      )
    : (data ?? undefined);
}
