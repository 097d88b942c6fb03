import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStale } from './staleness.mjs';

describe('isStale', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'staleness-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /**
   * @param {string} path
   * @param {number} time seconds
   */
  function write(path, time) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, time, time);
    for (let parent = dirname(file); parent !== folder; parent = dirname(parent))
      utimesSync(parent, time, time);
  }

  const check = () => isStale(join(folder, 'dist'), [join(folder, 'src'), join(folder, 'package.json')]);

  it('is true before the first build and for an empty folder', () => {
    write('src/a.ts', 100);
    expect(check()).toBe(true);
    mkdirSync(join(folder, 'dist'));
    expect(check()).toBe(true);
  });

  it('is false if all built files are newer, even if a source is missing', () => {
    write('src/a.ts', 100);
    write('dist/a.js', 200);
    expect(check()).toBe(false);
  });

  it('is true if a nested source is newer than a built file', () => {
    write('src/wallet/a.ts', 300);
    utimesSync(join(folder, 'src'), 100, 100);
    utimesSync(join(folder, 'src/wallet'), 100, 100);
    write('dist/a.js', 200);
    expect(check()).toBe(true);
  });

  it('is true if only some files were built since the change', () => {
    write('src/a.ts', 300);
    write('dist/a.js', 200);
    write('dist/b.js', 400);
    expect(check()).toBe(true);
  });

  it('is true if a source was removed', () => {
    write('src/a.ts', 100);
    write('src/b.ts', 100);
    write('dist/a.js', 200);
    rmSync(join(folder, 'src/b.ts'));
    expect(check()).toBe(true);
  });

  it('accepts single files as sources', () => {
    write('src/a.ts', 100);
    write('dist/a.js', 200);
    write('package.json', 300);
    expect(check()).toBe(true);
  });
});
