import { ensureChromium } from '../scripts/browsers.mjs';
import { ensureBuild, ensureDependencies } from '../scripts/ensure.mjs';
import { runMain, runScript } from '../scripts/process.mjs';

// Runs the benches that are named by their paths in this folder, or all benches of a folder, or all. The name
// `readme` stands for those whose figures are in README's table.

const README = ['bundles', 'faults', 'install', 'launches'];

await runMain(async (asked) => {
  await ensureDependencies();
  await ensureChromium();
  await ensureBuild();
  const names = asked.flatMap((name) => (name === 'readme' ? README : name));
  const patterns = names.map((name) => `bench/${name}(/|\\.bench\\.ts$)`);
  process.exitCode = await runScript('e2e', ['--config=bench/playwright.config.ts', ...patterns]);
});
