import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root, runNpm, say } from './process.mjs';

/**
 * @typedef {Readonly<Record<string, Readonly<{ version?: string, resolved?: string, optional?: boolean }>>>} Packages
 *   The `packages` of an npm lock file, by folder; `''` is the project itself.
 */

/**
 * Tells whether a Node version is at least the one that `engines.node` (of the form `>=20.19`) names.
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
 * Tells whether what npm has installed is what the lock file asks for. Optional packages may be absent: most are
 * for other platforms. Contents are compared, not times, because switching branches touches the lock file.
 *
 * @param {Packages} locked of package-lock.json
 * @param {Packages | undefined} installed of node_modules/.package-lock.json, which npm writes last
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
 * Installs the project's dependencies with `npm ci` where they are missing or are not those of package-lock.json.
 * Throws a `Failure` that says what to do where Node is too old or npm fails.
 */
export async function ensureDependencies() {
  const range = readJson('package.json').engines.node;
  if (!isNodeSupported(process.versions.node, range)) {
    throw new Failure(
      `Node ${range} is needed, and this is ${process.versions.node}: see https://nodejs.org`,
    );
  }
  await ensureInstalled('.');
}

/**
 * Installs what a package's lock file asks for with `npm ci` where it is missing or is not that. Throws a `Failure`
 * where npm fails.
 *
 * @param {string} folder the package's, relative to the repository's
 */
export async function ensureInstalled(folder) {
  const locked = readJson(join(folder, 'package-lock.json')).packages;
  if (isInstallCurrent(locked, getInstalledPackages(folder))) return;
  say(`Installing dependencies${folder === '.' ? '' : ` of ${folder}`} (npm ci) …`);
  // Without --include=dev, NODE_ENV=production would leave out everything that the commands need.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await runNpm(args, { cwd: join(root, folder) })) !== 0) {
    throw new Failure('npm ci failed: its message is above. Check the network, then run the command again.');
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
