import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { findTestsWithoutLiteSvm } from './scripts/litesvm.mjs';

const { CI } = process.env;
const root = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const { compilerOptions } = JSON.parse(readFileSync(root('tsconfig.json'), 'utf8'));
/**
 * The packages' own names lead to their sources, also from the example dapp, which has a TypeScript
 * configuration of its own.
 */
const alias = Object.entries<[string]>(compilerOptions.paths).map(([name, [path]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: root(path),
}));

/**
 * Only what hangs takes so long. Where thirty programs share two cores, a test of many servers takes minutes.
 */
const PATIENT = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } };

/** The matchers that tests share, and what surrounds each test. */
const setupFiles = [root('test/support/to-reject-with.ts'), root('test/support/setup.ts')];

const KIT_TESTS = [
  'src/transact/kit/*.test.ts',
  'src/payments/find-payment.test.ts',
  'src/protocol/offchain-message.test.ts',
];
const WEB3JS = ['web3js-1.98.0', 'web3js-1.98.4', 'web3js-3'];
const WEB3JS_TESTS = ['src/transact/web3js-codec.test.ts'];

/**
 * Tests again, on another version of a peer: its name leads there, except in the mock wallet and in installed
 * packages.
 */
const withPeer = (peer: string, version: string, include: string[]) => ({
  resolve: { alias },
  plugins: [
    {
      name: `replace ${peer}`,
      enforce: 'pre' as const,
      async resolveId(this: Rolldown.PluginContext, id: string, importer = '') {
        if (id !== peer || /\/(mock|node_modules)\//.test(importer)) return undefined;
        const resolved = await this.resolve(version, importer, { skipSelf: true });
        if (!resolved) throw new Error(`${version} is not installed`);
        return resolved;
      },
    },
  ],
  test: { name: version, ...PATIENT, setupFiles, include },
});

/** The tests that take long, because they wait for time limits, start processes or try many inputs. */
export const SLOW = [
  'test/{faults,hostile}/**/*.test.ts',
  '**/*.fuzz.test.ts',
  'src/dapp/open/{dial-unprobed,nostr,reflector,relayed}.test.ts',
  'src/dapp/held-replies.test.ts',
  'test/wallet/{leaving,visits}.test.ts',
  'test/wallet/own-link.test.ts',
  'test/documents/pay{,-again}.test.ts',
  'demo/sent.test.ts',
  'src/connection/join-nostr.test.ts',
  'mock/src/{cli,install/cli/serve-command,install/dev-server/killed-server}.test.ts',
];

const withoutLiteSvm = findTestsWithoutLiteSvm();

const withSources = (name: string, include: string[], exclude: string[] = []) => ({
  resolve: { alias },
  test: {
    name,
    // Without isolation, because loading all modules again for each file takes longer than the tests.
    pool: 'threads' as const,
    isolate: false,
    ...PATIENT,
    setupFiles,
    // Vitest writes `(retry x1)` behind a test that passed only then.
    retry: CI === undefined ? 0 : 1,
    include,
    exclude: [...configDefaults.exclude, ...exclude, ...withoutLiteSvm],
  },
});

export default defineConfig({
  test: {
    // Three for each of two cores, because the tests spend most of their time waiting.
    maxWorkers: 6,
    maxConcurrency: 16,
    // A person reads what has failed. `scripts/test.mjs` reads the second.
    silent: 'passed-only',
    reporters: [CI === undefined ? 'dot' : 'default', ['json', { outputFile: '.cache/units.json' }]],
    projects: [
      withSources(
        'units',
        ['{src,mock/src,test,bench,demo,docs/example/test}/**/*.test.ts', 'scripts/**/*.test.mjs'],
        SLOW,
      ),
      withSources('slow', SLOW),
      { test: { name: 'docs', ...PATIENT, include: ['scripts/docs/*.test.ts'] } },
      ...['kit-5', 'kit-6', 'kit-7'].map((version) => withPeer('@solana/kit', version, KIT_TESTS)),
      ...WEB3JS.map((version) => withPeer('@solana/web3.js', version, WEB3JS_TESTS)),
    ],
  },
});
