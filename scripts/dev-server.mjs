import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const START_TIMEOUT_MS = 60_000;
const URL_LINE = /http:\/\/(localhost|127\.0\.0\.1):\d+/;

/** Returns a random port below those that systems give to connections. */
export const getPort = () => String(20_000 + randomInt(10_000));

/** Ends a process that leads a group, and all that it has started. @param {number} pid */
function endGroup(pid) {
  // Windows has no groups to signal.
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
  else process.kill(-pid);
}

/**
 * Runs a script with Node in a fresh dapp's folder, and resolves with the first URL of this machine in its
 * output.
 *
 * @param {string} folder @param {string} script @param {readonly string[]} args
 * @param {Readonly<{ env?: Readonly<Record<string, string>>, ready?: RegExp }>} [options] `ready` is what it
 * says once it answers
 */
export async function startServer(folder, script, args, { env = {}, ready = URL_LINE } = {}) {
  // In a group of its own, because Next.js starts further processes.
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    detached: true,
    env: { ...process.env, ...env, NO_COLOR: '1', FORCE_COLOR: '', NEXT_TELEMETRY_DISABLED: '1' },
  });
  const ended = once(child, 'close');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid) endGroup(child.pid);
    await ended;
  };
  let output = '';
  /** @type {Promise<string | undefined>} */
  const started = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        const [url] = URL_LINE.exec(output) ?? [];
        if (url && ready.test(output)) resolve(url);
      });
    ended.then(() => resolve(undefined));
  });
  const url = await Promise.race([started, delay(START_TIMEOUT_MS, undefined, { ref: false })]);
  if (url) return { url, output: () => output, stop };
  await stop();
  throw new Error(`${script} did not start:\n${output}`);
}
