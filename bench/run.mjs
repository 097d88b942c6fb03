import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from '../scripts/browsers.mjs';
import { ensureBuild, ensureDependencies } from '../scripts/ensure.mjs';
import { choose, Failure, root, runMain, runNpm } from '../scripts/process.mjs';

const ENDING = '.bench.ts';

/** Lists the names of all benches: their paths in this folder without the ending. */
function listBenches() {
  return readdirSync(join(root, 'bench'), { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ENDING))
    .map((path) => path.slice(0, -ENDING.length))
    .sort();
}

await runMain(async (asked) => {
  // A folder's name stands for all benches in it.
  const benches = choose(
    'bench',
    listBenches(),
    asked,
    (name, word) => name === word || name.startsWith(`${word}/`),
  );
  await ensureDependencies();
  await ensureChromium();
  await ensureBuild();
  // Playwright matches patterns anywhere in the whole path, so give it more than the name.
  const patterns = benches.map((name) => `bench/${name.replaceAll('.', '\\.')}\\.bench\\.ts$`);
  const args = ['exec', '--no', '--', 'playwright', 'test', '--config', 'bench/playwright.config.ts'];
  if ((await runNpm([...args, ...patterns])) !== 0)
    throw new Failure('A bench failed: see the message above.');
});
