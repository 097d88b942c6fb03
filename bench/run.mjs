import { ensureBuild } from '../scripts/build.mjs';
import { ensureChromium } from '../scripts/chromium.mjs';
import { ensureDependencies } from '../scripts/install.mjs';
import { describeError, Failure, runNpm } from '../scripts/process.mjs';

async function main() {
  await ensureDependencies();
  await ensureChromium();
  await ensureBuild();
  const args = ['exec', '--no', '--', 'playwright', 'test', '--config', 'bench/playwright.config.ts'];
  if ((await runNpm(args)) !== 0) throw new Failure('A bench failed: its message is above.');
}

await main().catch((error) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
