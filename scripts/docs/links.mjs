import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readPage } from './read-page.mjs';

/** @typedef {import('./blocks.mjs').Problem} Problem */

/** Addresses of this repository's files. A link to its issues or to its first page is none. */
const OWN =
  /^https:\/\/github\.com\/mobile-wallet-standard\/mobile-wallet-standard\/(?:blob|tree|raw)\/main\//;
const OWN_HOME = /^https:\/\/github\.com\/mobile-wallet-standard\/mobile-wallet-standard(?=#)/;
const SCHEME = /^[a-z][a-z0-9+.-]*:|^\/\//i;

/**
 * Returns the links of a page that lead to no file of the repository, or to no heading of one. Other sites are not asked.
 *
 * @param {string} root the repository's folder
 * @param {string} page the page's path in it
 * @returns {readonly Problem[]}
 */
export function findBrokenLinks(root, page) {
  return readPage(readFileSync(join(root, page), 'utf8')).links.flatMap(({ line, target }) => {
    const message = getLinkError(root, page, target);
    return message === undefined ? [] : [{ page, line, message: `the link ${target} ${message}` }];
  });
}

/**
 * @param {string} root
 * @param {string} page
 * @param {string} target
 */
function getLinkError(root, page, target) {
  const isOwn = OWN.test(target);
  const link = target.replace(OWN, '').replace(OWN_HOME, 'README.md');
  if (SCHEME.test(link)) return undefined;
  const [before = '', anchor] = link.split('#');
  const path = decodeURIComponent(before);
  const from = isOwn || link !== target ? '' : posix.dirname(page);
  const file = path === '' ? page : posix.join(from, path);
  if (!existsWithCase(root, file)) return `leads to no file: ${file}`;
  if (anchor === undefined || anchor === '') return undefined;
  const read = findReadme(root, file);
  if (!read.endsWith('.md')) {
    return /^L\d+(-L\d+)?$/.test(anchor) ? undefined : 'has an anchor, but leads to no page';
  }
  const { anchors } = readPage(readFileSync(join(root, read), 'utf8'));
  return anchors.has(decodeURIComponent(anchor)) ? undefined : `leads to no heading of ${read}`;
}

/**
 * Whether a file or folder exists with these capital letters, also on a system that ignores them.
 *
 * @param {string} root
 * @param {string} path
 */
function existsWithCase(root, path) {
  if (path.startsWith('..')) return false;
  const name = posix.basename(path);
  const folder = join(root, posix.dirname(path));
  if (name === '.') return true;
  return existsSync(folder) && readdirSync(folder).includes(name);
}

/**
 * Returns the page that GitHub shows for a path: that of a folder is its README.
 *
 * @param {string} root
 * @param {string} path
 */
function findReadme(root, path) {
  return statSync(join(root, path)).isDirectory() ? posix.join(path, 'README.md') : path;
}
