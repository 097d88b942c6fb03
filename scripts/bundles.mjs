import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { root } from './process.mjs';

/**
 * @typedef {Readonly<{ name: string, code: string, modules: Readonly<Record<string, number>>, imports: readonly string[], isEntry: boolean }>} Chunk
 * @typedef {Readonly<{ chunks: readonly Chunk[], first: number, all: number }>} Bundle
 *   `modules` maps each module to its bytes before minifying. `first` and `all` are bytes after gzip: of the chunks that the
 *   page fetches at once, and of all chunks.
 */

/** Dapps of one line each, by the subpath that they import. */
export const DAPPS = {
  'mobile-wallet-standard':
    "import { registerMobileWallet } from 'mobile-wallet-standard'; registerMobileWallet({ identity: { name: 'A' } });",
  'mobile-wallet-standard/session': useTransact('mobile-wallet-standard/session'),
  'mobile-wallet-standard/kit': useTransact('mobile-wallet-standard/kit'),
  'mobile-wallet-standard/web3js': useTransact('mobile-wallet-standard/web3js'),
  'mobile-wallet-standard/legacy': useTransact('mobile-wallet-standard/legacy'),
};

/** Dapps that do the same with the published packages. */
export const PEERS = {
  'mobile-wallet-standard': `import { createDefaultAuthorizationCache, createDefaultChainSelector, createDefaultWalletNotFoundHandler, registerMwa } from '@solana-mobile/wallet-standard-mobile';
    registerMwa({ appIdentity: { name: 'A' }, authorizationCache: createDefaultAuthorizationCache(), chains: ['solana:mainnet'], chainSelector: createDefaultChainSelector(), onWalletNotFound: createDefaultWalletNotFoundHandler() });`,
  'mobile-wallet-standard/session': useTransact('@solana-mobile/mobile-wallet-adapter-protocol'),
  'mobile-wallet-standard/kit': useTransact('@solana-mobile/mobile-wallet-adapter-protocol-kit'),
  'mobile-wallet-standard/web3js': useTransact('@solana-mobile/mobile-wallet-adapter-protocol-web3js'),
};

/** Imports what the web3.js flavours use of web3.js. A dapp on web3.js loads it anyway, so it is subtracted. */
export const WEB3JS =
  "import { PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'; console.log(PublicKey, Transaction, VersionedTransaction);";

/** @param {string} name */
function useTransact(name) {
  return `import { transact } from '${name}'; console.log(transact);`;
}

/**
 * Bundles a script with Vite and its defaults, as a dapp would.
 *
 * @param {string} script
 * @returns {Promise<Bundle>}
 */
export async function bundleByVite(script) {
  return withScript(script, async (input) => {
    const result = await vite({
      configFile: false,
      root,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { write: false, rollupOptions: { input } },
    });
    if (!('output' in result)) throw new Error('Vite returned no bundle');
    return measure(
      result.output.flatMap((file) =>
        file.type === 'chunk'
          ? [
              {
                name: file.fileName,
                code: file.code,
                modules: Object.fromEntries(
                  Object.entries(file.modules).map(([id, { renderedLength }]) => [id, renderedLength]),
                ),
                imports: file.imports,
                isEntry: file.isEntry,
              },
            ]
          : [],
      ),
    );
  });
}

/**
 * Bundles a script with esbuild, minified and with code splitting.
 *
 * @param {string} script
 * @returns {Promise<Bundle>}
 */
export async function bundleByEsbuild(script) {
  return withScript(script, async (input) => {
    const { outputFiles, metafile } = await esbuild({
      entryPoints: [input],
      absWorkingDir: root,
      outdir: join(root, '.cache/bundles/out'),
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      write: false,
      metafile: true,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({
      name: basename(path),
      output,
    }));
    return measure(
      outputFiles.map(({ path, text }) => {
        const output = outputs.find(({ name }) => name === basename(path))?.output;
        if (!output) throw new Error(`esbuild's metafile lacks ${basename(path)}`);
        return {
          name: basename(path),
          code: text,
          modules: Object.fromEntries(
            Object.entries(output.inputs).map(([id, { bytesInOutput }]) => [id, bytesInOutput]),
          ),
          imports: output.imports
            .filter(({ kind }) => kind === 'import-statement')
            .map((imported) => basename(imported.path)),
          isEntry: output.entryPoint?.endsWith('entry.js') ?? false,
        };
      }),
    );
  });
}

/**
 * Returns the size of `code` in bytes after gzip.
 *
 * @param {string} code
 */
export function getGzipSize(code) {
  return gzipSync(code, { level: 9 }).length;
}

/**
 * @param {readonly Chunk[]} chunks
 * @returns {Bundle}
 */
function measure(chunks) {
  const sum = (/** @type {readonly Chunk[]} */ some) =>
    some.reduce((bytes, { code }) => bytes + getGzipSize(code), 0);
  return { chunks, first: sum(getFirst(chunks)), all: sum(chunks) };
}

/**
 * Returns the chunks that the page fetches at once: the entry and its static imports, direct or indirect.
 *
 * @param {readonly Chunk[]} chunks
 */
export function getFirst(chunks) {
  return withImports(
    chunks.filter(({ isEntry }) => isEntry),
    chunks,
  );
}

/**
 * Returns some of the chunks with their static imports, direct or indirect.
 *
 * @param {readonly Chunk[]} some
 * @param {readonly Chunk[]} chunks
 */
export function withImports(some, chunks) {
  const found = new Set(some);
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.name)) found.add(chunk);
  }
  return [...found];
}

/**
 * Returns the chunks that contain a module of the built package.
 *
 * @param {readonly Chunk[]} chunks
 * @param {string} module its path in `dist`, or the beginning of the path
 */
export function findChunks(chunks, module) {
  return chunks.filter(({ modules }) => Object.keys(modules).some((id) => id.includes(`/dist/${module}`)));
}

/**
 * Writes a script to a file inside the repository, where it can import the package by its own name, and passes the path
 * to `use`.
 *
 * @template T
 * @param {string} script
 * @param {(path: string) => Promise<T>} use
 */
async function withScript(script, use) {
  const folder = join(root, '.cache/bundles', crypto.randomUUID());
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, 'entry.js'), script);
    return await use(join(folder, 'entry.js'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
