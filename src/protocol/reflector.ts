import type { Bytes } from '../bytes.js';

/** A length of up to 28 bits is more than a frame of any reflector holds. */
const MAX_VARINT_LENGTH = 4;

/**
 * Reads REFLECTOR_ID, the first message of a reflector: `varint(length) || id`, seven bits a byte, least
 * significant first (Mobile Wallet Adapter 2.0, "Reflector protocol").
 *
 * @returns `undefined` when the length does not match the bytes
 */
export function decodeReflectorId(message: Bytes): Bytes | undefined {
  let length = 0;
  for (let index = 0; index < Math.min(message.length, MAX_VARINT_LENGTH); index++) {
    const byte = message[index] as number;
    length |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) {
      const id = message.slice(index + 1);
      return id.length === length && length > 0 ? id : undefined;
    }
  }
  return undefined;
}
