import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { dependencies, peerDependencies, peerDependenciesMeta } from '../package.json';

/** What a dapp pays before anyone taps, and all that a tap can need, in bytes of gzip. */
const FIRST_LOAD = 9_500;
const ALL = 28_000;

type Bundle = Readonly<{ first: string; all: string; modules: readonly string[] }>;

/** Bundles a dapp's script for browsers, minified: what is loaded first, and all of it. */
async function bundle(script: string): Promise<Bundle> {
  const index = fileURLToPath(new URL('index.ts', import.meta.url));
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
  return { first: join(first), all: join(chunks), modules: chunks.flatMap(({ moduleIds }) => moduleIds) };
}

describe('what a dapp bundles', () => {
  let dapp: Bundle;
  beforeAll(async () => {
    dapp = await bundle(`import { registerMobileWallet } from 'mobile-wallet-standard';
      registerMobileWallet({ identity: { name: 'Example' } });`);
  });

  it('stays within its budget, most of it loaded only when needed', () => {
    expect(gzipSync(dapp.first).length).toBeLessThan(FIRST_LOAD);
    expect(gzipSync(dapp.all).length).toBeLessThan(ALL);
  });

  it('has nothing of Node, web3.js, kit or React Native', () => {
    expect(dapp.all).not.toMatch(/\bBuffer\b|\bprocess\.|\brequire\(/);
    const packages = dapp.modules.flatMap((id) => id.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
    expect([...new Set(packages)]).toEqual(['@wallet-standard/wallet']);
  });

  it('is only what it uses', async () => {
    const { all } = await bundle(
      `import { isMobileWalletError } from 'mobile-wallet-standard'; console.log(isMobileWalletError);`,
    );
    expect(all.length).toBeLessThan(500);
  });
});

describe('what a dapp installs', () => {
  it('is Wallet Standard alone: all else is optional', () => {
    expect(Object.keys(dependencies).sort()).toEqual([
      '@solana/wallet-standard-features',
      '@wallet-standard/base',
      '@wallet-standard/features',
      '@wallet-standard/wallet',
    ]);
    const meta: Readonly<Record<string, { optional: boolean }>> = peerDependenciesMeta;
    expect(Object.keys(peerDependencies).filter((name) => !meta[name]?.optional)).toEqual([]);
  });
});
