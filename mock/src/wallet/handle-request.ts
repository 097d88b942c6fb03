import { isJsonObject, JSON_RPC, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { followPlan } from './ask-user.js';
import { assertAttested } from './methods/attestation.js';
import { authorize, cloneAuthorization, deauthorize } from './methods/authorization.js';
import { signAndSendTransactions } from './methods/sending.js';
import { signMessages, signTransactions } from './methods/signing.js';
import type { MockSession } from './mock-session.js';
import { leaveUnanswered, refuse, refuseMethod } from './refusal.js';

/** The methods before which a wallet may ask for an attestation of the dapp's origin. */
const ATTESTED_METHODS = ['authorize', 'reauthorize', 'clone_authorization'];
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
  return isJsonObject(params) ? params : refuse(JSON_RPC.INVALID_PARAMS, 'params must be a JSONObject');
}

/** Answers `get_capabilities` with what 2.0 defines, the booleans of 1.x, or both. */
async function getCapabilities(_: JsonObject, session: MockSession): Promise<JsonObject> {
  await followPlan(session);
  const { getSettings, protocol, quirks } = session.wallet;
  const { maxTransactionsPerRequest, maxMessagesPerRequest, supportedTransactionVersions, features } =
    getSettings().capabilities;
  return {
    ...(maxTransactionsPerRequest > 0 && { max_transactions_per_request: maxTransactionsPerRequest }),
    ...(maxMessagesPerRequest > 0 && { max_messages_per_request: maxMessagesPerRequest }),
    supported_transaction_versions: supportedTransactionVersions,
    ...(protocol === 'v1' && { features }),
    ...((protocol === 'legacy' || quirks.legacyCapabilities) && {
      supports_clone_authorization: features.includes('solana:cloneAuthorization'),
      supports_sign_and_send_transactions: true,
    }),
  };
}
