import { encodeBase64, isJsonObject, JSON_RPC, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { readBase64 } from './lenient-base64.js';
import type { Quirks } from './quirks.js';
import { refuse } from './refusal.js';

/** Reads a member as text as Android's JSON does: other values are written out, null among them. */
export function readText(object: JsonObject, key: string, quirks: Quirks): string | undefined {
  const value = object[key];
  if (value === undefined || (value === null && !quirks.nullIsText)) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads a member that is an object; anything else counts as absent. */
export function readObject(object: JsonObject, key: string): JsonObject | undefined {
  const value = object[key];
  return isJsonObject(value) ? value : undefined;
}

/** Reads a member that is an array; anything else counts as absent. */
export function readArray(object: JsonObject, key: string): readonly unknown[] | undefined {
  const value = object[key];
  return Array.isArray(value) ? value : undefined;
}

/** Reads an array of texts, an absent one as empty; items that are no texts are written out. */
export function readTexts(object: JsonObject, key: string): readonly string[] {
  return (readArray(object, key) ?? []).map((item) =>
    typeof item === 'string' ? item : JSON.stringify(item),
  );
}

/**
 * Reads an array of base64 texts.
 *
 * @returns `undefined` when it is missing or empty, or an item is null or malformed
 */
export function readBase64Array(
  object: JsonObject,
  key: string,
  quirks: Quirks,
): readonly Uint8Array[] | undefined {
  const items = readArray(object, key);
  if (items === undefined || items.length === 0) return undefined;
  const decoded = items.map((item) => (typeof item === 'string' ? readBase64(item, quirks) : undefined));
  return decoded.every((bytes) => bytes !== undefined) ? decoded : undefined;
}

/** Reads `payloads`, one or more; refuses others with -32602. */
export function readPayloads(params: JsonObject, quirks: Quirks): readonly Uint8Array[] {
  return (
    readBase64Array(params, 'payloads', quirks) ??
    refuse(JSON_RPC.INVALID_PARAMS, 'request contains an invalid payloads entry')
  );
}

/** Writes byte arrays as base64; `null` stays. */
export function writeBase64Array(items: readonly (Uint8Array | null)[]): readonly (string | null)[] {
  return items.map((item) => item && encodeBase64(item));
}
