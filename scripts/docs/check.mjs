import { join } from 'node:path';
import { ensureInstalled } from '../install.mjs';
import { choose, Failure, root, run, runMain, runScript, say } from '../process.mjs';

/**
 * @typedef {import('./blocks.mjs').Problem} Problem
 * @typedef {Readonly<{ problems: readonly Problem[], summary: string }>} Result
 */

/** Whether the page of options is written anew. */
const isWriting = process.argv.includes('--write');

// Each check is loaded when it runs, because its packages are installed first.
const CHECKS = {
  /** The types of these scripts: their packages are not the repository's, so `npm run types` leaves them out. */
  types: async () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    if ((await run(process.execPath, [tsc, '-p', 'scripts/docs'])) !== 0) throw new Failure('See above.');
    return { problems: [], summary: 'types of scripts/docs checked' };
  },
  links: async () => {
    const [{ findBrokenLinks }, { listPages }] = await Promise.all([
      import('./links.mjs'),
      import('./pages.mjs'),
    ]);
    const pages = listPages(root);
    const problems = pages.flatMap((page) => findBrokenLinks(root, page));
    return { problems, summary: `links of ${pages.length} pages checked` };
  },
  figures: async () => (await import('./check-figures.mjs')).checkAllFigures(),
  options: async () => (await import('./check-options.mjs')).checkAllOptions({ isWriting }),
  site: async () => {
    if ((await runScript('docs')) !== 0) throw new Failure('See above.');
    return { problems: [], summary: 'built without a warning' };
  },
  code: async () => (await import('./check-code.mjs')).checkCode(),
};

await runMain(async (asked) => {
  const chosen = choose(
    'check',
    Object.keys(CHECKS),
    asked.filter((word) => word !== '--write'),
  );
  await ensureInstalled('scripts/docs');
  let count = 0;
  for (const name of chosen) {
    const { problems, summary } = await CHECKS[/** @type {keyof typeof CHECKS} */ (name)]();
    for (const { page, line, message } of problems) say(`${page}:${line}: ${message}`);
    say(`${name}: ${summary}, ${problems.length} problems`);
    count += problems.length;
  }
  if (count > 0) throw new Failure(`${count} problems in the documents`);
});
