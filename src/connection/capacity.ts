import { encodeJsonRpc } from '../protocol/json-rpc.js';
import { encodeUtf8, SIGNATURE_LENGTH } from '../util/bytes.js';
import { MobileWalletError } from '../util/errors.js';
import type { JsonObject } from '../util/json-object.js';

/**
 * How much a connection carries in one message, as a reflector limits it. What does not fit is refused before
 * anybody is asked for anything.
 */
export type Capacity = Readonly<{
  /** The most bytes of JSON in a request or response. */
  maxBytes: number;
  /** Throws `PAYLOAD_TOO_LARGE` if the text of a request or response is too long. */
  assertTextFits(text: string, what: 'request' | 'response'): void;
  /** Throws `PAYLOAD_TOO_LARGE` if a request is too long, whatever its id is. */
  assertRequestFits(method: string, params: JsonObject): void;
  /**
   * Throws `PAYLOAD_TOO_LARGE` if the response to `sign_messages` is too long, which repeats the messages:
   * the connection would drop it after the user has approved.
   */
  assertSignedMessagesFit(messages: readonly Uint8Array[], addressCount: number): void;
}>;

/** The JSON of a response with `signed_payloads`, without what is in the array. */
const SIGNED_PAYLOADS_BYTES = 56;

/**
 * Creates the {@link Capacity} of a connection that carries texts of at most `maxBytes`. Returns `undefined`
 * if no limit is known.
 */
export function createCapacity(maxBytes: number | undefined): Capacity | undefined {
  if (maxBytes === undefined) return undefined;

  const assertSize = (bytes: number, what: 'request' | 'response'): void => {
    if (bytes <= maxBytes) return;
    const [size, limit] = [bytes, maxBytes].map((count) => count.toLocaleString('en-US'));
    throw new MobileWalletError(
      'PAYLOAD_TOO_LARGE',
      `A ${what} of ${size} bytes does not fit: this connection carries at most ${limit}`,
      { bytes, maxBytes },
    );
  };
  const assertTextFits: Capacity['assertTextFits'] = (text, what) =>
    assertSize(encodeUtf8(text).length, what);

  return {
    maxBytes,
    assertTextFits,
    assertRequestFits: (method, params) =>
      assertTextFits(encodeJsonRpc({ id: 1, method, params }), 'request'),
    assertSignedMessagesFit(messages, addressCount) {
      let bytes = SIGNED_PAYLOADS_BYTES;
      for (const { length } of messages) {
        // Base64, quotes and a comma.
        bytes += Math.ceil((length + addressCount * SIGNATURE_LENGTH) / 3) * 4 + 3;
      }
      assertSize(bytes, 'response');
    },
  };
}
