/**
 * @typedef {Readonly<{ license?: string, dependencies?: Names, optionalDependencies?: Names }>} Locked
 * @typedef {Readonly<Record<string, string>>} Names
 */

/** Licences whose code may be part of an Apache-2.0 package, or be installed with it, without asking anybody. */
const FREE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'Public Domain'];

/**
 * Lists the packages whose licence a person has to look at, of all that somebody installs with ours.
 *
 * @param {Readonly<Record<string, Locked>>} locked the `packages` of the lock file
 * @param {readonly string[]} ours the folders of our packages in it
 */
export function findUnknownLicences(locked, ours) {
  const found = new Set(ours);
  // A set also visits what is added to it in the meantime.
  for (const path of found) {
    const { dependencies = {}, optionalDependencies = {} } = locked[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const installed = resolve(name, path, locked);
      if (installed !== undefined) found.add(installed);
    }
  }
  return [...found]
    .filter((path) => !ours.includes(path) && !isFree(locked[path]?.license))
    .map((path) => `${path} has the licence ${locked[path]?.license}.`);
}

/**
 * Returns the folder from which Node loads a package, or undefined if it is none of the lock file's.
 *
 * @param {string} name
 * @param {string} from the folder of the package that imports it
 * @param {Readonly<Record<string, Locked>>} locked
 * @returns {string | undefined}
 */
function resolve(name, from, locked) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (locked[path]) return path;
  return from === '' ? undefined : resolve(name, from.slice(0, Math.max(0, from.lastIndexOf('/'))), locked);
}

/**
 * Lists the bundled packages whose licence a person has to look at.
 *
 * @param {string | undefined} list the list that Vite writes beside the bundle, which leaves out the licence of a package that names none
 */
export function findUnknownBundledLicences(list) {
  if (list === undefined) return ['The list of bundled licences is missing.'];
  const bundled = [...list.matchAll(/^## (\S+) - \S+?(?: \((.+)\))?$/gm)];
  if (bundled.length === 0) return ['The list of bundled licences is empty.'];
  return bundled
    .filter(([, , licence]) => !isFree(licence))
    .map(([, name, licence]) => `${name} is bundled and has the licence ${licence}.`);
}

/** @param {string | undefined} licence such as `(MIT OR Apache-2.0)`. A person has to look at one with inner parentheses. */
function isFree(licence = '') {
  return licence
    .replace(/^\(([^()]*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => FREE.includes(part)));
}
