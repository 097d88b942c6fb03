import { assertArgument } from '../errors.js';
import { isJsonObject, type JsonObject } from './json.js';

/** Throws `INVALID_ARGUMENT` unless `value` is an object; left out, it is an empty one. */
export function getObject(value: unknown, argument: string): JsonObject {
  assertArgument(value === undefined || isJsonObject(value), argument, 'must be an object');
  return value ?? {};
}

/** Gives a copy of an array of texts. @throws `INVALID_ARGUMENT` */
export function getTexts(texts: readonly string[], argument: string): string[] {
  assertArgument(
    Array.isArray(texts) && [...texts].every((text) => typeof text === 'string'),
    argument,
    'must be an array of strings',
  );
  return [...texts];
}

/**
 * Copies an object and the arrays in it, because the caller may change its own before it is read. Returns any other value
 * as it is, for the checks to refuse.
 */
export function copyObject<T>(value: T): T {
  if (!isJsonObject(value)) return value;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, member]) => [key, Array.isArray(member) ? [...member] : member]),
  ) as T;
}
