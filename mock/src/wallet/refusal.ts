import { JSON_RPC, type JsonRpcError, WALLET_RPC } from 'mobile-wallet-standard/endpoint';

/** How a request ends without a result: by an error, without a reply, or with the end of the app or its connection. */
export type Refusal = Readonly<{ error: JsonRpcError }> | 'silence' | 'crash' | 'hang-up';

/** Thrown to end a request without a result. */
export class RequestEnded extends Error {
  override readonly name = 'RequestEnded';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(typeof refusal === 'string' ? refusal : refusal.error.message);
    this.refusal = refusal;
  }
}

/** The reason to pass to `Channel.close` to drop the connection without a close frame, like an app that crashes. */
export class WalletCrash extends Error {
  override readonly name = 'WalletCrash';
}

/** Throws, to end a request with a JSON-RPC error. */
export function refuse(code: number, message: string, data?: unknown): never {
  throw new RequestEnded({ error: data === undefined ? { code, message } : { code, message, data } });
}

/** Throws, to leave a request without a reply. */
export function fallSilent(): never {
  throw new RequestEnded('silence');
}

/** Throws, to answer -32601 to a method that the wallet does not have. */
export function refuseMethod(method: string): never {
  return refuse(JSON_RPC.METHOD_NOT_FOUND, `method '${method}' not available`);
}

/** The reference library's messages for error codes. */
const MESSAGES: Readonly<Record<number, string>> = {
  [WALLET_RPC.AUTHORIZATION_FAILED]: 'authorization request failed',
  [WALLET_RPC.INVALID_PAYLOADS]: 'payloads invalid for signing',
  [WALLET_RPC.NOT_SIGNED]: 'sign request declined',
  [WALLET_RPC.NOT_SUBMITTED]: 'transactions not submitted',
  [WALLET_RPC.TOO_MANY_PAYLOADS]: 'number of payloads provided for signing exceeds implementation limit',
  [WALLET_RPC.CHAIN_NOT_SUPPORTED]: 'invalid or unsupported cluster for authorization request',
  [WALLET_RPC.ATTEST_ORIGIN_ANDROID]: 'attest origin',
};
const NOT_AUTHORIZED = 'auth_token not valid for signing';

/** Throws, to end a request with an error, by default with the reference library's message for the code. */
export function refuseWithCode(code: number, method: string, data?: unknown, message?: string): never {
  const isSigning = code === WALLET_RPC.AUTHORIZATION_FAILED && method.startsWith('sign_');
  refuse(
    code,
    message ?? (isSigning ? NOT_AUTHORIZED : MESSAGES[code]) ?? `Error while processing ${method}`,
    data,
  );
}
