import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../process.mjs';

/**
 * Writes files into a folder of their own inside the repository, where they find its packages. The folder is deleted
 * when `use` has ended.
 *
 * @template T
 * @param {Readonly<Record<string, string>>} files texts by their paths in the folder
 * @param {(folder: string) => Promise<T> | T} use
 */
export async function withFolder(files, use) {
  const folder = join(root, '.cache/docs/tests', crypto.randomUUID());
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
