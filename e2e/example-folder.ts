import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/process.mjs';

/** Returns the folder in which `scripts/example.mjs` has installed the example of the guides. */
export function getExample(): string {
  const folder = join(root, '.cache/fresh/example');
  if (existsSync(join(folder, 'node_modules'))) return folder;
  throw new Error('The example is not installed: node scripts/example.mjs');
}
