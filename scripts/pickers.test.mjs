import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './process.mjs';

const folder = join(root, 'e2e/pickers');
const pickers = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package-lock.json')));

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

describe.each(pickers)('the picker %s', (name) => {
  it('depends on exact versions', () => {
    const { private: isPrivate, dependencies } = readJson(`${name}/package.json`);
    expect(isPrivate).toBe(true);
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('has a lock file for any registry, without extraneous packages', () => {
    const packages = Object.entries(readJson(`${name}/package-lock.json`).packages);
    expect(packages.length).toBeGreaterThan(10);
    // npm ci does not install extraneous packages, so the install would never look current.
    const odd = packages.filter(([, { resolved, extraneous }]) => resolved || extraneous);
    expect(odd.map(([path]) => path)).toEqual([]);
  });
});
