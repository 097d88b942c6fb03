import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from '../scripts/build.mjs';
import { ensureChromium } from '../scripts/chromium.mjs';
import { ensureDependencies } from '../scripts/install.mjs';
import { describeError, Failure, root, runNpm } from '../scripts/process.mjs';

const ENDING = '.bench.ts';

/**
 * Finds the benches that are asked for: by name, or by the folder that they are in.
 *
 * @param {readonly string[]} asked all where none is named
 */
function findBenches(asked) {
  const names = readdirSync(join(root, 'bench'), { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ENDING))
    .map((path) => path.slice(0, -ENDING.length))
    .sort();
  const isMeant = (/** @type {string} */ name, /** @type {string} */ word) =>
    name === word || name.startsWith(`${word}/`);
  const unknown = asked.filter((word) => !names.some((name) => isMeant(name, word)));
  if (unknown.length > 0) {
    throw new Failure(`No such bench: ${unknown.join(', ')}. Benches: ${names.join(', ')}.`);
  }
  return names.filter((name) => asked.length === 0 || asked.some((word) => isMeant(name, word)));
}

/** @param {readonly string[]} asked */
async function main(asked) {
  const benches = findBenches(asked);
  await ensureDependencies();
  await ensureChromium();
  await ensureBuild();
  // Playwright takes patterns of whole paths, in which a bench's name alone may stand for something else.
  const patterns = benches.map((name) => `bench/${name.replaceAll('.', '\\.')}\\.bench\\.ts$`);
  const args = ['exec', '--no', '--', 'playwright', 'test', '--config', 'bench/playwright.config.ts'];
  if ((await runNpm([...args, ...patterns])) !== 0) {
    throw new Failure('A bench failed: its message is above.');
  }
}

await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
