import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './process.mjs';

const pickers = ['wallet-adapter', 'solana-react', 'wallet-ui', 'connector', 'client'];

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(root, 'e2e/pickers', path), 'utf8'));

describe.each(pickers)('the picker %s', (name) => {
  it('asks for exact versions', () => {
    const { private: isPrivate, dependencies } = readJson(`${name}/package.json`);
    expect(isPrivate).toBe(true);
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('has a lock file for any registry, of nothing but what npm ci installs', () => {
    const packages = Object.entries(readJson(`${name}/package-lock.json`).packages);
    expect(packages.length).toBeGreaterThan(10);
    // npm ci leaves extraneous packages out, which would look like an install that is not current.
    const odd = packages.filter(([, { resolved, extraneous }]) => resolved || extraneous);
    expect(odd.map(([path]) => path)).toEqual([]);
  });
});
