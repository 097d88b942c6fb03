import { readPage } from './read-page.mjs';
import { readCell } from './tables.mjs';

/**
 * @typedef {import('./blocks.mjs').Problem} Problem
 * @typedef {Readonly<{
 *   sizes: Readonly<Record<string, number>>, // bytes of each import, by name
 *   read: (path: string) => string, // reads a file of the repository
 * }>} Sources
 */

/** `<!-- figure: size > first load -->6.2 KB<!-- /figure -->` */
const MARKED = /<!-- figure: (.+?) -->([\s\S]*?)<!-- \/figure -->/g;
const AMOUNT = /^(\d+(?:\.\d+)?)(\s?)(KB|KiB|MB|bytes|ms|s|minutes|min)$/;
const UNITS = { KB: 1e3, KiB: 1024, MB: 1e6, bytes: 1, ms: 1, s: 1e3, min: 60e3, minutes: 60e3 };
const SIZE = /[\d.]+\s?(?:KB|KiB|MB|MiB|GB)\b/;
/** What a bench has written, with the versions that it ran with. */
const WRITTEN = /<!-- ([\w/-]+) -->[\s\S]*?<!-- \/\1 -->/g;
const DATE =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\b/;

/**
 * Compares the marked figures of a page with where they come from, and finds sizes that are neither marked nor dated.
 *
 * @param {string} page
 * @param {string} text Markdown
 * @param {Sources} sources
 * @returns {Readonly<{ problems: readonly Problem[], written: string, count: number }>} `written` is the text with each figure as
 *   it should be
 */
export function checkFigures(page, text, sources) {
  /** @type {Problem[]} */
  const problems = [];
  let count = 0;
  const written = text.replace(MARKED, (all, name, shown, offset) => {
    count += 1;
    const right = format(getFigure(name, sources), shown);
    if (right === shown) return all;
    const line = text.slice(0, offset).split('\n').length;
    problems.push({ page, line, message: `the figure "${name}" is ${right ?? 'unknown'}, not ${shown}` });
    return right === undefined ? all : `<!-- figure: ${name} -->${right}<!-- /figure -->`;
  });
  return { problems: [...problems, ...findLooseSizes(page, text)], written, count };
}

/**
 * Finds sizes in sentences that are neither marked nor in a section that names its month.
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
    return [{ page, line, message: `the size "${size}" is neither marked as a figure nor dated` }];
  });
}

/**
 * Returns a figure as it stands where it comes from: `size > NAME` is measured now, `bench > SECTION > ROW > COLUMN` is a
 * cell that `npm run bench` has written, and `code > PATH > CONSTANT` is a constant of the source.
 *
 * @param {string} name
 * @param {Sources} sources
 */
function getFigure(name, { sizes, read }) {
  const [kind, first = '', second = '', third = ''] = name.split(' > ');
  if (kind === 'size') return sizes[first]?.toString();
  if (kind === 'bench') return readCell(read('bench/README.md'), first, second, third);
  if (kind !== 'code') return undefined;
  const [, product = ''] = new RegExp(`const ${second} = ([\\d_* ]+);`).exec(read(first)) ?? [];
  const factors = product.replaceAll('_', '').split('*').map(Number);
  return product === '' ? undefined : String(factors.reduce((all, factor) => all * factor, 1));
}

/**
 * Writes a figure in the unit and with the decimals that the page shows, so that 6,169 is `6.2 KB` or `6 KB`.
 *
 * @param {string | undefined} figure
 * @param {string} shown
 */
function format(figure, shown) {
  const [, amount = '', space = '', unit = ''] = AMOUNT.exec(shown) ?? [];
  if (figure === undefined || unit === '') return figure;
  const value = Number(figure.replaceAll(',', '')) / UNITS[/** @type {keyof typeof UNITS} */ (unit)];
  if (Number.isNaN(value)) return figure;
  return `${value.toFixed(amount.split('.')[1]?.length ?? 0)}${space}${unit}`;
}
