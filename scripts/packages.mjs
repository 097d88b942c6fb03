import { accessSync, constants, statSync } from 'node:fs';
import { posix } from 'node:path';
import { run, say } from './process.mjs';

/**
 * Lists the paths of programs in the folders of `PATH` and in other folders of a Unix system.
 *
 * @param {readonly string[]} names
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {readonly string[]} [others]
 * @returns {readonly string[]}
 */
export function getPathCandidates(names, { PATH = '' }, others = []) {
  // Leave out snaps, which cannot read the profile folders of tests.
  const folders = [...PATH.split(':'), '/usr/bin', '/usr/local/bin', ...others];
  return [...new Set(folders)]
    .filter((folder) => folder.startsWith('/') && !folder.startsWith('/snap/'))
    .flatMap((folder) => names.map((name) => posix.join(folder, name)));
}

/**
 * Whether a path is a file that this process may run.
 *
 * @param {string} path
 */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether this process may install the packages of a Debian system. */
export function canInstallPackages() {
  return process.platform === 'linux' && process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');
}

/**
 * Installs Debian packages, and prints what fails.
 *
 * @param {readonly string[]} names
 */
export async function installPackages(names) {
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-qq'], options);
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  if ((await run('apt-get', args, options)) !== 0) say('apt-get failed.');
}
