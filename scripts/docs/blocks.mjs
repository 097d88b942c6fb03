import { posix } from 'node:path';
import { readPage } from './read-page.mjs';

/**
 * @typedef {Readonly<{ page: string, line: number, message: string }>} Problem
 * @typedef {Readonly<{ path: string, page: string, line: number, text: string }>} Module
 *   A code block as a file. Its lines have the numbers that they have in the page, so that errors need no translation.
 * @typedef {import('./read-page.mjs').Block} Block
 * @typedef {import('./read-page.mjs').Lines} Lines
 */

const COMPILED = ['ts', 'tsx', 'mts', 'js', 'jsx'];
const FILE_NAME = /^(?!\/)(?!.*\.\.)[^\s{}]+\.(?:tsx?|mts|jsx?|mjs)$/;
/** The scripts of a page that are modules, and those of a Svelte component. */
const SCRIPTS = {
  html: /(<script type="module">)([\s\S]*?)<\/script>/g,
  svelte: /(<script(?: lang="ts")?>)([\s\S]*?)<\/script>/g,
};

/**
 * Makes a module of each code block of a page, and checks its name.
 *
 * @param {string} page the page's path
 * @param {string} text Markdown
 * @returns {Readonly<{ modules: readonly Module[], problems: readonly Problem[] }>}
 */
export function readModules(page, text) {
  /** @type {Module[]} */
  const modules = [];
  /** @type {Problem[]} */
  const problems = [];
  for (const block of readPage(text).blocks) {
    const report = (/** @type {string} */ message) =>
      problems.push({ page, line: block.code.line - 1, message });
    if (block.language === 'json') {
      const message = getJsonError(block.code.text);
      if (message) report(`this JSON does not parse: ${message}`);
    }
    for (const found of readBlockModules(page, block, report)) {
      if (modules.some(({ path }) => path === found.path)) {
        report(`another block of this page is already named ${posix.relative(page, found.path)}`);
      } else modules.push(found);
    }
  }
  return { modules, problems };
}

/**
 * @param {string} page
 * @param {Block} block
 * @param {(message: string) => void} report
 * @returns {readonly Module[]}
 */
function readBlockModules(page, block, report) {
  const { language, words, name = `line-${block.code.line}.${language}`, code, given } = block;
  const getPath = (/** @type {string} */ name) => posix.join(page, name);
  if (language === 'html' || language === 'svelte') {
    return [...code.text.matchAll(SCRIPTS[language])].map(([, start = '', script = ''], index) => {
      const before = code.text.slice(0, code.text.indexOf(start + script) + start.length);
      const line = code.line + before.split('\n').length - 1;
      const extension = language === 'html' ? 'js' : 'ts';
      const path = getPath(`line-${line}-script-${index}.${extension}`);
      return { path, page, line, text: align([...given, { line, text: script }]) };
    });
  }
  if (!COMPILED.includes(language)) return [];
  if (words.length > 0)
    report(`after "${language}" stands "${words.join(' ')}": a file's name stands above the block`);
  if (FILE_NAME.test(name))
    return [{ path: getPath(name), page, line: code.line, text: align([...given, code]) }];
  report(`this is no name of a file with code: ${name}`);
  return [];
}

/**
 * Joins texts so that each begins at its line.
 *
 * @param {readonly Lines[]} texts in the order of their lines
 */
function align(texts) {
  return texts.reduce((joined, { line, text }) => {
    const missing = line - joined.split('\n').length;
    return `${joined}${missing > 0 ? '\n'.repeat(missing) : ''}${text}`;
  }, '');
}

/** @param {string} text */
function getJsonError(text) {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
