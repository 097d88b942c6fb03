import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './process.mjs';

/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */

/** Dapps of one line each, by the subpath that they import. */
export const DAPPS = {
  'mobile-wallet-standard':
    "import { registerMobileWallet } from 'mobile-wallet-standard'; registerMobileWallet({ identity: { name: 'A' } });",
  'mobile-wallet-standard/session': use('transact', 'mobile-wallet-standard/session'),
  'mobile-wallet-standard/kit': use('transact', 'mobile-wallet-standard/kit'),
  'mobile-wallet-standard/web3js': use('transact', 'mobile-wallet-standard/web3js'),
  'mobile-wallet-standard/legacy': use('transact', 'mobile-wallet-standard/legacy'),
};

/** Returns a dapp that keeps some exports of a package. @param {string} names @param {string} from */
export function use(names, from) {
  return `import { ${names} } from '${from}'; console.log(${names});`;
}

/**
 * Bundles a dapp with Vite and its defaults. Writes nothing without `outDir`.
 *
 * @param {string} script
 * @param {Readonly<{ outDir?: string, external?: readonly string[] }>} [options]
 * @returns {Promise<readonly Chunk[]>}
 */
export async function bundle(script, { outDir, external = [] } = {}) {
  // There is no such file, but packages are resolved from its folder.
  const input = join(root, 'dapp.js');
  const resolveId = (/** @type {string} */ id) => (id === input ? id : null);
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [{ name: 'dapp', resolveId, load: (id) => (id === input ? script : null) }],
    build: {
      ...(outDir === undefined ? { write: false } : { outDir, emptyOutDir: true }),
      rolldownOptions: { input, external: [...external] },
    },
  });
  if (!('output' in result)) throw new Error('Vite returned no bundle');
  return result.output.filter((file) => file.type === 'chunk');
}

/** Returns the bytes of files after gzip. @param {readonly Readonly<{ code: string }>[]} files */
export function getGzipSize(files) {
  return files.reduce((bytes, { code }) => bytes + gzipSync(code, { level: 9 }).length, 0);
}

/** Returns the chunks that the page fetches at once. @param {readonly Chunk[]} chunks */
export function getFirst(chunks) {
  const entries = chunks.filter(({ isEntry }) => isEntry);
  return withImports(entries, chunks);
}

/**
 * Returns some of the chunks with all their static imports.
 * @param {readonly Chunk[]} some
 * @param {readonly Chunk[]} chunks
 */
export function withImports(some, chunks) {
  const found = new Set(some);
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return [...found];
}

/**
 * Returns the chunks that contain modules of `dist`. Throws if one is in none.
 * @param {readonly Chunk[]} chunks
 * @param {...string} modules
 */
export function findChunks(chunks, ...modules) {
  return modules.flatMap((module) => {
    const found = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/dist/${module}`)));
    if (found.length === 0) throw new Error(`No chunk has ${module}`);
    return found;
  });
}
