import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a built folder is missing, empty, or has a file that is older than the newest source.
 *
 * @param {string} built
 * @param {readonly string[]} sources files and folders, which may be missing
 */
export function isStale(built, sources) {
  const files = list(built).filter((stats) => stats.isFile());
  // Folders count as sources, because removing a file changes only the time of its folder.
  const newest = Math.max(...sources.flatMap(list).map(({ mtimeMs }) => mtimeMs));
  return files.length === 0 || files.some(({ mtimeMs }) => mtimeMs < newest);
}

/** @param {string} path */
function list(path) {
  const get = (/** @type {string} */ file) => statSync(file, { throwIfNoEntry: false }) ?? [];
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  const names = isFolder ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  // A build that runs at the same time may remove files.
  return [path, ...names.map((name) => join(path, name))].flatMap(get);
}
