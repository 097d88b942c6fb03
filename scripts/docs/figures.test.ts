import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../process.mjs';
import { checkSentence } from '../sentences.mjs';
import { measureSizes } from '../sizes.mjs';

// A measured figure stands in `bench/README.md`, in README.md's table beside the published package, and nowhere else. In each part
// of a page below, the source of a figure stands in its place: what is measured now, or `section > row > column` of the bench.

const PARTS = {
  'README.md': [
    getLaunches('The wallet app opens to connect and sign in', 'connect and sign in, in one tick'),
    getLaunches('… to send three transactions in one call', '3 sends in one call'),
    getLaunches('… to sign five messages at once', '5 messages to sign, a call each, in one tick'),
    '| Packages that npm installs | {install > peer > packages} | {install > ours > packages} |',
    '| … and their size | {install > peer > bytes} | {install > ours > bytes} |',
    'min + gzip | {bundles > mobile-wallet-standard > peer, Vite} | {first load}, the',
    'never settle, of {faults > all > faults} faults of a wallet app | {faults > all > peer: hangs} | {faults > all > ours: hangs} |',
  ],
  'CHANGELOG.md': ['A first load of {first load}, and'],
  'bench/README.md': [
    '| first load | 6.2 KB | 5.3 KB | {first load}, see',
    '| `…/session`, before anyone taps | 15.7 KB | 2 KB | {session} |',
    '| `…/kit`, before anyone taps | 23.4 KB | 9 KB | {kit} |',
    '| 25; 15; 20 KB | {local path}; {session in use}; {kit in use}, see',
  ],
};

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sizes = new Map(Object.entries(await measureSizes()));

function getLaunches(row: string, flow: string): string {
  return `| ${row} | {launches > ${flow} > peer launches} times | {launches > ${flow} > our launches} time |`;
}

function getFigure(source: string): number | undefined {
  const [section = '', row, column = ''] = source.split(' > ');
  const [, tables = ''] = read('bench/README.md').split(new RegExp(`<!-- /?${section} -->`));
  for (const table of tables.trim().split('\n\n')) {
    const [head = [], , ...rows] = table.split('\n').map((line) => line.replaceAll('`', '').split(/ *\| */));
    const cell = rows.find(([, first]) => first === row)?.[head.indexOf(column)];
    if (cell !== undefined) return Number(cell.replaceAll(',', ''));
  }
  return sizes.get(source);
}

it.each(Object.entries(PARTS))('%s states what was measured', (page, parts) => {
  expect(parts.flatMap((part) => checkSentence(read(page), part, getFigure).problems)).toEqual([]);
});

const GUIDES = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);
it.each(['README.md', 'mock/README.md', ...GUIDES])('%s states no other size', (page) => {
  const parts = page === 'README.md' ? PARTS[page] : [];
  const text = parts.reduce((rest, part) => checkSentence(rest, part, getFigure).rest, read(page));
  expect(text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '').match(/[\d.]+ [KMG]i?B\b/g)).toBeNull();
});
