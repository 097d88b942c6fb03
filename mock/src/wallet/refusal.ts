import { JSON_RPC_CODES, WALLET_RPC_CODES } from 'mobile-wallet-standard/endpoint';
import type { ActivityOutcome } from './activity.js';

type Refusal = Exclude<ActivityOutcome, { result: unknown }>;

/** Thrown to end a request without a result. */
export class RequestEnded extends Error {
  override readonly name = 'RequestEnded';
  readonly outcome: Refusal;

  constructor(outcome: Refusal) {
    super('error' in outcome ? outcome.error.message : outcome.unanswered);
    this.outcome = outcome;
  }
}

/** The reference library's messages for error codes. */
const MESSAGES: Readonly<Record<number, string>> = {
  [WALLET_RPC_CODES.AUTHORIZATION_FAILED]: 'authorization request failed',
  [WALLET_RPC_CODES.INVALID_PAYLOADS]: 'payloads invalid for signing',
  [WALLET_RPC_CODES.NOT_SIGNED]: 'sign request declined',
  [WALLET_RPC_CODES.NOT_SUBMITTED]: 'transactions not submitted',
  [WALLET_RPC_CODES.TOO_MANY_PAYLOADS]:
    'number of payloads provided for signing exceeds implementation limit',
  [WALLET_RPC_CODES.CHAIN_NOT_SUPPORTED]: 'invalid or unsupported cluster for authorization request',
  [WALLET_RPC_CODES.ATTEST_ORIGIN_ANDROID]: 'attest origin',
};

/** Returns the reference library's message for an error of a method. */
export function getMessage(code: number, method: string): string {
  if (code === WALLET_RPC_CODES.AUTHORIZATION_FAILED && method.startsWith('sign_'))
    return 'auth_token not valid for signing';
  return MESSAGES[code] ?? `Error while processing ${method}`;
}

/** Throws, to end a request with an error, by default with the reference library's message for the code. */
export function refuse(code: number, message = getMessage(code, ''), data?: unknown): never {
  throw new RequestEnded({ error: { code, message, ...(data !== undefined && { data }) } });
}

/** Throws, to answer -32601 to a method that the wallet does not have. */
export function refuseMethod(method: string): never {
  return refuse(JSON_RPC_CODES.METHOD_NOT_FOUND, `method '${method}' not available`);
}

/** Throws, to leave a request without a reply: with silence, or with the end of the connection or the app. */
export function leaveUnanswered(unanswered: 'silence' | 'closed' | 'crashed'): never {
  throw new RequestEnded({ unanswered });
}
