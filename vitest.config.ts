import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';

const root = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The packages' own names lead to their sources, also from the example dapp, which has a TypeScript configuration of its own. */
const { paths }: { paths: Record<string, [string]> } = JSON.parse(
  readFileSync(root('tsconfig.json'), 'utf8'),
).compilerOptions;
const alias = Object.entries(paths).map(([name, [path]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: root(path),
}));

/** Only what hangs takes so long. Where thirty programs share two cores, a test of many servers takes minutes. */
export const PATIENT = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
} as const;

/** Tests again, on another version of a peer. The mock wallet keeps its own. */
const withPeer = (peer: string, version: string, ...tests: readonly string[]) => ({
  resolve: { alias },
  plugins: [replacePackage(peer, version)],
  test: { name: version, ...PATIENT, include: [...tests] },
});
const withKit = (version: string) =>
  withPeer(
    '@solana/kit',
    version,
    'src/flavours/kit.test.ts',
    'src/flavours/account-signer*.test.ts',
    'src/protocol/offchain-message.test.ts',
  );
const withWeb3js = (version: string) =>
  withPeer('@solana/web3.js', version, 'src/flavours/web3-transact.test.ts');

/** Resolves a package's name to another one, except in the mock wallet and in installed packages. */
function replacePackage(name: string, replacement: string): Plugin {
  return {
    name: `replace ${name}`,
    enforce: 'pre',
    async resolveId(id, importer = '') {
      if (id !== name || /\/(mock|node_modules)\//.test(importer)) return undefined;
      const resolved = await this.resolve(replacement, importer, { skipSelf: true });
      if (!resolved) throw new Error(`${replacement} is not installed`);
      return resolved;
    },
  };
}

/** The tests that take long, because they wait for time limits, start processes or try many inputs. */
const SLOW = [
  'test/{faults,hostile}/**/*.test.ts',
  '**/*.fuzz.test.ts',
  'src/dapp/{dial-loopback,held-replies,nostr,reflector,relayed}.test.ts',
  'src/session/join-nostr.test.ts',
  'mock/src/{cli,install/cli/serve-command,install/dev-server/killed-server}.test.ts',
];

const withSources = (name: string, include: readonly string[], exclude: readonly string[]) => ({
  resolve: { alias },
  test: {
    name,
    // Without isolation, because loading all modules again for each file takes longer than the tests.
    pool: 'threads' as const,
    isolate: false,
    ...PATIENT,
    // Vitest writes `(retry x1)` behind a test that passed only then.
    retry: process.env['CI'] === undefined ? 0 : 1,
    include: [...include],
    exclude: [...configDefaults.exclude, ...exclude],
  },
});

export default defineConfig({
  test: {
    // More than two cores could run, because the tests spend half of their time waiting.
    maxWorkers: 3,
    maxConcurrency: 16,
    projects: [
      withSources('units', ['{src,mock/src,test,bench,demo}/**/*.test.ts', 'scripts/**/*.test.mjs'], SLOW),
      withSources('slow', SLOW, []),
      {
        test: {
          name: 'docs',
          ...PATIENT,
          include: ['scripts/docs/*.test.ts'],
        },
      },
      withKit('kit-5'),
      withKit('kit-6'),
      withKit('kit-7'),
      withWeb3js('web3js-1.98.0'),
      withWeb3js('web3js-1.98.4'),
    ],
  },
});
