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
 * Lists what a package should not contain.
 *
 * @param {readonly PackedFile[]} files
 */
export function findStrayFiles(files) {
  return files
    .filter(({ path }) => /\.test\.|(^|\/)(node_modules|vectors)\/|tsbuildinfo/.test(path))
    .map(({ path }) => `${path} does not belong in the package.`);
}
