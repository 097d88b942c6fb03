import { join } from 'node:path';
import { build } from 'esbuild';
import { getGzipSize, use } from '../../scripts/bundles.mjs';
import { root } from '../../scripts/process.mjs';

/** Dapps that do the same as `DAPPS` with the peer's releases, by the subpath of ours. */
export const PEERS: Readonly<Record<string, string>> = {
  'mobile-wallet-standard': `import { createDefaultAuthorizationCache, createDefaultChainSelector, createDefaultWalletNotFoundHandler, registerMwa } from '@solana-mobile/wallet-standard-mobile';
    registerMwa({ appIdentity: { name: 'A' }, authorizationCache: createDefaultAuthorizationCache(), chains: ['solana:mainnet'], chainSelector: createDefaultChainSelector(), onWalletNotFound: createDefaultWalletNotFoundHandler() });`,
  'mobile-wallet-standard/session': use('transact', '@solana-mobile/mobile-wallet-adapter-protocol'),
  'mobile-wallet-standard/kit': use('transact', '@solana-mobile/mobile-wallet-adapter-protocol-kit'),
  'mobile-wallet-standard/web3js': use('transact', '@solana-mobile/mobile-wallet-adapter-protocol-web3js'),
};

/** The same with the peer's next release, where it has other code than the release before it. */
export const NEXT_PEERS: Readonly<Record<string, string>> = {
  'mobile-wallet-standard':
    "import { registerMwa } from 'next-wallet'; registerMwa({ appIdentity: { name: 'A' }, chains: ['solana:mainnet'] });",
  'mobile-wallet-standard/session': use('transact', 'next-protocol'),
};

/** What the web3.js flavours use of web3.js, which a dapp on web3.js loads anyway. */
export const WEB3JS = use('PublicKey, Transaction, VersionedTransaction', '@solana/web3.js');

/**
 * Returns the bytes that a page fetches at once, if esbuild has bundled its dapp, minified and with code
 * splitting.
 */
export async function measureByEsbuild(script: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: script, resolveDir: root },
    absWorkingDir: root,
    // Without `paths`, which lead to the sources in place of what is published.
    tsconfigRaw: {},
    outdir: root,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const first = new Set(
    Object.keys(metafile.outputs).filter((path) => metafile.outputs[path]?.entryPoint === '<stdin>'),
  );
  // A set also visits what is added to it in the meantime.
  for (const path of first) {
    for (const imported of metafile.outputs[path]?.imports ?? [])
      if (imported.kind === 'import-statement') first.add(imported.path);
  }
  const isFirst = (path: string): boolean => [...first].some((name) => path === join(root, name));
  return getGzipSize(outputFiles.filter(({ path }) => isFirst(path)).map(({ text }) => ({ code: text })));
}
