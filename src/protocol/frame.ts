import { type Bytes, concatBytes } from '../util/bytes.js';

const SEQUENCE_LENGTH = 4;
const IV_LENGTH = 12;
const TAG_LENGTH = 16;
/** How many bytes longer a frame is than its text. */
export const FRAME_OVERHEAD = SEQUENCE_LENGTH + IV_LENGTH + TAG_LENGTH;
/** The highest sequence number. A session that has used it must end, because the numbers never wrap. */
export const MAX_SEQUENCE = 0xffff_ffff;

/**
 * Encrypts one message with AES-128-GCM: `sequence (4, big-endian) || IV (12) || ciphertext || tag (16)`,
 * with the sequence bytes as additional data (Mobile Wallet Adapter 2.0, "Encrypted message wrapping").
 */
export async function sealFrame(
  key: CryptoKey,
  sequence: number,
  plaintext: Bytes,
  iv: Bytes = crypto.getRandomValues(new Uint8Array(IV_LENGTH)),
): Promise<Bytes> {
  const header = new Uint8Array(SEQUENCE_LENGTH);
  new DataView(header.buffer).setUint32(0, sequence);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: header }, key, plaintext);
  return concatBytes(header, iv, new Uint8Array(sealed));
}

/** Returns a frame's sequence number; `undefined` if the frame is too short. */
export function getFrameSequence(frame: Bytes): number | undefined {
  return frame.length < FRAME_OVERHEAD
    ? undefined
    : new DataView(frame.buffer, frame.byteOffset).getUint32(0);
}

/** Decrypts a frame that is long enough ({@link getFrameSequence}). Rejects if the tag does not verify. */
export async function openFrame(key: CryptoKey, frame: Bytes): Promise<Bytes> {
  const ivEnd = SEQUENCE_LENGTH + IV_LENGTH;
  const algorithm = {
    name: 'AES-GCM',
    iv: frame.subarray(SEQUENCE_LENGTH, ivEnd),
    additionalData: frame.subarray(0, SEQUENCE_LENGTH),
  };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, frame.subarray(ivEnd)));
}
