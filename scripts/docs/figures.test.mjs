import { expect, it } from 'vitest';
import { checkFigures } from './figures.mjs';

const BENCH = [
  '<!-- bundles -->',
  '| import | peer, Vite | ours |',
  '| --- | --- | --- |',
  '| `ours` | 43,920 | 6,169 |',
  '',
  '| flow | launches |',
  '| --- | --- |',
  '| connect | 2 |',
  '<!-- /bundles -->',
].join('\n');
const FILES = {
  'bench/README.md': BENCH,
  'src/a.ts': 'export const LIMIT_MS = 30_000;\nconst LONG_MS = 2 * 60_000;',
};
const SOURCES = {
  sizes: { 'first load': 6_169 },
  read: (/** @type {string} */ path) => FILES[/** @type {keyof typeof FILES} */ (path)],
};

/**
 * @param {string} name
 * @param {string} shown
 */
const mark = (name, shown) => `<!-- figure: ${name} -->${shown}<!-- /figure -->`;

/** @param {string} text */
const check = (text) => checkFigures('page.md', text, SOURCES);
/** @param {string} text */
const getMessages = (text) => check(text).problems.map(({ line, message }) => `${line}: ${message}`);

it('accepts figures that are as measured, in the unit and with the decimals of the page', () => {
  const text = [
    mark('size > first load', '6.2 KB'),
    mark('size > first load', '6 KB'),
    mark('bench > bundles > ours > peer, Vite', '43.9 KB'),
    mark('bench > bundles > connect > launches', '2'),
    mark('code > src/a.ts > LIMIT_MS', '30 s'),
    mark('code > src/a.ts > LONG_MS', '2 minutes'),
  ].join('\n');
  expect(check(text)).toEqual({ problems: [], written: text, count: 6 });
});

it('reports a figure that differs, and writes it as it should be', () => {
  const text = `# Page\n\nThe first load costs ${mark('size > first load', '5.5 KB')}.`;
  expect(getMessages(text)).toEqual(['3: the figure "size > first load" is 6.2 KB, not 5.5 KB']);
  expect(check(text).written).toBe(text.replace('5.5', '6.2'));
});

it('reports a figure that nobody measures', () => {
  const names = [
    'size > none',
    'bench > bundles > none > ours',
    'bench > none > ours > ours',
    'code > src/a.ts > NONE',
    'none',
  ];
  expect(names.flatMap((name) => getMessages(mark(name, '1')))).toEqual(
    names.map((name) => `1: the figure "${name}" is unknown, not 1`),
  );
});

it('reports a size in a sentence that is neither marked nor in a dated section', () => {
  const text =
    '# A\n\nIt has 3 KB.\n\n`4 KB` of code.\n\n| a |\n|---|\n| 5 MB |\n\n## B\n\nIn May 2026 it had\n\n6 KB.\n\n## C\n\n<!-- a/b -->\n7 KB\n<!-- /a/b -->\n';
  expect(getMessages(text)).toEqual([
    '3: the size "3 KB" is neither marked as a figure nor dated',
    '9: the size "5 MB" is neither marked as a figure nor dated',
  ]);
});
