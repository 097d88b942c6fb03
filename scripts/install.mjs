import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root, runNpm, say } from './process.mjs';

/**
 * @typedef {Readonly<Record<string, Readonly<{ version?: string, resolved?: string, optional?: boolean }>>>} Packages
 *   The `packages` of an npm lock file by folder. The key `''` is the project itself.
 */

/**
 * Whether a Node version is at least the one in `engines.node`, which has the form `>=20.19`.
 *
 * @param {string} version such as `20.19.0`
 * @param {string} range
 */
export function isNodeSupported(version, range) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = range.replace('>=', '').split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/**
 * Whether the installed packages are those of the lock file. Optional packages may be missing, because most are for
 * other platforms. Compares versions and not file times, because switching branches changes the lock file's time.
 *
 * @param {Packages} locked from package-lock.json
 * @param {Packages | undefined} installed from node_modules/.package-lock.json, which npm writes last
 */
export function isInstallCurrent(locked, installed) {
  if (!installed) return false;
  const names = new Set([...Object.keys(locked), ...Object.keys(installed)]);
  names.delete('');
  return [...names].every((name) =>
    installed[name] ? installed[name].version === locked[name]?.version : locked[name]?.optional === true,
  );
}

/**
 * Installs the project's dependencies with `npm ci` unless they match package-lock.json. Throws a `Failure` that says
 * what to do if Node is too old or npm fails.
 */
export async function ensureDependencies() {
  const range = readJson('package.json').engines.node;
  if (!isNodeSupported(process.versions.node, range)) {
    throw new Failure(
      `This project needs Node ${range}, but this is Node ${process.versions.node}. See https://nodejs.org`,
    );
  }
  await ensureInstalled('.');
}

/**
 * Installs a package's dependencies with `npm ci` unless they match its lock file. Throws a `Failure` if npm fails.
 *
 * @param {string} folder the package's folder, relative to the repository
 */
export async function ensureInstalled(folder) {
  const locked = readJson(join(folder, 'package-lock.json')).packages;
  if (isInstallCurrent(locked, getInstalledPackages(folder))) return;
  say(`Installing dependencies${folder === '.' ? '' : ` of ${folder}`} (npm ci) …`);
  // With NODE_ENV=production npm would leave out the dev dependencies, which the commands need.
  const args = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await runNpm(args, { cwd: join(root, folder) })) !== 0) {
    throw new Failure('npm ci failed: see the message above. Check the network, then run the command again.');
  }
}

/**
 * @param {string} folder
 * @returns {Packages | undefined}
 */
function getInstalledPackages(folder) {
  try {
    return readJson(join(folder, 'node_modules/.package-lock.json')).packages;
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
