import { isJsonObject, JSON_RPC, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { assertAttested } from './methods/attestation.js';
import { authorize, cloneAuthorization, deauthorize, reauthorize } from './methods/authorization.js';
import { getCapabilities } from './methods/capabilities.js';
import { signAndSendTransactions } from './methods/sending.js';
import { signMessages, signTransactions } from './methods/signing.js';
import type { MockSession } from './mock-session.js';
import { RequestRefused, refuse, refuseMethod } from './refusal.js';

/** A wallet may have the dapp's origin attested before it grants anything. */
const ATTESTED_METHODS = ['authorize', 'reauthorize', 'clone_authorization'];

/**
 * Handles one request and gives its result. What a request changes in the session before a person is asked, it has
 * changed when this returns its promise.
 *
 * @throws RequestRefused when the wallet refuses, falls silent, hangs up or crashes
 */
export async function handleRequest(
  method: string,
  params: unknown,
  session: MockSession,
): Promise<JsonObject> {
  const { wallet } = session;
  wallet.onRequest(method, isJsonObject(params) ? params : {});
  if (wallet.attestation && ATTESTED_METHODS.includes(method)) {
    await assertAttested(assertObject(params), wallet.attestation, session);
  }
  if (wallet.quirks.hangsUpOn === method) throw new RequestRefused('hang-up');
  switch (method) {
    case 'authorize':
      return authorize(assertObject(params), session);
    case 'reauthorize':
      return reauthorize(assertObject(params), session);
    case 'deauthorize':
      return deauthorize(assertObject(params), session);
    case 'clone_authorization':
      return cloneAuthorization(session);
    case 'get_capabilities':
      assertObject(params);
      return getCapabilities(wallet);
    case 'sign_messages':
      return signMessages(assertObject(params), session);
    case 'sign_transactions':
      return signTransactions(assertObject(params), session);
    case 'sign_and_send_transactions':
      return signAndSendTransactions(assertObject(params), session);
    default:
      return refuseMethod(method);
  }
}

function assertObject(params: unknown): JsonObject {
  return isJsonObject(params) ? params : refuse(JSON_RPC.INVALID_PARAMS, 'params must be a JSONObject');
}
