import { ensureInstalled } from '../install.mjs';

/** Called by Vitest before the tests of this folder, whose packages are not those of the repository. */
export async function setup() {
  await ensureInstalled('scripts/docs');
}
