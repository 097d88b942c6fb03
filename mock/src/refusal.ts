import { JSON_RPC, type JsonRpcError } from 'mobile-wallet-standard/endpoint';

/** How a request ends without a result. */
export type Refusal = Readonly<{ error: JsonRpcError }> | 'silence' | 'crash' | 'hang-up';

/** Ends a request without a result. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(typeof refusal === 'string' ? refusal : refusal.error.message);
    this.refusal = refusal;
  }
}

/** Drops a channel uncleanly when it is given to `close`, as a crash of the wallet app does. */
export class WalletCrash extends Error {
  override readonly name = 'WalletCrash';
}

/** Ends a request with a JSON-RPC error. */
export function refuse(code: number, message: string, data?: unknown): never {
  throw new RequestRefused({ error: data === undefined ? { code, message } : { code, message, data } });
}

/** Leaves a request without any reply. */
export function fallSilent(): never {
  throw new RequestRefused('silence');
}

/** Refuses a request with -32601, for a method that the wallet does not have. */
export function refuseMethod(method: string): never {
  return refuse(JSON_RPC.METHOD_NOT_FOUND, `method '${method}' not available`);
}
