import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { dependencies, peerDependencies, peerDependenciesMeta } from '../../package.json';
import { DEFAULT_TEXTS } from '../../src/dialogs/texts.js';

type Bundle = Readonly<{
  first: string;
  all: string;
  firstModules: readonly string[];
  modules: readonly string[];
  firstFiles: number;
  files: number;
}>;

/** Bundles a dapp's script for browsers, minified: what is loaded first, and all of it. */
async function bundle(script: string): Promise<Bundle> {
  const index = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'dapp',
        resolveId: (id) => (id === 'dapp' ? id : undefined),
        load: (id) => (id === 'dapp' ? script.replace('mobile-wallet-standard', index) : undefined),
      },
    ],
    build: { write: false, rollupOptions: { input: 'dapp' }, modulePreload: false },
  });
  if (!('output' in result)) throw new Error('Vite gave no bundle');
  const chunks = result.output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const entry = chunks.find(({ isEntry }) => isEntry);
  const first = chunks.filter(({ fileName, isEntry }) => isEntry || entry?.imports.includes(fileName));
  const join = (files: typeof chunks): string => files.map(({ code }) => code).join('\n');
  const getModules = (files: typeof chunks): string[] => files.flatMap(({ moduleIds }) => moduleIds);
  return {
    first: join(first),
    all: join(chunks),
    firstModules: getModules(first),
    modules: getModules(chunks),
    firstFiles: first.length,
    files: chunks.length,
  };
}

describe('what a dapp bundles', () => {
  let dapp: Bundle;
  beforeAll(async () => {
    dapp = await bundle(`import { registerMobileWallet } from 'mobile-wallet-standard';
      registerMobileWallet({ identity: { name: 'Example' } });`);
  });

  it('has what opens sessions, what is shown, and what stands in for a wallet outside its first load', () => {
    const folders = dapp.firstModules.map((id) => /src\/(\w+)\//.exec(id)?.[1] ?? '');
    expect(new Set(folders)).toEqual(new Set(['', 'wallet', 'protocol']));
    const texts = Object.values(DEFAULT_TEXTS).filter((text) => text.includes(' '));
    const others = [
      'solana-wallet:',
      'WebSocket',
      'AES-GCM',
      'secp256k1',
      'REFLECTOR_ID',
      'EOSE',
      'mock',
      '<dialog',
    ];
    for (const text of [...texts, ...others]) expect(dapp.first).not.toContain(text);
    for (const text of ['solana-wallet:', 'WebSocket', 'AES-GCM']) expect(dapp.all).toContain(text);
    expect(dapp.all).not.toContain('mock');
  });

  it('loads one file first, and at most eight more later', () => {
    expect(dapp.files).toBeLessThanOrEqual(9);
    expect(dapp.firstFiles).toBe(1);
  });

  it('has nothing of Node, web3.js, kit or React Native', () => {
    expect(dapp.all).not.toMatch(/\bBuffer\b|\bprocess\.|\brequire\(/);
    const packages = dapp.modules.flatMap((id) => id.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
    // The code on the page, and the signatures of Nostr, each in a file that is loaded when it is needed.
    expect([...new Set(packages)].sort()).toEqual(['@noble/secp256k1', 'uqr']);
    expect(dapp.firstModules.filter((id) => id.includes('node_modules'))).toEqual([]);
  });

  it('of a dapp that uses one small function has only that function', async () => {
    const { all } = await bundle(
      `import { isMobileWalletError } from 'mobile-wallet-standard'; console.log(isMobileWalletError);`,
    );
    expect(all.length).toBeLessThan(500);
  });
});

describe('what a dapp installs', () => {
  it('is Wallet Standard and what other devices need: all else is optional', () => {
    expect(Object.keys(dependencies).sort()).toEqual([
      '@noble/secp256k1',
      '@solana/wallet-standard-features',
      '@wallet-standard/base',
      '@wallet-standard/features',
      'uqr',
    ]);
    const meta: Readonly<Record<string, { optional: boolean }>> = peerDependenciesMeta;
    expect(Object.keys(peerDependencies).filter((name) => !meta[name]?.optional)).toEqual([]);
  });
});
