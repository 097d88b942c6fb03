import { spawnSync } from 'node:child_process';
import { Failure, getNpm } from '../process.mjs';

/**
 * Returns the hash of a package's published archive, or nothing if the registry does not have that version.
 * @param {string} name
 * @param {string} version
 * @returns {string | undefined}
 */
export function findPublished(name, version) {
  const args = ['view', `${name}@${version}`, 'dist.integrity', '--json', '--prefer-online'];
  const { stdout, stderr } = spawnSync(...getNpm(args), { encoding: 'utf8' });
  // npm says nothing of a version that is missing, and calls a missing package an error.
  const found = stdout.trim() === '' ? undefined : JSON.parse(stdout);
  if (found?.error && found.error.code !== 'E404')
    throw new Failure(`npm cannot ask the registry: ${stderr}`);
  return typeof found === 'string' ? found : undefined;
}
