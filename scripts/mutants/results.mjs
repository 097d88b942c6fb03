import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';

/** Kinds of mutations to leave out. Nearly all strings of this code are texts for people or names that TypeScript checks. */
export const EXCLUDED = ['StringLiteral'];

/**
 * @typedef {Readonly<{ line: number, column: number }>} Place
 * @typedef {Readonly<{ mutatorName: string, replacement: string, location: Readonly<{ start: Place, end: Place }> }>} Mutant
 *   A mutant as Stryker's API has it: lines and columns from 0.
 * @typedef {Readonly<{ file: string, line: number, key: string, isKilled: boolean, was: string, becomes: string, source: string, mutated: string }>} Result
 *   of a mutant: its change in one line, and the whole file before and after
 */

/** Returns what identifies a mutant, also in Stryker's copy of the project. */
export function getKey(
  /** @type {string} */ path,
  /** @type {Mutant} */ { mutatorName, replacement, location },
) {
  const file = /(mock\/)?src\/.*$/.exec(path)?.[0];
  const places = [location.start, location.end].map(({ line, column }) => `${line}:${column}`);
  return [file, ...places, mutatorName, replacement].join(' ');
}

/**
 * Returns the keys of `count` mutants of the files, drawn by the seed.
 *
 * @param {readonly string[]} files
 * @param {number} count
 * @param {string} seed
 * @returns {Promise<readonly string[]>}
 */
export async function drawMutants(files, count, seed) {
  // A specifier that is not a literal, because the package is installed only when mutants run.
  const name = './node_modules/@stryker-mutator/instrumenter/dist/src/index.js';
  const { Instrumenter } = await import(name);
  const logger = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const sources = files.map((file) => ({
    name: file,
    mutate: true,
    content: readFileSync(join(root, file), 'utf8'),
  }));
  const options = { plugins: null, ignorers: [], excludedMutations: EXCLUDED };
  const { mutants } = await new Instrumenter(logger).instrument(sources, options);
  const hash = (/** @type {string} */ key) => createHash('sha256').update(`${seed} ${key}`).digest('hex');
  return mutants
    .filter((/** @type {Mutant} */ { mutatorName }) => !EXCLUDED.includes(mutatorName))
    .map((/** @type {Mutant & { fileName: string }} */ mutant) => getKey(mutant.fileName, mutant))
    .map((/** @type {string} */ key) => ({ key, order: hash(key) }))
    .sort((/** @type {{ order: string }} */ a, /** @type {{ order: string }} */ b) =>
      a.order < b.order ? -1 : 1,
    )
    .slice(0, count)
    .map((/** @type {{ key: string }} */ { key }) => key);
}

/**
 * Reads a report of Stryker: what became of the mutants that ran.
 *
 * @param {string} path
 * @returns {readonly Result[]}
 */
export function readReport(path) {
  const { files } = JSON.parse(readFileSync(path, 'utf8'));
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter((/** @type {{ status: string }} */ { status }) => !['CompileError', 'Ignored'].includes(status))
      .map((/** @type {Mutant & { status: string }} */ { location, status, ...mutant }) => ({
        file,
        line: location.start.line,
        key: getKey(file, {
          ...mutant,
          location: { start: fromZero(location.start), end: fromZero(location.end) },
        }),
        isKilled: !['Survived', 'NoCoverage'].includes(status),
        ...getChange(source, location, mutant.replacement),
      })),
  );
}

/** A report counts lines and columns from 1. */
const fromZero = (/** @type {Place} */ { line, column }) => ({ line: line - 1, column: column - 1 });

/**
 * Returns the lines that a mutant changes, before and after, as one line each, and the source with the mutation. A report
 * counts lines and columns from 1.
 *
 * @param {string} source
 * @param {Mutant['location']} location
 * @param {string} replacement
 */
function getChange(source, { start, end }, replacement) {
  const lines = source.split('\n');
  const shorten = (/** @type {string} */ text) => text.replace(/\s+/g, ' ').trim().slice(0, 160);
  const changed = lines.slice(start.line - 1, end.line).join('\n');
  const before = lines[start.line - 1]?.slice(0, start.column - 1);
  const after = lines[end.line - 1]?.slice(end.column - 1);
  const becomes = `${before}${replacement}${after}`;
  const mutated = [...lines.slice(0, start.line - 1), becomes, ...lines.slice(end.line)].join('\n');
  return { was: shorten(changed), becomes: shorten(becomes), source, mutated };
}
