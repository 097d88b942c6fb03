import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Failure, root } from '../process.mjs';

/** @typedef {Readonly<{ cwd: string, env?: Readonly<Record<string, string>>, timeoutMs?: number }>} ToolOptions */

const TIMEOUT_MS = 240_000;

/** What a developer's terminal has: nothing of the npm that started this run, and no colours. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_|^(NODE_OPTIONS|FORCE_COLOR|INIT_CWD)$/i.test(name)),
);
const QUIET = { NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };

/**
 * Runs a program to its end. Returns what it wrote to standard output and standard error.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ToolOptions} options
 * @returns {Promise<string>}
 * @throws Failure with the output, if the program fails
 */
export function runTool(command, args, { cwd, env = {}, timeoutMs = TIMEOUT_MS }) {
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: { ...environment, ...QUIET, ...env },
      timeout: timeoutMs,
      maxBuffer: 50_000_000,
      // On Windows npm is a batch file, which only a shell can start.
      shell: process.platform === 'win32' && command === 'npm',
    };
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error) reject(new Failure(`${[command, ...args].join(' ')} failed:\n${stdout}${stderr}`.trim()));
      else resolve(stdout + stderr);
    });
  });
}

/**
 * Runs a script with Node in a dapp's folder.
 *
 * @param {string} folder
 * @param {string} script its path in that folder, such as that of an installed tool
 * @param {readonly string[]} [args]
 * @param {Readonly<Record<string, string>>} [env]
 */
export function runScriptIn(folder, script, args = [], env = {}) {
  return runTool(process.execPath, [join(folder, script), ...args], { cwd: folder, env });
}

/**
 * Runs the npm that started this process, or that of the system. Returns its output.
 *
 * @param {readonly string[]} args
 * @param {string} [cwd]
 */
export function captureNpm(args, cwd = root) {
  const { npm_execpath: cli = '' } = process.env;
  if (/npm-cli\.[cm]?js$/.test(cli)) return runTool(process.execPath, [cli, ...args], { cwd });
  return runTool('npm', args, { cwd });
}

/** Returns the version of the npm that `captureNpm` runs. */
export async function getInstalledNpm() {
  return /^\d+\.\d+\.\d+/m.exec(await captureNpm(['--version', '--loglevel=error']))?.[0] ?? 'unknown';
}

/** Returns the URL of the registry that npm uses. */
export async function getRegistry() {
  return /^https?:\S+/m.exec(await captureNpm(['config', 'get', 'registry', '--loglevel=error']))?.[0] ?? '';
}

/** Whether npm's registry answers. Everything else can be installed from npm's cache. */
export async function isRegistryReachable() {
  const args = ['view', 'uqr', 'version', '--prefer-online', '--fetch-retries=0', '--loglevel=error'];
  return captureNpm(args).then(
    () => true,
    () => false,
  );
}
