import type { Remote } from '../protocol/remote-option.js';
import type { JsonObject } from '../util/json-object.js';

/** The names in objects of a type, so that `satisfies` holds a list of them to it. */
export type NamesOf<T> = Readonly<Record<T extends unknown ? keyof T : never, 1>>;

/** The names of what an option `remote` has. */
export const REMOTE_NAMES = { type: 1, host: 1, relays: 1, idleMs: 1 } satisfies NamesOf<Remote>;

/**
 * Reports each name in an object that is not `known`, with the one that was perhaps meant. `path` stands
 * before it. Objects of classes may have further members.
 */
export type ReportUnknownNames = (value: unknown, known: JsonObject, path?: string) => void;

/** Creates a {@link ReportUnknownNames} that reports a name once. */
export function createNameCheck(): ReportUnknownNames {
  const seen = new Set<string>();
  return (value, known, path = '') => {
    // Objects of classes may have what they want.
    if (Object.getPrototypeOf(Object(value)) !== Object.prototype) return;
    const unknown = Object.keys(Object(value)).filter((name) => !(name in known || seen.has(path + name)));
    if (unknown.length === 0) return;
    for (const name of unknown) seen.add(path + name);
    void import('./name-hints.js')
      .then(({ reportNames }) => reportNames(unknown, Object.keys(known), path))
      .catch(() => {});
  };
}
