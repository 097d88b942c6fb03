import { ensureBuild, ensureDependencies } from './ensure.mjs';
import { run, runMain } from './process.mjs';

// Runs a command of Vite with the demo, such as `dev --port 8080`. `npm run demo` and `npm run build:demo`
// take Vite's options.

await runMain(async (args) => {
  await ensureDependencies();
  await ensureBuild();
  const parent = process.ppid;
  // Ends with npm's shell, which does not pass on a signal that npm receives.
  const check = () => process.ppid === parent || process.kill(process.pid, 'SIGTERM');
  if (process.env['npm_lifecycle_event'] === 'demo') setInterval(check, 500).unref();
  const vite = ['node_modules/vite/bin/vite.js', ...args, '--config', 'demo/vite.config.ts'];
  process.exitCode = await run(process.execPath, vite);
});
