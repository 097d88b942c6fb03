import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../process.mjs';

// In documents, a comment behind a figure names its source: `30 s<!--= REACH_TIMEOUT_MS -->` for a constant of the code, before which
// its file stands if several have one, or a part of that file's text with `#` for the number; `<!--= size / first load -->` for a check
// of `.size-limit.mjs`; or `<!--= section / row / column -->` for a cell of `bench/README.md`.

const MARK = /<!--= (.+?) -->/g;
const WORDS = ['zero', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** How many of the smallest unit each has: bytes, milliseconds or nothing. */
const UNITS = { KB: 1e3, KiB: 1024, MB: 1e6, bytes: 1, ms: 1, s: 1e3, second: 1e3, minute: 60e3, '': 1 };
const FIGURE = new RegExp(
  String.raw`(?:([\d,]*\d(?:\.\d+)?)|\b(${WORDS.join('|')}))\s?(${Object.keys(UNITS).join('|')})s?$`,
);

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const list = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);

const sizeLimit = ['node_modules/size-limit/bin.js', '--json'];
// It fails if a size is above its budget, which the step "size" reports.
const { stdout } = spawnSync(process.execPath, sizeLimit, { cwd: root, encoding: 'utf8' });
const sizes: readonly { name: string; size: number }[] = JSON.parse(stdout);
const code = [...list('src'), ...list('mock/src')].filter((path) => /(?<!\.test)\.ts$/.test(path));
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

function getFigure(source: string): number | undefined {
  const [section, row, column] = source.split(' / ');
  if (section === 'size') return sizes.find(({ name }) => name === row)?.size;
  return column === undefined ? getLimit(source) : getCell(`<!-- ${section} -->`, row, column);
}

/** Returns the number that the code has in one place. */
function getLimit(source: string): number | undefined {
  const [, file = '', place = ''] = /^(?:(\S+\.ts) )?(.*)$/.exec(source) ?? [];
  const text = (place.includes('#') ? place : `const ${place} = #;`).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(text.replace('#', '([\\d_]+(?: \\* [\\d_]+)*)'));
  const paths = code.filter((path) => `/${path}`.endsWith(file && `/${file}`));
  const [product, another] = paths.flatMap((path) => pattern.exec(read(path))?.[1] ?? []);
  if (another) throw new Error(`Several files have ${source}`);
  return product?.split(' * ').reduce((all, factor) => all * Number(factor.replaceAll('_', '')), 1);
}

function getCell(start: string, row: string | undefined, column: string): number | undefined {
  const [, section = ''] = read('bench/README.md').split(start);
  for (const table of section.trim().split('\n\n')) {
    const [head = [], , ...rows] = table.split('\n').map((line) => line.replaceAll('`', '').split(/ *\| */));
    const cell = rows.find(([, first]) => first === row)?.[head.indexOf(column)];
    if (cell !== undefined) return Number(cell.replaceAll(',', ''));
  }
  return undefined;
}

/** Returns the figures that are not their sources, rounded as they are: 6,169 is `6.2 KB` and `6 KB`, and 60,000 is `a minute`. */
function findProblems(text: string): readonly string[] {
  return [...text.matchAll(MARK)].flatMap((match) => {
    const [, source = ''] = match;
    const before = text.slice(0, match.index).replaceAll(MARK, '');
    const [shown = '', number, word = '', unit = ''] = FIGURE.exec(before) ?? [];
    const value = number === undefined ? WORDS.indexOf(word) : Number(number.replaceAll(',', ''));
    const digits = number?.split('.')[1]?.length ?? 0;
    const figure = getFigure(source);
    const rounded = ((figure ?? Number.NaN) / UNITS[unit as keyof typeof UNITS]).toFixed(digits);
    return rounded === value.toFixed(digits) ? [] : [`"${shown}" should be ${figure}: ${source}`];
  });
}

it('documents state the figures of the code, the build and the bench', () => {
  const marked = pages.filter((page) => read(page).includes('<!--= '));
  expect(marked.length).toBeGreaterThan(12);
  expect(marked.flatMap((page) => findProblems(read(page)).map((problem) => `${page}: ${problem}`))).toEqual(
    [],
  );
});

it('the READMEs and guides state no other size', () => {
  const others = pages.filter((page) => /^(mock\/README|README|docs\/guides\/.*)\.md$/.test(page));
  const sizesOf = (page: string) =>
    read(page)
      .replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
      .match(/[\d.]+ [KMG]i?B\b(?!<!--= )/g) ?? [];
  expect(others.flatMap(sizesOf)).toEqual([]);
});
