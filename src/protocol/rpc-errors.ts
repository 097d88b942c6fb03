import { MobileWalletError, type MobileWalletErrorCode, type MobileWalletErrorContext } from '../errors.js';
import { attempt, checkArray, checkBase64, checkBoolean, checkObject, SIGNATURE_LENGTH } from './check.js';
import type { JsonRpcError } from './json-rpc.js';
import { AUTHORIZATION_FAILED } from './rpc-codes.js';

type RpcErrorCode = {
  [TCode in MobileWalletErrorCode]: 'rpcCode' extends keyof MobileWalletErrorContext[TCode] ? TCode : never;
}[MobileWalletErrorCode];

/** By the codes of Mobile Wallet Adapter 2.0, and the one of JSON-RPC 2.0 that wallets use (`rpc-codes.ts`). */
const MEANINGS: Readonly<Record<number, readonly [code: RpcErrorCode, message: string]>> = {
  '-1': ['NOT_AUTHORIZED', 'The wallet has not authorized this request'],
  '-2': ['INVALID_PAYLOADS', 'The wallet cannot sign this'],
  '-3': ['USER_REJECTED', 'User rejected the request'],
  '-4': ['NOT_SUBMITTED', 'Not every transaction was submitted'],
  '-5': ['NOT_CLONED', 'The wallet did not clone the authorization'],
  '-6': ['TOO_MANY_PAYLOADS', 'Too many payloads for one request'],
  '-7': ['CHAIN_NOT_SUPPORTED', 'The wallet does not support this chain'],
  '-32601': ['METHOD_NOT_SUPPORTED', 'The wallet does not support this request'],
};

/** Pages show an error's message; the whole of the wallet's is in the error's `cause`. */
const LONGEST_MESSAGE = 1_000;

/**
 * Turns a wallet's JSON-RPC error into the typed one, with the wire's as its `cause`. -1 depends on what was asked: on a
 * fresh `authorize` the person refused; on anything else the session or the token is not authorized.
 */
export function createRpcError(error: JsonRpcError, isFreshAuthorize: boolean): MobileWalletError {
  const isRefusal = isFreshAuthorize && error.code === AUTHORIZATION_FAILED;
  const [code, text]: readonly [RpcErrorCode, string] = isRefusal
    ? ['USER_REJECTED', 'User rejected the connection']
    : (MEANINGS[error.code] ?? ['WALLET_ERROR', `The wallet answered with error ${error.code}`]);
  const message = error.message ? `${text}: ${error.message.slice(0, LONGEST_MESSAGE)}` : text;
  const data = readErrorData(code, parseErrorData(error.data));
  const context = { rpcCode: error.code, ...(data !== undefined && { data }) };
  return new MobileWalletError(code, message, context, { cause: error });
}

/** Malformed data must not hide the error that it came with: it is left out. */
function readErrorData(code: RpcErrorCode, data: unknown): unknown {
  if (code === 'INVALID_PAYLOADS') return attempt(checkValid, data);
  if (code === 'NOT_SUBMITTED') return attempt(checkSubmitted, data);
  return data;
}

const checkValid = checkObject<{ valid: readonly boolean[] }>({ valid: checkArray(checkBoolean) });

/** A signature that cannot be read was submitted, perhaps: it must not look like one that was not. */
const checkSubmitted = checkObject<{ signatures: readonly (Uint8Array | null | undefined)[] }>({
  signatures: checkArray((value) =>
    value === null || value === '' ? null : attempt(checkBase64(SIGNATURE_LENGTH), value),
  ),
});

/** Parses an error's `data`, which the reference wallet sends as a string of JSON. */
export function parseErrorData(data: unknown): unknown {
  if (typeof data !== 'string') return data ?? undefined;
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}
