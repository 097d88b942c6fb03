import { defineConfig } from 'vitest/config';
import all, { SLOW } from '../../vitest.config.js';
import { root } from '../process.mjs';

const folder = process.env['MUTANTS_PACKAGE'] === 'mock' ? 'mock/src' : '{src,test}';
const units = /** @type {{ resolve: object }} */ (all.test?.projects?.[0]);

/** The quick units of the package, apart from those about documents and packages. */
export default defineConfig({
  resolve: units.resolve,
  root,
  test: {
    pool: 'threads',
    isolate: false,
    // A mutant that hangs fails by this, without a new process.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    setupFiles: [
      'test/support/to-reject-with.ts',
      'test/support/setup.ts',
      // What the library loads when it is first needed. Otherwise Stryker takes its top level for code of the
      // tests that come first.
      'src/dapp/open/nostr.ts',
      'src/dapp/open/reflector.ts',
      'src/wallet/calls/operations.ts',
    ],
    include: [`${folder}/**/*.test.ts`],
    // What waits, but for the one that kills most mutants of the remembered ways.
    exclude: [
      ...SLOW.filter((path) => path !== 'test/wallet/own-link.test.ts'),
      'test/{documents,package}/**',
    ],
  },
});
