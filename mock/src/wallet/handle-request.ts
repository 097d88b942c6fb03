import { isJsonObject, JSON_RPC_CODES, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { ATTESTED_METHODS, assertAttested } from './methods/attestation.js';
import { authorize, cloneAuthorization, deauthorize } from './methods/authorization.js';
import { getCapabilities } from './methods/capabilities.js';
import { signAndSendTransactions } from './methods/sending.js';
import { signMessages, signTransactions } from './methods/signing.js';
import type { MockSession } from './mock-session.js';
import { leaveUnanswered, refuse, refuseMethod } from './refusal.js';

const METHODS = new Map(
  Object.entries({
    authorize,
    reauthorize: authorize,
    deauthorize,
    get_capabilities: getCapabilities,
    sign_messages: signMessages,
    sign_transactions: signTransactions,
    sign_and_send_transactions: signAndSendTransactions,
  }),
);

/**
 * Handles one request and returns its result, or throws a RequestEnded if there is none. What a request
 * changes in the session before the user is asked, is changed synchronously.
 */
export async function handleRequest(session: MockSession): Promise<JsonObject> {
  const { wallet, request } = session;
  const { method, params } = request;
  wallet.onRequest(method, isJsonObject(params) ? params : {});
  if (wallet.attestation && ATTESTED_METHODS.includes(method)) {
    await assertAttested(parseParams(params), wallet.attestation, session);
  }
  if (wallet.quirks.hangsUpOn === method) leaveUnanswered('closed');
  // The only method that does not look at its parameters.
  if (method === 'clone_authorization') return cloneAuthorization(session);
  const handle = METHODS.get(method) ?? refuseMethod(method);
  return handle(parseParams(params), session);
}

function parseParams(params: unknown): JsonObject {
  return isJsonObject(params) ? params : refuse(JSON_RPC_CODES.INVALID_PARAMS, 'params must be a JSONObject');
}
