import { defineConfig } from 'vitest/config';

/** The kit flavour's tests again, on another version of its peer. */
const withKit = (version: string) => ({
  resolve: { alias: { '@solana/kit': `kit-${version}` } },
  test: { name: `kit ${version}`, testTimeout: 30_000, include: ['src/flavours/kit.test.ts'] },
});

export default defineConfig({
  test: {
    // Half of the tests' time is waiting; by default a machine with two cores gets one worker.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'units',
          // Loading modules afresh for each file takes longer than the tests themselves.
          pool: 'threads',
          isolate: false,
          // Properties and real sockets take their time on a busy machine.
          testTimeout: 30_000,
          include: ['src/**/*.test.ts', 'bench/**/*.test.ts', 'demo/**/*.test.ts', 'scripts/**/*.test.mjs'],
        },
      },
      withKit('5'),
      withKit('7'),
    ],
  },
});
