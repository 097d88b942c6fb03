import { describe, expect, it } from 'vitest';
import { findUnknownBundledLicences, findUnknownLicences } from './licences.mjs';

describe('the licences of what our packages install', () => {
  const locked = {
    '': { dependencies: { curve: '1' } },
    mock: { dependencies: { chain: '1', curve: '1' }, optionalDependencies: { absent: '1' } },
    'node_modules/curve': { license: 'MIT' },
    'node_modules/chain': { license: '(MIT OR Apache-2.0)', dependencies: { codec: '2', curve: '1' } },
    'node_modules/chain/node_modules/codec': { license: 'ISC', dependencies: { chain: '1' } },
    'node_modules/codec': { license: 'GPL-3.0' },
    'node_modules/test-tool': { license: 'GPL-3.0' },
  };

  it('are found through their dependencies, and those of tools are left out', () => {
    expect(findUnknownLicences(locked, ['', 'mock'])).toEqual([]);
  });

  it.each(['MPL-2.0', 'MIT AND GPL-3.0', '(MIT OR Apache-2.0) AND GPL-3.0', undefined])(
    'are reported if one is %s',
    (license) => {
      const other = { ...locked, 'node_modules/chain/node_modules/codec': { ...(license && { license }) } };
      expect(findUnknownLicences(other, ['', 'mock'])).toEqual([
        `node_modules/chain/node_modules/codec has the licence ${license}.`,
      ]);
    },
  );
});

describe('the licences of bundled code', () => {
  it('are read from the list of the build', () => {
    const list = '# Licenses\n\n## codec - 1.0.0 (MIT)\n\nText\n\n## @some/chart - 2.1.0 (LGPL-3.0)\n';
    expect(findUnknownBundledLicences(list)).toEqual([
      '@some/chart is bundled and has the licence LGPL-3.0.',
    ]);
  });

  it('are missed if one is not named', () => {
    const list = '# Licenses\n\n## codec - 1.0.0 (MIT)\n\n## chart - 2.1.0\n\nAll rights reserved\n';
    expect(findUnknownBundledLicences(list)).toEqual(['chart is bundled and has the licence undefined.']);
  });

  it('are missed if there is no list', () => {
    expect(findUnknownBundledLicences(undefined)).toEqual(['The list of bundled licences is missing.']);
  });

  it('are missed if the list is empty', () => {
    expect(findUnknownBundledLicences('# Licenses\n')).toEqual(['The list of bundled licences is empty.']);
  });
});
