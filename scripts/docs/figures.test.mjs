import { expect, it } from 'vitest';
import { checkFigures } from './figures.mjs';

const BENCH = [
  '<!-- bundles -->',
  '| import | peer, Vite | ours |',
  '| --- | --- | --- |',
  '| `ours` | 43,920 | 6,169 |',
  '<!-- /bundles -->',
].join('\n');
const SOURCES = { sizes: { 'first load': 6_169 }, bench: BENCH };

/** @param {string} text @param {readonly string[]} sentences */
const check = (text, ...sentences) =>
  checkFigures('page.md', text, sentences, SOURCES).map(({ line, message }) => `${line}: ${message}`);

it('compares figures with what is measured and with cells of the bench', () => {
  const sentence = '| {bench > bundles > ours > peer, Vite} | {size > first load} |';
  expect(check('| 43.9 KB | 6.2 KB |', sentence)).toEqual([]);
  expect(check('| 44.9 KB | 6.1 KB |', sentence)).toEqual([
    '1: "44.9 KB" should be 43920: bench > bundles > ours > peer, Vite',
    '1: "6.1 KB" should be 6169: size > first load',
  ]);
  expect(check('| 1 | 2 |', '| {bench > bundles > none > ours} | {size > none} |')).toHaveLength(2);
});

it('reports a size in a sentence that is neither compared nor in a dated section', () => {
  const text =
    '# A\n\nIt has 3 KB.\n\n`4 KB` of code.\n\n| a |\n|---|\n| 5 MB |\n\n## B\n\nIn May 2026 it had\n\n6 KB.\n\n## C\n\n<!-- a/b -->\n7 KB\n<!-- /a/b -->\n\nThe first load has 6 KB.\n';
  expect(check(text, 'The first load has {size > first load}')).toEqual([
    '3: the size "3 KB" is neither compared with its source nor dated',
    '9: the size "5 MB" is neither compared with its source nor dated',
  ]);
});
