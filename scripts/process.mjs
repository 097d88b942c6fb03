import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's folder, absolute. */
export const root = fileURLToPath(new URL('..', import.meta.url));

// Some tools colour a log file where CI is set.
const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/** A failure that its message explains to whoever ran the command; any other error is the project's own mistake. */
export class Failure extends Error {}

/**
 * Words an error for the terminal: a `Failure` by its message, any other error with its stack.
 *
 * @param {unknown} error
 */
export function describeError(error) {
  if (error instanceof Failure) return error.message;
  return error instanceof Error && error.stack ? error.stack : String(error);
}

/**
 * Writes one line to standard output.
 *
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs a program, shows its output as it comes, and resolves with its exit code (1 where a signal ended it or it
 * could not be started). A signal that ends this process ends the program first.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<{
 *   cwd?: string, // where to run it; the repository's folder by default
 *   env?: Readonly<Record<string, string>>, // added to this process's environment
 *   silenceLimit?: number, // ms without output after which the program is ended
 *   shell?: boolean,
 * }>} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = root, env = {}, silenceLimit, shell = false } = {}) {
  return new Promise((resolve) => {
    const output = silenceLimit === undefined ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      cwd,
      env: { ...colours, ...process.env, ...env },
      shell,
      stdio: ['ignore', output, output],
    });

    const silence = silenceLimit === undefined ? undefined : setTimeout(() => child.kill(), silenceLimit);
    child.stdout?.on('data', () => silence?.refresh()).pipe(process.stdout, { end: false });
    child.stderr?.on('data', () => silence?.refresh()).pipe(process.stderr, { end: false });

    // A terminal sends Ctrl-C to the program itself, which may need a moment to tidy up.
    let stopping = false;
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      stopping = true;
      if (signal !== 'SIGINT') child.kill(signal);
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);

    const settle = (/** @type {number} */ code) => {
      clearTimeout(silence);
      process.off('SIGTERM', stop).off('SIGINT', stop);
      if (stopping) process.exit(1);
      resolve(code);
    };
    child.once('error', (error) => {
      say(`${command} could not be started: ${error.message}`);
      settle(1);
    });
    child.once('close', (code) => settle(code ?? 1));
  });
}

/**
 * Runs npm (the very one that started this process, where one did) and resolves with its exit code.
 *
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNpm(args, options) {
  const { npm_execpath: cli = '' } = process.env;
  if (/npm-cli\.[cm]?js$/.test(cli)) return run(process.execPath, [cli, ...args], options);
  // On Windows npm is a batch file, which only a shell can start.
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}
