import { posix } from 'node:path';

/** @typedef {Readonly<{ path: string, read: () => string }>} PackedFile */

/**
 * Lists the declaration maps that point to a file outside the package: an editor would open nothing.
 *
 * @param {readonly PackedFile[]} files
 */
export function findMissingSources(files) {
  const paths = files.map(({ path }) => path);
  const maps = files.filter(({ path }) => path.endsWith('.d.ts.map'));
  if (maps.length === 0) return ['The package has no declaration maps.'];
  return maps.flatMap(({ path, read }) =>
    /** @type {readonly string[]} */ (JSON.parse(read()).sources)
      .map((source) => posix.join(posix.dirname(path), source))
      .filter((source) => !paths.includes(source))
      .map((source) => `${path} points to ${source}, which is not in the package.`),
  );
}

/**
 * Lists the files that the package's code imports, but that are not in the package.
 *
 * @param {readonly PackedFile[]} files
 */
export function findMissingImports(files) {
  const paths = files.map(({ path }) => path);
  const code = files.filter(({ path }) => /^dist\/.*\.js$/.test(path));
  return code.flatMap(({ path, read }) =>
    [...read().matchAll(/^(?:import|export)\b.*?["'](\.[^"'\n]+)["'];?$|\bimport\(["'](\.[^"'\n]+)["']\)/gm)]
      .map(([, still = '', lazy = still]) => posix.join(posix.dirname(path), lazy))
      .filter((imported) => !paths.includes(imported))
      .map((imported) => `${path} imports ${imported}, which is not in the package.`),
  );
}

/** The files that belong in a package. Anything else, such as a key or a file of settings, may be there by mistake. */
const KNOWN = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  /^dist\/([^/.][^/]*\/)*[^/.][^/]*\.(js|d\.ts|d\.ts\.map)$/,
  /^dist\/pages\/LICENSES\.md$/,
  /^src\/([^/.][^/]*\/)*[^/.][^/]*\.(ts|css)$/,
];

/** Tests and their data, whatever their kind. */
const UNWANTED = /\.test\.|(^|\/)(node_modules|vectors)\//;

/**
 * Lists what a package should not contain.
 *
 * @param {readonly PackedFile[]} files
 */
export function findStrayFiles(files) {
  return files
    .filter(({ path }) => UNWANTED.test(path) || !KNOWN.some((known) => known.test(path)))
    .map(({ path }) => `${path} does not belong in the package.`);
}
