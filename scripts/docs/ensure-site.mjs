import { join } from 'node:path';
import { Failure, root, run } from '../process.mjs';
import { isStale } from '../staleness.mjs';

const SOURCES = [
  'README.md',
  'docs',
  'src',
  'mock/src',
  'mock/README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'ARCHITECTURE.md',
];
const TOOLS = [
  'CONTRIBUTING.md',
  'package.json',
  'mock/package.json',
  'scripts/docs/site',
  'scripts/docs/package-lock.json',
];

/** Builds the site into `dist-docs` if its sources have changed since the last build. Returns its folder. */
export async function ensureSite() {
  const folder = join(root, 'dist-docs');
  const sources = [...SOURCES, ...TOOLS].map((path) => join(root, path));
  // A process of its own, because TypeDoc needs packages that may be installed only then.
  const isBuilt = !isStale(folder, sources) || (await run(process.execPath, ['scripts/docs/site.mjs'])) === 0;
  if (!isBuilt) throw new Failure('The site could not be built: see the message above.');
  return folder;
}
