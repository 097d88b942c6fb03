import { exec } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { INSTALL_OPTIONS, PACKAGES } from '../../scripts/fresh.mjs';
import { root } from '../../scripts/process.mjs';
import type { Row, Workspace } from './rows.js';

const execute = promisify(exec);

const FOREIGN = /^npm_|^(CI|NODE_OPTIONS|FORCE_COLOR|INIT_CWD)$/i;
/**
 * What a developer's terminal has: nothing of the npm that started this run, nor of CI, in which some tools
 * behave differently.
 */
const terminal = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
const QUIET = {
  NO_COLOR: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  PUPPETEER_SKIP_DOWNLOAD: '1',
  YARN_ENABLE_TELEMETRY: '0',
};

const WARNING = /\bwarn(ing)?\b|\(!\)|⚠|YN00(?!00|13|85)\d\d/i;
/**
 * The warnings that neither package causes, and those that ours do: kit and Wallet Standard bring packages
 * that ask for Node 22.
 */
const KNOWN = [
  /Unknown (user|project|env|cli) config|NO_COLOR|^warning Pattern \[/,
  /npm warn EBADENGINE +(required|current|\})|EBADENGINE Unsupported|EBADENGINE +package: '(@(solana\/)?wallet-standard|commander@15|undici@8|rechoir@1)/,
  // npm holds back install scripts until a developer allows them. A locked version may become deprecated on
  // any day.
  /npm warn (install-scripts|deprecated)/,
  // Rolldown's, where a build took long, which also a busy machine is a reason for.
  /\[PLUGIN_TIMINGS\]/i,
  // Nuxt's server, of a package of its own.
  /imported from external module ".*\/h3\/dist\/index\.mjs" but never used/,
  /ExperimentalWarning|--trace-warnings|PnP uses the experimental loader|Workspaces can only be enabled/,
];

/**
 * Runs a command in a dapp's folder, with the programs that the dapp has installed. Returns its output, or
 * throws it.
 */
export async function run(
  command: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
  programs: string = folder,
): Promise<string> {
  const PATH = `${join(programs, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`;
  const options = { cwd: folder, env: { ...terminal, ...QUIET, PATH, ...env }, maxBuffer: 50_000_000 };
  const { stdout, stderr } = await execute(command, options).catch(({ stdout, stderr }) => {
    throw new Error(`${command} failed:\n${stdout}${stderr}`);
  });
  return stdout + stderr;
}

export function expectNoWarnings(output: string): void {
  const lines = output.split('\n').filter((line) => WARNING.test(line));
  expect(lines.filter((line) => !KNOWN.some((pattern) => pattern.test(line)))).toEqual([]);
}

/**
 * Copies a workspace to the folder of the packages, and installs it as its developer would: by npm, from the
 * lock file.
 */
export async function install({ name, shared }: Workspace, packed: string): Promise<string> {
  const folder = join(packed, name);
  for (const source of [...(shared ?? ['shared/dapp']), name]) {
    const [from, to] = typeof source === 'string' ? [source, '.'] : source;
    cpSync(join(root, 'e2e/matrix', from), join(folder, to), { recursive: true });
  }
  expectNoWarnings(await run(`npm ci ${INSTALL_OPTIONS.join(' ')}`, folder));
  return folder;
}

/**
 * Creates a folder for another package manager, which is told the versions of npm's lock file if they are
 * pinned.
 */
export function createFolder(managers: string, kind: NonNullable<Row['folder']>): string {
  const packed = dirname(managers);
  const folder = join(packed, crypto.randomUUID());
  mkdirSync(folder);
  for (const file of ['dapp.mjs', 'exports.ts']) cpSync(join(managers, file), join(folder, file));
  const lock = JSON.parse(readFileSync(join(managers, 'package-lock.json'), 'utf8'));
  const locked = Object.entries<{ version: string; optional?: true; name?: string }>(lock.packages)
    // Yarn 1 requires what it is told, also packages for other platforms, and asks its registry for names
    // that are aliases.
    .filter(
      ([path, { optional, name }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !optional && !name,
    )
    .map(([path, { version }]) => [path.slice('node_modules/'.length), version]);
  const ours = Object.keys(PACKAGES).map((name) => [name, `file:${join(packed, name)}.tgz`]);
  const isPinned = kind === 'pinned';
  const dependencies = Object.fromEntries(isPinned ? ours : ours.slice(0, 1));
  const resolutions = Object.fromEntries(isPinned ? [...locked, ...ours] : []);
  const dapp = { name: 'fresh', private: true, type: 'module', dependencies, resolutions };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(dapp));
  return folder;
}

/** Returns the settings by which other package managers use npm's registry. */
export async function getRegistry(): Promise<Record<string, string>> {
  const url = (await run('npm config get registry --loglevel=error', root)).trim().replace(/\/$/, '');
  return { npm_config_registry: url, YARN_NPM_REGISTRY_SERVER: url };
}

/** Whether npm's registry answers. Everything else can be installed from npm's cache. */
export const isRegistryReachable = (): Promise<boolean> =>
  run('npm view uqr version --prefer-online --fetch-retries=0', root).then(Boolean, () => false);
