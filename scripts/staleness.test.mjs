import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isStale } from './staleness.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'staleness-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @type {readonly (readonly [string, Readonly<Record<string, number>>, boolean])[]} what, the times of files and folders, outcome */
const CASES = [
  ['nothing is built', { 'src/a.ts': 100 }, true],
  ['the folder is empty', { 'src/a.ts': 100, 'dist/': 200 }, true],
  ['all files are newer, and a source is missing', { 'src/a.ts': 100, 'dist/a.js': 200 }, false],
  ['a nested source is newer', { 'src/wallet/a.ts': 300, 'src/wallet/': 100, 'dist/a.js': 200 }, true],
  ['one of the built files is older', { 'src/a.ts': 300, 'dist/a.js': 200, 'dist/b.js': 400 }, true],
  ['a source was removed', { 'src/a.ts': 100, 'src/': 300, 'dist/a.js': 200 }, true],
  ['a source that is a file is newer', { 'src/a.ts': 100, 'package.json': 300, 'dist/a.js': 200 }, true],
];

it.each(CASES)('if %s, a build is stale: %j %j', (_, times, outcome) => {
  for (const path of Object.keys(times)) {
    mkdirSync(dirname(join(folder, `${path}x`)), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(folder, path), '');
  }
  for (const path of ['src', 'src/wallet']) utimes(path, 100);
  for (const [path, time] of Object.entries(times)) utimes(path, time);
  expect(isStale(join(folder, 'dist'), [join(folder, 'src'), join(folder, 'package.json')])).toBe(outcome);
});

/** @param {string} path @param {number} time seconds; a path that is missing is left alone */
function utimes(path, time) {
  try {
    utimesSync(join(folder, path), time, time);
  } catch {}
}
