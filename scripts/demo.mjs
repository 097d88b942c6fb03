import { ensureBuild, ensureDependencies } from './ensure.mjs';
import { run, runMain } from './process.mjs';

// Runs a command of Vite with the demo, such as `dev --port 8080`. `npm run demo` and `npm run build:demo` take Vite's options.

/** Ends this process when npm's shell has ended, because the shell does not pass on a signal that npm receives. */
function endWithNpm() {
  const parent = process.ppid;
  const check = () => process.ppid === parent || process.kill(process.pid, 'SIGTERM');
  if (process.env['npm_lifecycle_event'] === 'demo') setInterval(check, 500).unref();
}

await runMain(async (args) => {
  await ensureDependencies();
  await ensureBuild();
  endWithNpm();
  const vite = ['node_modules/vite/bin/vite.js', ...args, '--config', 'demo/vite.config.ts'];
  process.exitCode = await run(process.execPath, vite);
});
