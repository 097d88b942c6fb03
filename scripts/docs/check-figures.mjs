import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';
import { measureSizes } from '../sizes.mjs';
import { checkFigures } from './figures.mjs';
import { listPagesWithCode } from './pages.mjs';

/** A page that a run writes as a whole, with the versions that it ran with. */
const WRITTEN_PAGE = 'docs/matrix.md';

/**
 * Compares the figures of the documents with what they are measured to be, and writes them anew if asked to.
 *
 * @param {Readonly<{ isWriting: boolean }>} options
 */
export async function checkAllFigures({ isWriting }) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  const sources = { sizes: await measureSizes(), read };
  const pages = [...new Set([...listPagesWithCode(root), 'bench/README.md', 'CHANGELOG.md', 'SECURITY.md'])];
  const results = pages
    .filter((page) => page !== WRITTEN_PAGE)
    .map((page) => ({ page, ...checkFigures(page, read(page), sources) }));
  if (isWriting) for (const { page, written } of results) writeFileSync(join(root, page), written);
  const count = results.reduce((sum, result) => sum + result.count, 0);
  return { problems: results.flatMap(({ problems }) => problems), summary: `${count} figures compared` };
}
