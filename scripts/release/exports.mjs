import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../process.mjs';

/**
 * Returns what the packages in these folders export, by their built declarations, as text.
 *
 * @param {readonly string[]} folders relative to the root
 */
export function listExports(folders) {
  const script = join(root, 'scripts/release/tools/list-exports.mjs');
  return folders
    .map((folder) => execFileSync(process.execPath, [script, join(root, folder)], { encoding: 'utf8' }))
    .join('');
}

/**
 * Returns the lines in which two lists of exports differ: those of the first as `- line`, of the second as `+ line`.
 *
 * @param {string} before
 * @param {string} after
 */
export function compareExports(before, after) {
  const old = nameImports(before);
  const now = nameImports(after);
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
}

/**
 * Splits a list of exports into lines, each with the import that it belongs to.
 *
 * @param {string} text
 */
function nameImports(text) {
  let heading = '';
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    if (line.startsWith(' ')) return [`${heading.split(' ')[0]}:${line}`];
    heading = line;
    return [line];
  });
}
