import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/process.mjs';

/** Returns the folder in which `scripts/frameworks.mjs` has installed a fresh dapp. */
export function getFolder(name: string): string {
  const folder = join(root, '.cache/frameworks', name);
  if (existsSync(join(folder, 'node_modules'))) return folder;
  throw new Error(`The fresh dapp is not installed: node scripts/frameworks.mjs ${name}`);
}
