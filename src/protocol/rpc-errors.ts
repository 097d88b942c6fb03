import { MobileWalletError } from '../errors.js';
import { checkArray, checkBase64, checkBoolean, checkObject } from './check.js';
import { JSON_RPC, type JsonRpcError } from './json-rpc.js';

/** The error codes of Mobile Wallet Adapter 2.0. */
export const WALLET_RPC = {
  AUTHORIZATION_FAILED: -1,
  INVALID_PAYLOADS: -2,
  NOT_SIGNED: -3,
  NOT_SUBMITTED: -4,
  NOT_CLONED: -5,
  TOO_MANY_PAYLOADS: -6,
  CHAIN_NOT_SUPPORTED: -7,
  ATTEST_ORIGIN_ANDROID: -100,
} as const;

/**
 * Turns a wallet's JSON-RPC error into the typed one. -1 depends on what was asked: on a fresh `authorize` the
 * person refused; on anything else the session or the token is not authorized.
 */
export function createRpcError(error: JsonRpcError, isFreshAuthorize: boolean): MobileWalletError {
  const rpcCode = error.code;
  const data = parseErrorData(error.data);
  const context = data === undefined ? { rpcCode } : { rpcCode, data };
  const because = error.message ? `: ${error.message}` : '';
  switch (rpcCode) {
    case WALLET_RPC.AUTHORIZATION_FAILED:
      return isFreshAuthorize
        ? new MobileWalletError('USER_REJECTED', `User rejected the connection${because}`, context)
        : new MobileWalletError(
            'NOT_AUTHORIZED',
            `The wallet has not authorized this request${because}`,
            context,
          );
    case WALLET_RPC.NOT_SIGNED:
      return new MobileWalletError('USER_REJECTED', `User rejected the request${because}`, context);
    case WALLET_RPC.INVALID_PAYLOADS:
      return new MobileWalletError('INVALID_PAYLOADS', `The wallet cannot sign this${because}`, {
        rpcCode,
        ...readData(data, checkValid),
      });
    case WALLET_RPC.NOT_SUBMITTED:
      return new MobileWalletError('NOT_SUBMITTED', `Not every transaction was submitted${because}`, {
        rpcCode,
        ...readData(data, checkSubmitted),
      });
    case WALLET_RPC.NOT_CLONED:
      return new MobileWalletError(
        'NOT_CLONED',
        `The wallet did not clone the authorization${because}`,
        context,
      );
    case WALLET_RPC.TOO_MANY_PAYLOADS:
      return new MobileWalletError(
        'TOO_MANY_PAYLOADS',
        `Too many payloads for one request${because}`,
        context,
      );
    case WALLET_RPC.CHAIN_NOT_SUPPORTED:
      return new MobileWalletError(
        'CHAIN_NOT_SUPPORTED',
        `The wallet does not support this chain${because}`,
        context,
      );
    case JSON_RPC.METHOD_NOT_FOUND:
      return new MobileWalletError(
        'METHOD_NOT_SUPPORTED',
        `The wallet does not support this request${because}`,
        context,
      );
    default:
      return new MobileWalletError(
        'WALLET_ERROR',
        `The wallet answered with error ${rpcCode}${because}`,
        context,
      );
  }
}

const checkValid = checkObject<{ valid: readonly boolean[] }>({ valid: checkArray(checkBoolean) });

/** A signature that cannot be read was submitted, perhaps: it must not look like one that was not. */
const checkSubmitted = checkObject<{ signatures: readonly (Uint8Array | null | undefined)[] }>({
  signatures: checkArray((value, path) => {
    if (value === null || value === '') return null;
    return readData(value, (text) => checkBase64(64)(text, path)).data;
  }),
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

/** Malformed data must not hide the error that it came with: it is left out. */
function readData<T>(data: unknown, check: (value: unknown, path: string) => T): { data?: T } {
  try {
    return { data: check(data, 'error.data') };
  } catch {
    return {};
  }
}
