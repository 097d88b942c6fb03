import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure, readJson, root, runNpm, runScript, say } from './process.mjs';

const PACKAGE = ['src', 'package.json', 'vite.config.ts', 'tsconfig.build.json'];
/** What the builds are made from. */
const SOURCES = ['package-lock.json', 'tsconfig.json', ...PACKAGE, ...PACKAGE.map((path) => `mock/${path}`)];

/**
 * Keeps a second run of the tests out of this folder until this process ends, because both would write the
 * same builds and reports. Throws a `Failure` if one runs already.
 */
export function ensureAlone() {
  const file = join(root, '.cache/running');
  const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (other > 0 && isRunning(other)) {
    throw new Failure(
      `Process ${other} runs the tests in this folder. Wait for its end, or use a second clone.`,
    );
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(file, String(process.pid));
  process.on('exit', () => rmSync(file, { force: true }));
}

/** @param {number} id */
function isRunning(id) {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/**
 * Installs the project's dependencies unless they are there. Throws a `Failure` if Node is too old or npm
 * fails.
 */
export async function ensureDependencies() {
  const { node } = process.versions;
  const needed = readJson('package.json').engines.node;
  if (node.localeCompare(needed.replace('>=', ''), 'en', { numeric: true }) < 0)
    throw new Failure(`This project needs Node ${needed}, but this is Node ${node}. See https://nodejs.org`);
  await ensureInstalled('.');
}

/**
 * Installs the dependencies of a package in a folder unless the versions match its lock file, but for
 * optional ones, most of which are for other platforms. @param {string} folder relative to the repository
 */
export async function ensureInstalled(folder) {
  const locked = readJson(join(folder, 'package-lock.json')).packages;
  // npm writes this list last.
  const list = join(folder, 'node_modules/.package-lock.json');
  const installed = existsSync(join(root, list)) ? readJson(list).packages : {};
  const { '': _, ...all } = { ...locked, ...installed };
  const isCurrent = (/** @type {string} */ name) =>
    installed[name] ? installed[name].version === locked[name]?.version : locked[name]?.optional;
  if (Object.keys(all).every(isCurrent)) return;
  say(`Installing dependencies${folder === '.' ? '' : ` of ${folder}`} (npm ci) …`);
  // With NODE_ENV=production npm would leave out the dev dependencies, which the commands need.
  const args = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await runNpm(args, { cwd: join(root, folder) })) !== 0) {
    throw new Failure('npm ci failed: see the message above. Check the network, then run the command again.');
  }
}

/** Whether a package has no build, or has changed since its last one. */
export const isBuildStale = () => isStale('dist', SOURCES) || isStale('mock/dist', SOURCES);

/** Builds both packages if their sources have changed since the last build. */
export async function ensureBuild() {
  if (!isBuildStale()) return;
  say('Building the library …');
  if ((await runScript('build')) !== 0) throw new Failure('The build failed: see the message above.');
}

/**
 * Whether a built folder has no file, or one that is older than the newest source. Paths are absolute, or
 * relative to the repository.
 * @param {string} built
 * @param {readonly string[]} sources
 */
export function isStale(built, sources) {
  const files = list(built).filter((stats) => stats.isFile());
  // Folders count as sources, because removing a file changes only the time of its folder.
  const newest = Math.max(...sources.flatMap(list).map(({ mtimeMs }) => mtimeMs));
  return files.length === 0 || files.some(({ mtimeMs }) => mtimeMs < newest);
}

/** Returns the state of a file, or of a folder and all that is in it. @param {string} path */
function list(path) {
  const start = resolve(root, path);
  const isFolder = statSync(start, { throwIfNoEntry: false })?.isDirectory();
  const names = isFolder ? readdirSync(start, { recursive: true, encoding: 'utf8' }) : [];
  // A build that runs at the same time may remove files.
  return ['', ...names].flatMap((name) => statSync(join(start, name), { throwIfNoEntry: false }) ?? []);
}
