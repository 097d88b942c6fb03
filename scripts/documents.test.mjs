import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './process.mjs';

/** A test, as documents name it: `path › name`. */
const REFERENCE = /`([^`\s]+) › ([^`]+)`/g;

/** @param {string} text */
const escapePattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Tells whether a file of tests has one of this name; a template is named as it is written.
 *
 * @param {string} path
 * @param {string} name
 */
function hasTest(path, name) {
  const file = join(root, path);
  if (!/\.(test|spec)\.(ts|mjs)$/.test(path) || !existsSync(file)) return false;
  return new RegExp(`^.*['"\`]${escapePattern(name)}['"\`]`, 'm').test(readFileSync(file, 'utf8'));
}

it.each(['e2e/PITFALLS.md', 'SECURITY.md'])('%s names only tests that there are', (document) => {
  const references = [...readFileSync(join(root, document), 'utf8').matchAll(REFERENCE)];
  expect(references.length).toBeGreaterThan(20);
  const missing = references.filter(([, path = '', name = '']) => !hasTest(path, name));
  expect(missing.map(([reference]) => reference)).toEqual([]);
});
