import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';
import { measureSizes } from '../sizes.mjs';
import { checkFigures } from './figures.mjs';
import { listPagesWithCode } from './pages.mjs';

/** A page that a run writes as a whole, with the versions that it ran with. */
const WRITTEN_PAGE = 'docs/matrix.md';

/** The sentences and cells with figures of ours, by page. Limits and times are in `test/documents/limits.test.ts`. */
const SENTENCES = {
  'README.md': [
    getLaunches('The wallet app opens to connect and sign in', 'connect and sign in, in one tick'),
    getLaunches('… to send three transactions in one call', '3 sends in one call'),
    getLaunches('… to sign five messages at once', '5 messages to sign, a call each, in one tick'),
    '| Packages that npm installs | {bench > install > peer > packages} | {bench > install > ours > packages} |',
    '| … and their size | {bench > install > peer > bytes} | {bench > install > ours > bytes} |',
    '| First load of a page, min + gzip | {bench > bundles > mobile-wallet-standard > peer, Vite} | {size > first load}, the',
    'never settle, of {bench > faults > all > faults} faults of a wallet app | {bench > faults > all > peer: hangs} | {bench > faults > all > ours: hangs} |',
  ],
  'CHANGELOG.md': ['A first load of {size > first load}, and'],
  'bench/README.md': [
    '| first load | 3.5 KB | {size > first load}, of which',
    '| fetched for a connect, a sign-in and a send | 10 KB | {size > local path} |',
    '| `…/session` | 5.4 KB | {size > session} |',
    '| `…/kit` | 14 KB | {size > kit} |',
  ],
};

/**
 * @param {string} row the text of a row's first cell
 * @param {string} flow the row of the bench
 */
function getLaunches(row, flow) {
  const [peer, ours] = ['peer', 'our'].map((who) => `{bench > launches > ${flow} > ${who} launches}`);
  return `| ${row} | ${peer} times | ${ours} time |`;
}

/** Compares the figures of the documents with what they are measured to be. */
export async function checkAllFigures() {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  const sources = { sizes: await measureSizes(), bench: read('bench/README.md') };
  const pages = new Set([...listPagesWithCode(root), ...Object.keys(SENTENCES), 'SECURITY.md']);
  pages.delete(WRITTEN_PAGE);
  const problems = [...pages].flatMap((page) => {
    const sentences = SENTENCES[/** @type {keyof typeof SENTENCES} */ (page)] ?? [];
    return checkFigures(page, read(page), sentences, sources);
  });
  const count = Object.values(SENTENCES).flat().length;
  return { problems, summary: `${count} sentences with figures compared` };
}
