import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, absolute. */
export const root = fileURLToPath(new URL('..', import.meta.url));

// Without NO_COLOR, some tools write colour codes into a log file if CI is set.
const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/**
 * An error whose message tells the person at the terminal what to do. Any other error is a bug in this
 * project.
 */
export class Failure extends Error {}

/**
 * Formats an error for the terminal: a `Failure` as its message, any other with its stack.
 * @param {Error} error
 */
export const describeError = (error) => (error instanceof Failure ? error.message : String(error.stack));

/** @param {string} line */
export const say = (line) => void process.stdout.write(`${line}\n`);

/** @param {string} path a JSON file, relative to the repository */
export const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/**
 * Does `work` with each item, two at once, because npm mostly waits for the network and the disk.
 *
 * @param {readonly string[]} items @param {(item: string) => Promise<void>} work
 */
export async function doAll(items, work) {
  const left = items.values();
  const workNext = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all([workNext(), workNext()]);
}

/**
 * Runs a program in the repository's folder, shows its output as it comes, and resolves with its exit code (1
 * if a signal ended it or it could not be started). A signal to this process also ends the program.
 *
 * @param {string} command @param {readonly string[]} args
 * @param {Readonly<{ cwd?: string, env?: Readonly<Record<string, string>> }>} [options] `env` is added to
 * this process's
 * @returns {Promise<number>}
 */
export async function run(command, args, { cwd = root, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...colours, ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let isStopping = false;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    isStopping = true;
    // On Ctrl-C the terminal sends SIGINT to the program too, so wait here until the program has ended by
    // itself.
    if (signal !== 'SIGINT') child.kill(signal);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const [code] = await once(child, 'close').catch((error) => {
    say(`${command} could not be started: ${error.message}`);
    return [1];
  });
  process.off('SIGTERM', stop).off('SIGINT', stop);
  if (isStopping) process.exit(1);
  return code ?? 1;
}

/**
 * Returns the program and the arguments that run npm. On Windows npm is a batch file, which only a shell can
 * start, and a shell would take apart paths with spaces and patterns with `|`. So Node runs npm's script
 * there, which is installed beside it.
 *
 * @param {readonly string[]} args @returns {[command: string, args: readonly string[]]}
 */
export function getNpm(args) {
  if (process.platform !== 'win32') return ['npm', args];
  return [process.execPath, [join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js'), ...args]];
}

/** Runs npm, as `run` does. @param {readonly string[]} args @param {Parameters<typeof run>[2]} [options] */
export const runNpm = (args, options) => run(...getNpm(args), options);

/**
 * Runs a script of `package.json`, as `run` does.
 *
 * @param {string} name @param {readonly string[]} [args] @param {Parameters<typeof run>[2]} [options]
 */
export const runScript = (name, args = [], options) =>
  runNpm(['run', '--silent', name, '--', ...args], options);

/**
 * Returns those of `all` that `asked` names, or all of them if it names none. `kind` is what they are.
 *
 * @param {string} kind @param {readonly string[]} all @param {readonly string[]} asked
 */
export function choose(kind, all, asked) {
  const unknown = asked.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Failure(`Unknown ${kind}: ${unknown.join(', ')}. Choose from: ${all.join(', ')}.`);
  return all.filter((name) => asked.length === 0 || asked.includes(name));
}

/**
 * Runs a command. Prints the error that it throws, and ends this process with 1.
 * @param {(args: readonly string[]) => Promise<void>} main
 */
export async function runMain(main) {
  await main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${describeError(error)}\n`, () => process.exit(1));
  });
}
