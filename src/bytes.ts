/** Bytes over memory of their own, as WebCrypto and WebSockets take them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** `String.fromCharCode` takes its bytes as arguments, of which engines allow some 65,000. */
const CHUNK = 0x8000;

/** Tells whether `value` is a `Uint8Array`, of this realm or another. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as Uint8Array)[Symbol.toStringTag] === 'Uint8Array';
}

/** Joins byte arrays into a new one. */
export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Tells whether two byte arrays hold the same bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Encodes text as UTF-8. */
export function encodeUtf8(text: string): Bytes {
  return new TextEncoder().encode(text) as Bytes;
}

/** Decodes UTF-8; throws a `TypeError` on malformed input. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** Encodes bytes as standard base64 with padding (RFC 4648, section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let offset = 0; offset < bytes.length; offset += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(offset, offset + CHUNK));
  }
  return btoa(binary);
}

/** Decodes standard base64, padded or not; throws on any other character, white space included. */
export function decodeBase64(text: string): Bytes {
  if (/\s/.test(text)) throw new SyntaxError('Not a base64 character: white space');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes base64url; padding may be there, as `=` or as the `.` that some clients send. */
export function decodeBase64Url(text: string): Bytes {
  return decodeBase64(trimEnd(text, '=.').replaceAll('-', '+').replaceAll('_', '/'));
}

/** Cuts characters off the end of a text. A regular expression may take quadratic time for that. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
