import { checkSentence } from '../sentences.mjs';
import { readPage } from './read-page.mjs';
import { readCell } from './tables.mjs';

/**
 * @typedef {import('./blocks.mjs').Problem} Problem
 * @typedef {Readonly<{
 *   sizes: Readonly<Record<string, number>>, // bytes of each import, by name
 *   bench: string, // bench/README.md
 * }>} Sources
 */

const SIZE = /[\d.]+\s?(?:KB|KiB|MB|MiB|GB)\b/;
/** What a bench has written, with the versions that it ran with. */
const WRITTEN = /<!-- ([\w/-]+) -->[\s\S]*?<!-- \/\1 -->/g;
const DATE =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\b/;

/**
 * Compares the figures of a page's sentences and cells with where they come from, and finds sizes that are neither compared nor
 * dated.
 *
 * @param {string} page
 * @param {string} text Markdown
 * @param {readonly string[]} sentences parts of the page, with `{size > NAME}` for what is measured now, and
 *   `{bench > SECTION > ROW > COLUMN}` for a cell that `npm run bench` has written
 * @param {Sources} sources
 * @returns {readonly Problem[]}
 */
export function checkFigures(page, text, sentences, { sizes, bench }) {
  /** @type {Problem[]} */
  const problems = [];
  const getFigure = (/** @type {string} */ source) => {
    const [kind, first = '', second = '', third = ''] = source.split(' > ');
    const cell = kind === 'size' ? sizes[first]?.toString() : readCell(bench, first, second, third);
    return cell === undefined ? undefined : Number(cell.replaceAll(',', ''));
  };
  let rest = text;
  for (const sentence of sentences) {
    problems.push(...checkSentence(text, sentence, getFigure).problems.map((found) => ({ page, ...found })));
    ({ rest } = checkSentence(rest, sentence, getFigure));
  }
  return [...problems, ...findLooseSizes(page, rest)];
}

/**
 * Finds sizes in sentences of sections that do not name their month.
 *
 * @param {string} page
 * @param {string} text
 * @returns {readonly Problem[]}
 */
function findLooseSizes(page, text) {
  const { prose } = readPage(text.replace(WRITTEN, (written) => written.replace(/[^\n]/g, '')));
  const dated = new Set(prose.filter(({ text }) => DATE.test(text)).map(({ section }) => section));
  return prose.flatMap(({ section, line, text }) => {
    const [size] = dated.has(section) ? [] : (SIZE.exec(text) ?? []);
    if (size === undefined) return [];
    return [{ page, line, message: `the size "${size}" is neither compared with its source nor dated` }];
  });
}
