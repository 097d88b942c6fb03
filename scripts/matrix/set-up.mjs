import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALL_OPTIONS } from '../fresh.mjs';
import { root } from '../process.mjs';
import { captureNpm } from './tool.mjs';
import { readInstallWarnings } from './warnings.mjs';

/**
 * @typedef {import('./warnings.mjs').Warning} Warning
 * @typedef {Readonly<{ folder: string, warnings: readonly Warning[] }>} App a fresh dapp, installed
 */

const sources = join(root, 'e2e/matrix');

/** Returns the folder of a set-up's files in the repository. */
export const getSource = (/** @type {string} */ name) => join(sources, name);

/**
 * Copies a set-up's files into a folder outside the repository, where Node finds no packages but those of the set-up.
 *
 * @param {string} name
 * @param {string} out
 * @param {readonly string[]} shared further files of `e2e/matrix`, such as `shared/dapp.js`
 */
export function copySetUp(name, out, shared) {
  const folder = join(out, name);
  mkdirSync(folder, { recursive: true });
  for (const path of shared) {
    const file = join(root, 'e2e', path);
    cpSync(file, join(folder, path.split('/').at(-1) ?? ''), { recursive: true });
  }
  cpSync(getSource(name), folder, {
    recursive: true,
    filter: (path) => !/node_modules|[/\\]dist$|\.next/.test(path),
  });
  return folder;
}

/**
 * Copies and installs a set-up as its developer would, by npm, from the lock file.
 *
 * @param {string} name
 * @param {string} out
 * @param {readonly string[]} shared
 * @returns {Promise<App>}
 */
export async function installSetUp(name, out, shared) {
  const folder = copySetUp(name, out, shared);
  const output = await captureNpm(['ci', ...INSTALL_OPTIONS], folder);
  const locked = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  return { folder, warnings: readInstallWarnings(output, locked) };
}

/**
 * Returns the version of a package that a dapp has installed.
 *
 * @param {string} folder
 * @param {string} name
 */
export function getInstalledVersion(folder, name) {
  const path = join(folder, 'node_modules', name, 'package.json');
  return existsSync(path) ? String(JSON.parse(readFileSync(path, 'utf8')).version) : 'missing';
}
