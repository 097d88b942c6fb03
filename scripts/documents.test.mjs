import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './process.mjs';

/** How documents cite a test: `path › name`. */
const REFERENCE = /`([^`\s]+) › ([^`]+)`/g;

/** @param {string} text */
const escapePattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Whether a file of tests has a test of this name. A name with placeholders is cited as it stands in the code.
 *
 * @param {string} path
 * @param {string} name
 */
function hasTest(path, name) {
  const file = join(root, path);
  if (!/\.(test|spec)\.(ts|mjs)$/.test(path) || !existsSync(file)) return false;
  return new RegExp(`^.*['"\`]${escapePattern(name)}['"\`]`, 'm').test(readFileSync(file, 'utf8'));
}

it.each(['e2e/PITFALLS.md', 'SECURITY.md'])('%s cites only tests that exist', (document) => {
  const references = [...readFileSync(join(root, document), 'utf8').matchAll(REFERENCE)];
  expect(references.length).toBeGreaterThan(20);
  const missing = references.filter(([, path = '', name = '']) => !hasTest(path, name));
  expect(missing.map(([reference]) => reference)).toEqual([]);
});
