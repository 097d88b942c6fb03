import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';

/** @typedef {Readonly<{ url: string, output: () => string, stop: () => Promise<void> }>} DevServer a server of a fresh dapp */

const START_TIMEOUT_MS = 60_000;
const URL_LINE = /http:\/\/(localhost|127\.0\.0\.1):\d+/;

/** Returns a random port below those that systems give to connections. */
export const getPort = () => String(20_000 + randomInt(10_000));

/**
 * Runs a script with Node, and resolves with the first URL of this machine in its output.
 *
 * @param {string} folder the dapp's, in which it runs
 * @param {string} script
 * @param {readonly string[]} args
 * @param {Readonly<{ env?: Readonly<Record<string, string>>, ready?: RegExp }>} [options] `ready` is what the server says once
 *   it answers; by default the URL
 * @returns {Promise<DevServer>}
 */
export function startServer(folder, script, args, { env = {}, ready = URL_LINE } = {}) {
  // In a group of its own, because Next.js starts further processes.
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    detached: true,
    env: { ...process.env, ...env, NO_COLOR: '1', FORCE_COLOR: '', NEXT_TELEMETRY_DISABLED: '1' },
  });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('close', () => resolve()));
  const stop = () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && child.pid !== undefined) process.kill(-child.pid);
    return ended;
  };
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = () => {
      void stop();
      reject(new Error(`${script} did not start:\n${output}`));
    };
    const timer = setTimeout(fail, START_TIMEOUT_MS);
    const read = (/** @type {string} */ text) => {
      output += text;
      const [url] = URL_LINE.exec(output) ?? [];
      if (url === undefined || !ready.test(output)) return;
      clearTimeout(timer);
      resolve({ url, output: () => output, stop });
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('close', fail);
  });
}
