import { assertArgument } from '../util/errors.js';
import { isBytes } from '../util/is-bytes.js';
import { isJsonObject, type JsonObject, readMembers } from '../util/json-object.js';

/**
 * Returns the members of an object argument, none if it is absent. `T` says what they should be; they are not
 * checked here.
 * @throws `INVALID_ARGUMENT`
 */
export function parseObject<T extends object = JsonObject>(value: unknown, argument: string): T {
  assertArgument(value === undefined || isJsonObject(value), argument, 'must be an object');
  return readMembers(value ?? {}) as T;
}

/**
 * Returns a copy of an object, of the arrays in it and of bytes in those, because the caller may change the
 * original before it is read. Returns any other value unchanged, so that the checks refuse it.
 */
export function copyObject<T>(value: T): T {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(readMembers(value));
  return Object.fromEntries(
    entries.map(([key, member]) => [
      key,
      Array.isArray(member)
        ? Array.from(member, (item) => (isBytes(item) ? new Uint8Array(item) : item))
        : member,
    ]),
  ) as T;
}
