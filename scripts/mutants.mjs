import { ensureDependencies, ensureInstalled } from './ensure.mjs';
import { Failure, run, runMain } from './process.mjs';

// Lets Stryker change a file, or the files of a folder, in many small ways, and lists the changes that no
// unit notices.

await runMain(async ([path]) => {
  if (path === undefined)
    throw new Failure('Name a file or folder, such as `npm run mutants -- src/protocol`.');
  await ensureDependencies();
  await ensureInstalled('scripts/mutants');
  const files = path.endsWith('.ts') ? path : `${path.replace(/\/$/, '')}/**/*.ts`;
  const stryker = ['scripts/mutants/node_modules/@stryker-mutator/core/bin/stryker.js', 'run'];
  const args = ['scripts/mutants/stryker.config.mjs', '--mutate', `${files},!**/*.test.ts`];
  const env = { MUTANTS_PACKAGE: path.split('/')[0] ?? '' };
  process.exitCode = await run(process.execPath, [...stryker, ...args], { env });
});
