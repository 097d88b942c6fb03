import { expect, it } from 'vitest';
import { isInstallCurrent } from './install.mjs';

const a = { version: '1.0.0' };
const b = { version: '2.0.0', optional: true };
const locked = { '': { version: '0.1.0' }, 'node_modules/a': a, 'node_modules/b': b };

it.each([
  ['all packages are there', { 'node_modules/a': a, 'node_modules/b': b }, true],
  ['only an optional package is missing', { 'node_modules/a': a }, true],
  ['a package is missing', { 'node_modules/b': b }, false],
  ['a package has another version', { 'node_modules/a': b }, false],
  ['an optional package has another version', { 'node_modules/a': a, 'node_modules/b': a }, false],
  ['a package is left over', { 'node_modules/a': a, 'node_modules/old': a }, false],
])('an install in which %s is current: %j', (_, installed, isCurrent) => {
  expect(isInstallCurrent(locked, installed)).toBe(isCurrent);
});
