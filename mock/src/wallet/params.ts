import {
  type Bytes,
  decodeBase64,
  encodeBase64,
  isJsonObject,
  JSON_RPC,
  type JsonObject,
} from 'mobile-wallet-standard/endpoint';
import type { Quirks } from './quirks.js';
import { refuse } from './refusal.js';

const FOREIGN_CHARACTERS = /[^A-Za-z0-9+/=]/g;

/** Reads a member as a string, as Android's JSON does: it converts any other value to its JSON, even null. */
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

/** Reads an array of strings. A missing array is empty; an item that is not a string becomes its JSON. */
export function readTexts(object: JsonObject, key: string): readonly string[] {
  return (readArray(object, key) ?? []).map((item) =>
    typeof item === 'string' ? item : JSON.stringify(item),
  );
}

/** Returns the members that are not `undefined`. */
export function keepDefined<T>(members: { [Name in keyof T]?: T[Name] | undefined }): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, member]) => member !== undefined),
  ) as Partial<T>;
}

/**
 * Reads an array of base64 strings; `undefined` if it is missing or empty, or an item is null or malformed. With the quirk
 * `lenientBase64`, an item that is not a string becomes its JSON.
 */
export function readBase64Array(
  object: JsonObject,
  key: string,
  quirks: Quirks,
): readonly Uint8Array[] | undefined {
  const items = readArray(object, key);
  if (items === undefined || items.length === 0) return undefined;
  const decoded = items.map((item) => {
    if (typeof item === 'string') return readBase64(item, quirks);
    return item === null || !quirks.lenientBase64 ? undefined : readBase64(JSON.stringify(item), quirks);
  });
  return decoded.every((bytes) => bytes !== undefined) ? decoded : undefined;
}

/** Reads `payloads`; refuses them with -32602 when there are none or one is malformed. */
export function readPayloads(params: JsonObject, quirks: Quirks): readonly Uint8Array[] {
  return (
    readBase64Array(params, 'payloads', quirks) ??
    refuse(JSON_RPC.INVALID_PARAMS, 'request contains an invalid payloads entry')
  );
}

/** Encodes byte arrays as base64; `null` stays `null`. */
export function writeBase64Array(items: readonly (Uint8Array | null)[]): readonly (string | null)[] {
  return items.map((item) => item && encodeBase64(item));
}

/**
 * Decodes standard base64 as Android does: foreign characters are skipped, so that base64url becomes other bytes, and padding
 * is complete or absent. Returns `undefined` if the text is malformed, which without the quirk foreign characters are, too.
 */
export function readBase64(text: string, { lenientBase64 }: Quirks): Bytes | undefined {
  const [, digits = '', padding = ''] = /^([A-Za-z0-9+/]*)(=*)$/.exec(
    lenientBase64 ? text.replace(FOREIGN_CHARACTERS, '') : text,
  ) ?? [undefined, 'A'];
  const rest = digits.length % 4;
  const isWhole = padding === '' || padding.length === (4 - rest) % 4;
  return rest === 1 || !isWhole ? undefined : decodeBase64(digits);
}
