#!/usr/bin/env node
import { existsSync } from 'node:fs';

// The command itself is built. This file is not, because npm links a command only if its file exists when the
// package is installed, and in a clone the build comes later.
const command = new URL('../dist/cli.js', import.meta.url);
if (existsSync(command)) {
  await import(command.href);
} else {
  process.stderr.write('The mock wallet is not built: run `npm run build` in its repository first.\n');
  process.exitCode = 1;
}
