import { describe, expect, it } from 'vitest';
import { isInstallCurrent, isNodeSupported } from './install.mjs';

describe('isNodeSupported', () => {
  it.each([
    ['20.19.0', true],
    ['20.20.2', true],
    ['22.0.0', true],
    ['20.18.9', false],
    ['18.20.0', false],
  ])('judges %s against >=20.19: %s', (version, expected) => {
    expect(isNodeSupported(version, '>=20.19')).toBe(expected);
  });

  it('accepts a range without a minor version', () => {
    expect(isNodeSupported('20.0.0', '>=20')).toBe(true);
  });
});

describe('isInstallCurrent', () => {
  const locked = {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-darwin': { version: '2.0.0', optional: true },
  };

  it('is false before anything is installed', () => {
    expect(isInstallCurrent(locked, undefined)).toBe(false);
  });

  it('is true if only optional packages are missing', () => {
    expect(isInstallCurrent(locked, { 'node_modules/a': { version: '1.0.0' } })).toBe(true);
  });

  it('is false if a package is missing', () => {
    expect(isInstallCurrent(locked, { 'node_modules/b-darwin': { version: '2.0.0' } })).toBe(false);
  });

  it('is false if a package, optional or not, has another version', () => {
    expect(isInstallCurrent(locked, { 'node_modules/a': { version: '1.0.1' } })).toBe(false);
    const installed = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b-darwin': { version: '2.0.1' },
    };
    expect(isInstallCurrent(locked, installed)).toBe(false);
  });

  it('is false if a package is left over', () => {
    const installed = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/old': { version: '3.0.0' } };
    expect(isInstallCurrent(locked, installed)).toBe(false);
  });
});
