/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object, and not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
