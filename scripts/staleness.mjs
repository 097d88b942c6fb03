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
  const stats = statSync(path, { throwIfNoEntry: false });
  const names = stats?.isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  return stats ? [stats, ...names.map((name) => statSync(join(path, name)))] : [];
}
