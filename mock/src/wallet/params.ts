import {
  type Bytes,
  decodeBase64,
  isJsonObject,
  JSON_RPC_CODES,
  type JsonObject,
} from 'mobile-wallet-standard/endpoint';
import type { Quirks } from './quirks.js';
import { refuse } from './refusal.js';

/** Reads a member as a string, as Android's JSON does: it converts any other value to its JSON, even null. */
export function readText(object: JsonObject, key: string, quirks: Quirks): string | undefined {
  const value = object[key];
  if (value === undefined || (value === null && !quirks.nullIsText)) return undefined;
  return toText(value);
}

/** Returns a string, or the JSON of another value. */
export function toText(value: unknown): string {
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

/** Reads an array of strings. A missing array is empty; an item that is not a string becomes its JSON. */
export function readTexts(object: JsonObject, key: string): readonly string[] {
  return (readArray(object, key) ?? []).map(toText);
}

/**
 * Reads an array of base64 strings; `undefined` if it is missing or empty, or an item is null or malformed.
 * With the quirk `lenientBase64`, an item that is not a string becomes its JSON.
 */
export function readBase64Array(
  object: JsonObject,
  key: string,
  quirks: Quirks,
): readonly Uint8Array[] | undefined {
  const items = readArray(object, key);
  if (items === undefined || items.length === 0) return undefined;
  const decoded = items.map((item) => {
    const isRead = typeof item === 'string' || (item !== null && quirks.lenientBase64);
    return isRead ? readBase64(toText(item), quirks) : undefined;
  });
  return decoded.every((bytes) => bytes !== undefined) ? decoded : undefined;
}

/** Reads `payloads`; refuses them with -32602 when there are none or one is malformed. */
export function readPayloads(params: JsonObject, quirks: Quirks): readonly Uint8Array[] {
  return (
    readBase64Array(params, 'payloads', quirks) ??
    refuse(JSON_RPC_CODES.INVALID_PARAMS, 'request contains an invalid payloads entry')
  );
}

/**
 * Decodes standard base64 as Android does: foreign characters are skipped, so that base64url becomes other
 * bytes, and padding is complete or absent. Returns `undefined` if the text is malformed, which without the
 * quirk foreign characters are, too.
 */
export function readBase64(text: string, { lenientBase64 }: Quirks): Bytes | undefined {
  const read = lenientBase64 ? text.replace(/[^A-Za-z0-9+/=]/g, '') : text;
  const [, digits, padding = ''] = /^([A-Za-z0-9+/]*)(=*)$/.exec(read) ?? [];
  if (digits === undefined) return undefined;
  const rest = digits.length % 4;
  const isWhole = padding === '' || padding.length === (4 - rest) % 4;
  return rest === 1 || !isWhole ? undefined : decodeBase64(digits);
}
