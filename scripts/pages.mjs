import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './process.mjs';

/** Where the pages are that are made from data, which Git ignores. */
const FOLDER = join(root, 'docs/made');
/** The search leaves them out, because their many names would hide what the guides say. */
const HEAD = '---\nsearch: false\neditLink: false\n---\n\n';

/**
 * Writes the pages of the site that are made from data. Returns what each quirk of the mock wallet means, by
 * its name.
 */
export async function writePages() {
  /** @type {{ module: typeof import('./pages/index.js') }} */
  const { module } = await runnerImport(join(root, 'scripts/pages/index.ts'), { configFile: false, root });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, create] of Object.entries(module.PAGES))
    writeFileSync(join(FOLDER, `${name}.md`), HEAD + create());
  return new Map(module.describeQuirks().map(([name, title, values]) => [name, `${title}<br>${values}`]));
}
