import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

const IGNORED = /^(\..*|node_modules|dist|dist-.*|test-results|playwright-report)$/;

/**
 * Lists a folder's files, except those that tools write.
 *
 * @param {string} root the repository's folder
 * @param {string} folder a folder in it; `''` for the whole repository
 * @param {RegExp} name
 * @returns {readonly string[]} paths from `root`
 */
export function listFiles(root, folder, name) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !IGNORED.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(root, path, name);
      return name.test(entry.name) ? [path] : [];
    });
}

/** @param {string} root */
export function listPages(root) {
  return listFiles(root, '', /\.md$/);
}

/**
 * Lists the pages whose code is compiled: those that users read.
 *
 * @param {string} root
 */
export function listPagesWithCode(root) {
  return ['README.md', 'mock/README.md', ...listFiles(root, 'docs', /\.md$/)];
}

/**
 * Lists the sources whose docstrings may have code.
 *
 * @param {string} root
 */
export function listSources(root) {
  return ['src', 'mock/src'].flatMap((folder) => listFiles(root, folder, /(?<!\.test)\.tsx?$/));
}
