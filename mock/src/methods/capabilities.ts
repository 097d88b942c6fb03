import type { JsonObject } from 'mobile-wallet-standard/endpoint';
import type { MockWalletContext } from '../mock-session.js';

/** Answers `get_capabilities`: what 2.0 defines, the booleans of 1.x, or both. */
export function getCapabilities({
  getCapabilities: getPublished,
  protocol,
  quirks,
}: MockWalletContext): JsonObject {
  const { maxTransactionsPerRequest, maxMessagesPerRequest, supportedTransactionVersions, features } =
    getPublished();
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
