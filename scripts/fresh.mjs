import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, readJson, runNpm } from './process.mjs';

/** The packages that the example and the dapps of `e2e/matrix` install, by the folder of each. */
export const PACKAGES = { 'mobile-wallet-standard': '.', 'mock-mobile-wallet': 'mock' };
/** What `npm` is told in every install. */
export const INSTALL_OPTIONS = ['--prefer-offline', '--no-audit', '--no-fund'];

/**
 * Packs both packages from their builds into a folder. Returns what identifies their content.
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
