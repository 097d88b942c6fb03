import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, readJson, runNpm } from './process.mjs';

// What the fresh dapps of `e2e/frameworks` and `e2e/matrix` share: the packed packages, and lock files without them.

/** The packages, by the folder of each. */
export const PACKAGES = { 'mobile-wallet-standard': '.', 'mock-mobile-wallet': 'mock' };
/** What `npm` is told in every install. */
export const INSTALL_OPTIONS = ['--prefer-offline', '--no-audit', '--no-fund'];

/**
 * Packs both packages from their builds into a folder. Returns what identifies the content of the archives.
 *
 * @param {string} out
 */
export async function packPackages(out) {
  const args = ['pack', '--silent', '--ignore-scripts', '--workspaces', '--pack-destination', out];
  if ((await runNpm(args)) !== 0) throw new Failure('npm could not pack the packages.');
  const hashes = Object.entries(PACKAGES).map(([name, from]) => {
    const archive = join(out, `${name}.tgz`);
    renameSync(join(out, `${name}-${readJson(join(from, 'package.json')).version}.tgz`), archive);
    return createHash('sha256').update(readFileSync(archive)).digest('hex');
  });
  return hashes.join();
}

/**
 * Renews the lock file of a fresh dapp. Leaves out what would pin the packed packages.
 *
 * @param {string} app the dapp's folder, beside the archives
 * @param {string} source the folder of the repository that gets the lock file
 */
export async function lockDapp(app, source) {
  rmSync(join(app, 'package-lock.json'), { force: true });
  const args = ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error', ...INSTALL_OPTIONS];
  if ((await runNpm(args, { cwd: app })) !== 0) throw new Failure(`npm could not lock ${source}.`);
  const locked = JSON.parse(readFileSync(join(app, 'package-lock.json'), 'utf8'));
  for (const name of Object.keys(PACKAGES)) delete locked.packages[`node_modules/${name}`]?.integrity;
  writeFileSync(join(source, 'package-lock.json'), `${JSON.stringify(locked, undefined, 2)}\n`);
}
