import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/process.mjs';

const README = join(root, 'README.md');
const TABLE = /(?<=<!-- comparison -->\n)[\s\S]*?(?=<!-- \/comparison -->)/;
const WHO = ['peer', 'next', 'ours'] as const;

/** A row of README's table: a bench, one of its rows, the column of each, and how a figure is written. */
type Row = readonly [
  head: string,
  section: string,
  row: string | undefined,
  getColumn: (who: string) => string,
  format: (figure: number) => string,
];

const countTimes = (figure: number): string => `${figure} time${figure === 1 ? '' : 's'}`;
const getLaunches = (who: string): string => `${who === 'ours' ? 'our' : who} launches`;

const ROWS: readonly Row[] = [
  [
    'The wallet app opens to connect and pay in one tap',
    'launches',
    'connect, then send a transaction',
    getLaunches,
    countTimes,
  ],
  ['… to send three transactions in one call', 'launches', '3 sends in one call', getLaunches, countTimes],
  ['Packages that npm installs', 'install', undefined, () => 'packages', String],
  ['… and their size', 'install', undefined, () => 'bytes', (bytes) => `${(bytes / 1e6).toFixed(1)} MB`],
  [
    'First load of a page, min + gzip',
    'bundles',
    'mobile-wallet-standard',
    (who) => `${who}, Vite`,
    (bytes) => `${(bytes / 1e3).toFixed(1)} KB`,
  ],
  [
    'Calls that never settle, of {faults} faults of a wallet app',
    'faults',
    'all',
    (who) => `${who}: hangs`,
    String,
  ],
];

/** Returns a figure of `bench/README.md`. Throws if it has none there. */
export function readFigure(section: string, row: string, column: string): number {
  const [, text = ''] = readFileSync(join(root, 'bench/README.md'), 'utf8').split(`<!-- ${section} -->`);
  for (const table of text.trim().split('\n\n')) {
    const [head = [], , ...rows] = table.split('\n').map((line) => line.replaceAll('`', '').split(/ *\| */));
    const cell = rows.find(([, first]) => first === row)?.[head.indexOf(column)];
    if (cell !== undefined) return Number(cell.replaceAll(',', ''));
  }
  throw new Error(`bench/README.md has no ${section} / ${row} / ${column}`);
}

/** Returns README's table beside the published package, made of the figures in `bench/README.md`. */
export function createComparison(): string {
  const faults = readFigure('faults', 'all', 'faults');
  const rows = ROWS.map(([head, section, row, getColumn, format]) => {
    const cells = WHO.map((who) => format(readFigure(section, row ?? who, getColumn(who))));
    // All that a page needs later comes by itself.
    if (section === 'bundles') cells[2] += ', the rest when the page is idle';
    return `| ${[head.replace('{faults}', `${faults}`), ...cells].join(' | ')} |\n`;
  });
  return `| | 0.6.0 | 0.7.0, canary | this library |\n|---|---|---|---|\n${rows.join('')}`;
}

/** Writes the table into README. */
export function writeComparison(): void {
  writeFileSync(README, readFileSync(README, 'utf8').replace(TABLE, createComparison));
}
