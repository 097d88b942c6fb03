import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGES } from './fresh.mjs';
import { readJson, root } from './process.mjs';

/** @param {string} parent */
const list = (parent) =>
  readdirSync(join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((path) => existsSync(join(root, path, 'package-lock.json')));

const fresh = ['docs/example', ...list('e2e/frameworks'), ...list('e2e/matrix')];
/** A version, or a package by another name, such as one of many versions. */
const EXACT = /^(npm:typescript@)?\d+\.\d+\.\d+$/;

/** @param {string} path */
function readApp(path) {
  const { private: isPrivate, dependencies, devDependencies } = readJson(`${path}/package.json`);
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  const packages = readJson(`${path}/package-lock.json`).packages;
  return {
    isPrivate,
    versions,
    packages,
    resolved: Object.values(packages).filter((entry) => entry.resolved),
  };
}

it.each([...fresh, ...list('e2e/pickers')])(
  '%s is private, depends on exact versions, and has a lock file for any registry',
  (path) => {
    const { isPrivate, versions, packages, resolved } = readApp(path);
    expect(isPrivate).toBe(true);
    const others = versions.filter(([name, version]) => version !== `file:../${name}.tgz`);
    expect(others.filter(([, version]) => !EXACT.test(version))).toEqual([]);
    const packed = versions.map(([, version]) => version).filter((version) => version.startsWith('file:'));
    expect(packed.includes('file:../mobile-wallet-standard.tgz')).toBe(fresh.includes(path));
    expect(resolved.map((entry) => entry.resolved).sort()).toEqual(packed.sort());
    expect(resolved.filter(({ integrity }) => integrity)).toEqual([]);
    // npm ci does not install extraneous packages, so the install would never look current.
    const extraneous = Object.keys(packages).filter((name) => packages[name].extraneous);
    if (!fresh.includes(path)) expect(extraneous).toEqual([]);
  },
);

describe.each(fresh)('the fresh dapp %s', (path) => {
  it.each(Object.entries(PACKAGES))('has locked the dependencies of %s', (name, from) => {
    const entry = readApp(path).packages[`node_modules/${name}`];
    if (entry) expect(entry.dependencies).toEqual(readJson(`${from}/package.json`).dependencies);
  });
});
