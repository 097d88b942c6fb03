import { encodeJsonRpc } from '../protocol/json-rpc.js';
import { encodeUtf8, SIGNATURE_LENGTH } from '../util/bytes.js';
import { MobileWalletError } from '../util/errors.js';
import type { JsonObject } from '../util/json-object.js';

/** How long a message is: its bytes of JSON, and what it is. */
export type MessageSize = Readonly<{ bytes: number; what: 'request' | 'response' }>;

/** The JSON of a response with `signed_payloads`, without what is in the array. */
const SIGNED_PAYLOADS_BYTES = 56;

/** Returns the size of the text of a request or response. */
export function getTextSize(text: string, what: MessageSize['what']): MessageSize {
  return { bytes: encodeUtf8(text).length, what };
}

/** Returns the size of a request, whatever its id is. */
export function getRequestSize(method: string, params: JsonObject): MessageSize {
  return getTextSize(encodeJsonRpc({ id: 1, method, params }), 'request');
}

/** Returns the size of the response to `sign_messages`, which repeats the messages. */
export function getSignedMessagesSize(messages: readonly Uint8Array[], addressCount: number): MessageSize {
  let bytes = SIGNED_PAYLOADS_BYTES;
  for (const { length } of messages) {
    // Base64, quotes and a comma.
    bytes += Math.ceil((length + addressCount * SIGNATURE_LENGTH) / 3) * 4 + 3;
  }
  return { bytes, what: 'response' };
}

/**
 * Throws `PAYLOAD_TOO_LARGE` for a message that a connection cannot carry, which has a limit of `maxBytes` if
 * one is known, as a reflector's has. Nobody is asked for what its connection would drop.
 */
export function assertFits({ bytes, what }: MessageSize, maxBytes = Number.POSITIVE_INFINITY): void {
  if (bytes <= maxBytes) return;
  const [size, limit] = [bytes, maxBytes].map((count) => count.toLocaleString('en-US'));
  const message = `A ${what} of ${size} bytes does not fit: this connection carries at most ${limit}`;
  throw new MobileWalletError('PAYLOAD_TOO_LARGE', message, { bytes, maxBytes });
}
