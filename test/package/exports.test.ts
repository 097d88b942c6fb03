import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// What each subpath exports is in `scripts/release/exports.txt`, which the step `release` compares with the
// build.
const PACKAGES = [
  { folder: '../../', peers: ['@solana/kit', '@solana/web3.js'] },
  {
    folder: '../../mock/',
    peers: ['@codama/dynamic-parsers', '@codama/nodes-from-anchor', '@playwright/test', 'vite'],
  },
];

describe.each(PACKAGES)('the package in $folder', ({ folder, peers }) => {
  const manifest = JSON.parse(readFileSync(new URL(`${folder}package.json`, import.meta.url), 'utf8'));
  const { exports, main, types, typesVersions } = manifest;

  it('gives the same types to tools that do not read `exports`', () => {
    expect({ types, default: main }).toEqual(exports['.']);
    const subpaths = Object.keys(exports).filter((subpath) => !['.', './package.json'].includes(subpath));
    expect(typesVersions).toEqual({
      '*': Object.fromEntries(subpaths.map((subpath) => [subpath.slice(2), [exports[subpath].types]])),
    });
  });

  // npm enforces the range of an optional peer too: an app with another version could not install this
  // package.
  it('has only peers that are optional and of any version', () => {
    expect(manifest.peerDependencies).toEqual(Object.fromEntries(peers.map((name) => [name, '*'])));
    expect(manifest.peerDependenciesMeta).toEqual(
      Object.fromEntries(peers.map((name) => [name, { optional: true }])),
    );
  });
});
