import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../install.mjs';
import { Failure, root } from '../process.mjs';

/** The folder of a dapp that has installed the packages that code blocks import, relative to the repository. */
const FOLDER = '.cache/docs/dapp';
/** Our packages, and where each is built. */
const PACKAGES = { 'mobile-wallet-standard': '.', 'mock-mobile-wallet': 'mock' };

/**
 * Installs the dapp, with what the build has made of our packages: no sources, only what is published. All that the
 * dapp lacks, such as kit, it finds in the repository's own `node_modules`. Returns its folder, absolute.
 */
export async function ensureDapp() {
  if (!existsSync(join(root, 'dist'))) throw new Failure('The library is not built. Run: npm run build');
  const folder = join(root, FOLDER);
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'ambient.d.ts']) {
    copyFileSync(join(root, 'scripts/docs/dapp', name), join(folder, name));
  }
  await ensureInstalled(FOLDER);
  for (const [name, from] of Object.entries(PACKAGES)) {
    const to = join(folder, 'node_modules', name);
    rmSync(to, { recursive: true, force: true });
    cpSync(join(root, from, 'dist'), join(to, 'dist'), { recursive: true });
    copyFileSync(join(root, from, 'package.json'), join(to, 'package.json'));
  }
  return folder;
}
