import { JSON_RPC, type JsonRpcError } from 'mobile-wallet-standard/endpoint';

/** How a request ends without a result: by an error, without a reply, or with the end of the app or its connection. */
export type Refusal = Readonly<{ error: JsonRpcError }> | 'silence' | 'crash' | 'hang-up';

/** Thrown to end a request without a result. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
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
  throw new RequestRefused({ error: data === undefined ? { code, message } : { code, message, data } });
}

/** Throws, to leave a request without a reply. */
export function fallSilent(): never {
  throw new RequestRefused('silence');
}

/** Throws, to answer -32601 to a method that the wallet does not have. */
export function refuseMethod(method: string): never {
  return refuse(JSON_RPC.METHOD_NOT_FOUND, `method '${method}' not available`);
}
