import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

// Runs a program for a test's process: `node keeper.mjs <folder> <command> <arguments…>`. When the standard
// input ends, which it does even if the test's process is killed, this ends the program and all that it has
// started, and deletes the folder.

const KILL_AFTER_MS = 3_000;
const [folder = '', command = '', ...args] = process.argv.slice(2);

// A process group of its own, so that one signal reaches what the program has started.
const program = spawn(command, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
program.once('error', finish);
program.once('exit', finish);

process.stdin.once('end', () => {
  // Xvfb removes its lock file at this signal.
  signal('SIGTERM');
  setTimeout(() => signal('SIGKILL'), KILL_AFTER_MS).unref();
});
process.stdin.resume();

function finish() {
  signal('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.exit();
}

/** @param {NodeJS.Signals} name */
function signal(name) {
  if (program.pid === undefined) return;
  try {
    process.kill(-program.pid, name);
  } catch {
    // The whole group has ended.
  }
}
