import { join } from 'node:path';
import { Failure, root, runNpm, say } from './process.mjs';
import { isStale } from './staleness.mjs';

const sources = [
  'src',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
];

/**
 * Builds the library where it has changed since it was last built: demo and bench use it as a dapp would. Throws a
 * `Failure` where the build fails.
 */
export async function ensureBuild() {
  const paths = sources.map((path) => join(root, path));
  if (!isStale(join(root, 'dist'), paths)) return;
  say('Building the library …');
  if ((await runNpm(['run', '--silent', 'build'])) !== 0) {
    throw new Failure('The build failed: its message is above.');
  }
}
