import type { JsonObject } from './types.js';

// In a file of its own, because the first load of `…/session` needs nothing else to read an object.

/**
 * Returns a plain copy of an object, with what its classes define, because spreading would drop accessors.
 */
export function readMembers(value: JsonObject): JsonObject {
  const members: Record<string, unknown> = {};
  for (let at: unknown = value; at; at = Object.getPrototypeOf(at)) {
    // What each object has, such as `constructor`, is no member.
    for (const name of Object.getOwnPropertyNames(at)) if (!(name in members)) members[name] = value[name];
  }
  return members;
}
