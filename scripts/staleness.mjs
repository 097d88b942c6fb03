import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a built folder is missing, empty, or has a file that is older than the newest source.
 *
 * @param {string} built
 * @param {readonly string[]} sources files and folders
 */
export function isStale(built, sources) {
  const files = list(built).filter((stats) => stats.isFile());
  if (files.length === 0) return true;
  // Folders count as sources, because removing a file changes only the time of its folder.
  const newest = Math.max(...sources.flatMap(list).map((stats) => stats.mtimeMs));
  return newest > Math.min(...files.map((stats) => stats.mtimeMs));
}

/**
 * @param {string} path
 * @returns {readonly import('node:fs').Stats[]}
 */
function list(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [stats];
  return [stats, ...readdirSync(path).flatMap((name) => list(join(path, name)))];
}
