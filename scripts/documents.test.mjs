import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './process.mjs';

/** How documents cite a test: `path › name`. */
const REFERENCE = /`([^`\s]+) › ([^`]+)`/g;

/**
 * Whether a file has a test of this name, with placeholders as they stand in the code.
 * @param {string} path
 * @param {string} name
 */
function hasTest(path, name) {
  const file = join(root, path);
  if (!/\.(test|spec)\.(ts|mjs)$/.test(path) || !existsSync(file)) return false;
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`['"\`]${pattern}['"\`]`).test(readFileSync(file, 'utf8'));
}

it.each(['e2e/PITFALLS.md', 'SECURITY.md'])('%s cites only tests that exist', (document) => {
  const references = [...readFileSync(join(root, document), 'utf8').matchAll(REFERENCE)];
  expect(references.length).toBeGreaterThan(20);
  const missing = references.filter(([, path = '', name = '']) => !hasTest(path, name));
  expect(missing.map(([reference]) => reference)).toEqual([]);
});

it('the page of rules cites every test of a rule by its number, and no others', () => {
  const folder = 'test/rules';
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.ts'));
  const tests = [...files, 'e2e/rules.spec.ts', 'e2e/pickers-rules.spec.ts'].flatMap((name) => {
    const text = readFileSync(join(root, files.includes(name) ? folder : '.', name), 'utf8');
    return [...text.matchAll(/['"`](rules? \d[^:'"`]*): /g)].map(([, rules]) => `${name} › ${rules}`);
  });
  const page = readFileSync(join(root, folder, 'README.md'), 'utf8').replace(/^[^#]*# .*?## /s, '');
  const cited = [...page.matchAll(/`(\S+ › rules? [^`]+)`/g)].map(([, reference]) => reference);
  expect(tests.length).toBeGreaterThan(50);
  expect([...new Set(cited)].sort()).toEqual([...new Set(tests)].sort());
});
