import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import * as v from 'valibot';

/**
 * Returns what the schema makes of a value that a person wrote, or code without types. Throws a RangeError
 * for a number that is not allowed, a TypeError for all else, with the name of the value and the member.
 */
export function parse<T>(schema: v.GenericSchema<unknown, T>, value: unknown, name: string): T {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [issue] = issues;
  const path = [name, v.getDotPath(issue)].filter(Boolean).join('.');
  const message = `\`${path}\` ${issue.received === 'undefined' ? 'is missing' : issue.message}.`;
  throw issue.kind === 'validation' && typeof issue.input === 'number'
    ? new RangeError(message)
    : new TypeError(message);
}

/** A text. */
export const text = v.string('must be a text');
/** True or false. */
export const truth = v.boolean('must be true or false');

/** An object of JSON with any members. */
export const anyObject = v.custom<object>(isJsonObject, 'must be an object');
/** The same. Members that are `undefined` count as absent. */
export const definedObject = v.pipe(
  v.unknown(),
  anyObject,
  v.transform((value) => keepDefined<JsonObject>(value)),
);

/** Integers from 0 to `max`. */
export function integerTo(max: number) {
  const message = `must be an integer from 0 to ${max}`;
  return v.pipe(
    v.custom<number>((value) => typeof value === 'number', message),
    v.check((value) => Number.isInteger(value) && value >= 0 && value <= max, message),
  );
}

/** One of these values. */
export function oneOf<const T extends string | number | boolean | null>(values: readonly T[]) {
  const names = values.map((value) => JSON.stringify(value)).join(', ');
  return v.pipe(
    v.unknown(),
    v.check((value) => values.some((allowed) => allowed === value), `must be one of ${names}`),
    v.transform((value) => value as T),
  );
}

/** An object that may leave out members, and has no others. Members that are `undefined` count as absent. */
export function partial<const T extends v.ObjectEntries>(
  entries: T,
  unknown: string,
): v.GenericSchema<unknown, { [K in keyof T]?: v.InferOutput<T[K]> }> {
  return v.pipe(
    definedObject,
    v.partial(v.strictObject(entries, unknown)),
    v.transform((value) => value as { [K in keyof T]?: v.InferOutput<T[K]> }),
  );
}

/** Returns the members that are not `undefined`. */
export function keepDefined<T>(members: { [Name in keyof T]?: T[Name] | undefined }): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, member]) => member !== undefined),
  ) as Partial<T>;
}
