import { join } from 'node:path';
import { Failure, root, runScript, say } from './process.mjs';
import { isStale } from './staleness.mjs';

const SOURCES = [
  'src',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'mock/src',
  'mock/package.json',
  'mock/vite.config.ts',
  'mock/tsconfig.build.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/**
 * Builds the library if its sources have changed since the last build, because the demo and the benches import the
 * built package as a dapp does. Throws a `Failure` if the build fails.
 */
export async function ensureBuild() {
  const paths = SOURCES.map((path) => join(root, path));
  if (!['dist', 'mock/dist'].some((folder) => isStale(join(root, folder), paths))) return;
  say('Building the library …');
  if ((await runScript('build')) !== 0) throw new Failure('The build failed: see the message above.');
}
