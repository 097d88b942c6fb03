/** Encodes bytes as base64. */
export function toBase64(bytes: ArrayLike<number>): string {
  return btoa(String.fromCharCode(...Array.from(bytes)));
}
