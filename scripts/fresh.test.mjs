import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGES } from './fresh.mjs';
import { readJson, root } from './process.mjs';

/** @param {string} parent */
function list(parent) {
  const paths = readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  return paths.filter((path) => existsSync(join(root, path, 'package-lock.json')));
}

const fresh = ['docs/example', ...list('e2e/matrix')];
/** A version, one of many versions of TypeScript or pnpm, or a packed package. */
const EXACT =
  /^((npm:(typescript|pnpm)@)?\d+\.\d+\.\d+|file:\.\.\/(mobile-wallet-standard|mock-mobile-wallet)\.tgz)$/;

it.each([...fresh, ...list('e2e/pickers')])(
  '%s is private, depends on exact versions, and has a lock file for any registry',
  (path) => {
    const { private: isPrivate, dependencies, devDependencies } = readJson(`${path}/package.json`);
    expect(isPrivate).toBe(true);
    const versions = Object.values({ ...dependencies, ...devDependencies });
    expect(versions.filter((version) => !EXACT.test(version))).toEqual([]);
    const packed = versions.filter((version) => version.startsWith('file:'));
    expect(packed.includes('file:../mobile-wallet-standard.tgz')).toBe(fresh.includes(path));
    const { packages } = readJson(`${path}/package-lock.json`);
    const entries = Object.entries(packages);
    const resolved = entries.filter(([, entry]) => entry.resolved);
    expect(resolved.map(([, entry]) => entry.resolved).sort()).toEqual(packed.sort());
    expect(resolved.filter(([, { integrity }]) => integrity)).toEqual([]);
    // npm ci does not install extraneous packages, so the install would never look current.
    if (!fresh.includes(path)) expect(entries.filter(([, entry]) => entry.extraneous)).toEqual([]);
    for (const [name, from] of Object.entries(PACKAGES)) {
      const { dependencies: locked } = packages[`node_modules/${name}`] ?? {};
      // The mock wallet's range of the library changes with each release, and the folder has the packed one.
      const own = { 'mobile-wallet-standard': locked?.['mobile-wallet-standard'] };
      if (locked) expect(locked).toEqual({ ...readJson(`${from}/package.json`).dependencies, ...own });
    }
  },
);
