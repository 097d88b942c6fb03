import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './process.mjs';

const fresh = ['e2e/frameworks', 'e2e/matrix'].flatMap((parent) =>
  readdirSync(join(root, parent))
    .filter((name) => name !== 'shared' && !name.includes('.'))
    .map((name) => `${parent}/${name}`),
);
const names = ['docs/example', ...fresh];
/** Other names for packages, such as one of many versions. */
const ALIAS = /^npm:typescript@\d+\.\d+\.\d+$/;

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

it('there are three fresh dapps with a mock wallet of one line, besides the example', () => {
  expect(names.filter((name) => name.startsWith('e2e/frameworks/'))).toEqual(
    ['next', 'plain', 'sveltekit'].map((name) => `e2e/frameworks/${name}`),
  );
});

describe.each(names)('the fresh dapp %s', (name) => {
  it('depends on exact versions, and on the packed packages', () => {
    const { private: isPrivate, dependencies, devDependencies } = readJson(`${name}/package.json`);
    expect(isPrivate).toBe(true);
    const versions = Object.entries({ ...dependencies, ...devDependencies });
    const odd = versions.filter(
      ([packed, version]) =>
        version !== `file:../${packed}.tgz` && !/^\d+\.\d+\.\d+$/.test(version) && !ALIAS.test(version),
    );
    expect(odd).toEqual([]);
  });

  it('has a lock file for any registry, which pins no content of the packed packages', () => {
    const packages = Object.values(readJson(`${name}/package-lock.json`).packages);
    const resolved = packages.filter((entry) => entry.resolved);
    const { dependencies, devDependencies } = readJson(`${name}/package.json`);
    const packed = Object.values({ ...dependencies, ...devDependencies }).filter((version) =>
      version.startsWith('file:'),
    );
    expect(packed).toContain('file:../mobile-wallet-standard.tgz');
    expect(resolved.map((entry) => entry.resolved).sort()).toEqual(packed.sort());
    expect(resolved.filter(({ integrity }) => integrity)).toEqual([]);
  });

  it('has locked the dependencies of the packed packages', () => {
    const { packages } = readJson(`${name}/package-lock.json`);
    for (const [packed, from] of Object.entries({
      'mobile-wallet-standard': '.',
      'mock-mobile-wallet': 'mock',
    })) {
      const entry = packages[`node_modules/${packed}`];
      if (entry === undefined) continue;
      const { dependencies } = JSON.parse(readFileSync(join(root, from, 'package.json'), 'utf8'));
      expect(entry.dependencies).toEqual(dependencies);
    }
  });
});
