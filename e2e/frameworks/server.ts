import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/process.mjs';

/** A server of a fresh dapp, which runs in its folder. */
export type DevServer = Readonly<{ url: string; output: () => string; stop(): Promise<void> }>;

const START_TIMEOUT_MS = 60_000;

/** Returns the folder in which `scripts/frameworks.mjs` has installed a fresh dapp. */
export function getFolder(name: string): string {
  const folder = join(root, '.cache/frameworks', name);
  if (existsSync(join(folder, 'node_modules'))) return folder;
  throw new Error(`The fresh dapp is not installed: node scripts/frameworks.mjs ${name}`);
}

/** Returns a random port below those that systems give to connections. */
export const getPort = (): string => String(20_000 + randomInt(10_000));

/** Runs a script with Node, and resolves with the first URL of this machine in its output. */
export function startServer(folder: string, script: string, args: readonly string[]): Promise<DevServer> {
  // In a group of its own, because Next.js starts further processes.
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    detached: true,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '', NEXT_TELEMETRY_DISABLED: '1' },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = (): Promise<void> => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && child.pid !== undefined) process.kill(-child.pid);
    return ended;
  };
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      void stop();
      reject(new Error(`${script} did not start:\n${output}`));
    };
    const timer = setTimeout(fail, START_TIMEOUT_MS);
    const read = (text: string): void => {
      output += text;
      const [url] = /http:\/\/(localhost|127\.0\.0\.1):\d+/.exec(output) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ url, output: () => output, stop });
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('close', fail);
  });
}
