import { join } from 'node:path';
import { Failure, readJson, root, runNpm, say } from './process.mjs';

/** @typedef {Readonly<Record<string, Readonly<{ version?: string, optional?: boolean }>>>} Packages by folder; `''` is the project */

/**
 * Whether the installed packages are those of the lock file. Optional packages may be missing, because most are for
 * other platforms. Compares versions and not file times, because switching branches changes the lock file's time.
 *
 * @param {Packages} locked from package-lock.json
 * @param {Packages} installed from node_modules/.package-lock.json, which npm writes last
 */
export function isInstallCurrent(locked, installed) {
  const { '': _, ...packages } = { ...locked, ...installed };
  return Object.keys(packages).every((name) =>
    installed[name] ? installed[name].version === locked[name]?.version : locked[name]?.optional === true,
  );
}

/**
 * Installs the project's dependencies with `npm ci` unless they match package-lock.json. Throws a `Failure` that says
 * what to do if Node is too old or npm fails.
 */
export async function ensureDependencies() {
  const { node } = readJson('package.json').engines;
  if (process.versions.node.localeCompare(node.replace('>=', ''), 'en', { numeric: true }) < 0) {
    throw new Failure(
      `This project needs Node ${node}, but this is Node ${process.versions.node}. See https://nodejs.org`,
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
  const { packages } = readJson(join(folder, 'package-lock.json'));
  try {
    if (isInstallCurrent(packages, readJson(join(folder, 'node_modules/.package-lock.json')).packages))
      return;
  } catch {
    // Nothing is installed.
  }
  say(`Installing dependencies${folder === '.' ? '' : ` of ${folder}`} (npm ci) …`);
  // With NODE_ENV=production npm would leave out the dev dependencies, which the commands need.
  const args = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await runNpm(args, { cwd: join(root, folder) })) !== 0) {
    throw new Failure('npm ci failed: see the message above. Check the network, then run the command again.');
  }
}
