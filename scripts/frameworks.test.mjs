import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './process.mjs';

const folder = join(root, 'e2e/frameworks');
const names = readdirSync(folder).filter((name) => name !== 'shared' && !name.includes('.'));

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

it('there are four fresh dapps', () => {
  expect(names).toEqual(['next', 'plain', 'sveltekit', 'vite-react']);
});

describe.each(names)('the fresh dapp %s', (name) => {
  it('depends on exact versions, and on the packed packages', () => {
    const { private: isPrivate, dependencies, devDependencies } = readJson(`${name}/package.json`);
    expect(isPrivate).toBe(true);
    const versions = Object.entries({ ...dependencies, ...devDependencies });
    const odd = versions.filter(
      ([packed, version]) => version !== `file:../${packed}.tgz` && !/^\d+\.\d+\.\d+$/.test(version),
    );
    expect(odd).toEqual([]);
  });

  it('has a lock file for any registry, which pins no content of the packed packages', () => {
    const packages = Object.values(readJson(`${name}/package-lock.json`).packages);
    const resolved = packages.filter((entry) => entry.resolved);
    expect(resolved.map((entry) => entry.resolved)).toEqual([
      'file:../mobile-wallet-standard.tgz',
      'file:../mock-mobile-wallet.tgz',
    ]);
    expect(resolved.filter(({ integrity }) => integrity)).toEqual([]);
  });

  it('has locked the dependencies of the packed packages', () => {
    const { packages } = readJson(`${name}/package-lock.json`);
    for (const [packed, from] of Object.entries({
      'mobile-wallet-standard': '.',
      'mock-mobile-wallet': 'mock',
    })) {
      const { dependencies } = JSON.parse(readFileSync(join(root, from, 'package.json'), 'utf8'));
      expect(packages[`node_modules/${packed}`].dependencies).toEqual(dependencies);
    }
  });
});
