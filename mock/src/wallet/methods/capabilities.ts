import type { JsonObject } from 'mobile-wallet-standard/endpoint';
import { followPlan } from '../ask-user.js';
import type { MockSession } from '../mock-session.js';

/** Answers `get_capabilities` with what 2.0 defines, the booleans of 1.x, or both. */
export async function getCapabilities(_: JsonObject, session: MockSession): Promise<JsonObject> {
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
