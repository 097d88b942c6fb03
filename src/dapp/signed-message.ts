import { equalBytes, SIGNATURE_LENGTH } from '../bytes.js';
import { createInvalidResponseError } from '../protocol/check.js';

/** A signed payload of `signMessages`, taken apart. */
export type SignedMessage = Readonly<{ message: Uint8Array; signatures: readonly Uint8Array[] }>;

/**
 * Splits what a wallet returned for `message` into the message and one 64-byte signature per address, in the
 * order of the addresses. Takes the wallets that return the signatures alone; those signed `message` itself.
 *
 * @throws `INVALID_RESPONSE` when it is neither
 */
export function splitSignedMessage(
  signed: Uint8Array,
  message: Uint8Array,
  addressCount: number,
): SignedMessage {
  const signatureBytes = addressCount * SIGNATURE_LENGTH;
  const messageEnd = signed.length - signatureBytes;
  const isWhole = messageEnd >= 0 && equalBytes(signed.subarray(0, messageEnd), message);
  if (messageEnd !== 0 && !isWhole) {
    throw createInvalidResponseError('signed_payloads', 'must be the message followed by its signatures');
  }
  const signatures = Array.from({ length: addressCount }, (_, index) => {
    const start = messageEnd + index * SIGNATURE_LENGTH;
    return signed.slice(start, start + SIGNATURE_LENGTH);
  });
  return { message, signatures };
}
