import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../process.mjs';

/**
 * @typedef {import('./blocks.mjs').Module} Module
 * @typedef {import('./blocks.mjs').Problem} Problem
 */

const DIAGNOSTIC = /^blocks\/(.+?)\((\d+),\d+\): (.*)$/;
const exec = promisify(execFile);

/** What a new project has: `strict`, and nothing that a dapp would have to opt in to. */
const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2022', 'ESNext.Disposable', 'DOM', 'DOM.Iterable'],
  types: ['node', 'vite/client'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  resolveJsonModule: true,
  allowImportingTsExtensions: true,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowJs: true,
  checkJs: true,
  jsx: 'react-jsx',
};

/**
 * Writes modules into a folder, from which they resolve packages as a dapp does, and compiles them.
 *
 * @param {readonly Module[]} modules
 * @param {string} folder the dapp's, absolute
 * @param {Readonly<{
 *   declarations?: readonly string[], // declaration files to compile with them, relative to `folder`
 *   beside?: Readonly<Record<string, string>>, // files that they may import, texts by path
 * }>} [others]
 * @returns {Promise<readonly Problem[]>}
 */
export async function compile(modules, folder, { declarations = [], beside = {} } = {}) {
  rmSync(join(folder, 'blocks'), { recursive: true, force: true });
  if (modules.length === 0) return [];
  for (const [path, text] of Object.entries(beside)) write(join(folder, 'blocks', path), text);
  for (const { path, text } of modules) write(join(folder, 'blocks', path), text);
  const files = [...declarations, ...modules.map(({ path }) => `blocks/${path}`)];
  write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const output = await exec(process.execPath, [tsc, '-p', 'tsconfig.json', '--pretty', 'false'], {
    cwd: folder,
    maxBuffer: 2 ** 26,
  }).then(
    () => '',
    (error) => `${error.stdout}${error.stderr}`,
  );
  return readDiagnostics(output, modules);
}

/**
 * @param {string} output the compiler's
 * @param {readonly Module[]} modules
 * @returns {readonly Problem[]}
 */
function readDiagnostics(output, modules) {
  /** @type {{ page: string, line: number, message: string }[]} */
  const problems = [];
  for (const text of output.split('\n').filter((line) => line !== '')) {
    const [, path, line, message = ''] = DIAGNOSTIC.exec(text) ?? [];
    const module = modules.find((candidate) => candidate.path === path);
    const last = problems.at(-1);
    if (module) problems.push({ page: module.page, line: Number(line), message });
    else if (last && text.startsWith(' ')) last.message += `\n${text}`;
    else problems.push({ page: '', line: 0, message: text });
  }
  return problems;
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
