import { expect, it } from 'vitest';
import { findMissingImports, findMissingSources, findStrayFiles } from './files.mjs';

/**
 * @param {string} path
 * @param {string} [text]
 */
const file = (path, text = '') => ({ path, read: () => text });
const map = file('dist/a/b.d.ts.map', JSON.stringify({ sources: ['../../src/a/b.ts'] }));

it('a declaration map whose source is in the package is right', () => {
  expect(findMissingSources([map, file('src/a/b.ts')])).toEqual([]);
});

it('a declaration map whose source is not in the package is reported', () => {
  expect(findMissingSources([map, file('src/b.ts')])).toEqual([
    'dist/a/b.d.ts.map points to src/a/b.ts, which is not in the package.',
  ]);
});

it('a package without declaration maps is reported', () => {
  expect(findMissingSources([file('dist/a.d.ts')])).toEqual(['The package has no declaration maps.']);
});

it('tests and their data do not belong in a package', () => {
  const stray = ['src/a.test.ts', 'src/protocol/vectors/session.json', 'dist/tsconfig.tsbuildinfo'];
  const files = ['src/a.ts', 'dist/testing.js', ...stray].map((path) => file(path));
  expect(findStrayFiles(files)).toEqual(stray.map((path) => `${path} does not belong in the package.`));
});

it('only files of known kinds belong in a package', () => {
  const known = [
    'package.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'src/style.css',
    'src/vite-env.d.ts',
  ];
  const built = ['dist/a.d.ts', 'dist/a.d.ts.map', 'dist/a.js', 'dist/pages/LICENSES.md'];
  const stray = ['.env', 'src/.env', 'src/id.json', 'dist/key.pem', 'dist/a.js.map', 'notes.md', 'src/.a.ts'];
  const files = [...known, ...built, ...stray].map((path) => file(path));
  expect(findStrayFiles(files)).toEqual(stray.map((path) => `${path} does not belong in the package.`));
});

it('what the code imports has to be in the package', () => {
  const code = 'import { a } from "./a.js";\nexport * from "../b.js";\nconst c = () => import("./c.js");\n';
  const other = 'import "ws";\n';
  const main = file('dist/x/main.js', code + other);
  expect(
    findMissingImports([main, ...['dist/x/a.js', 'dist/b.js', 'dist/x/c.js'].map((path) => file(path))]),
  ).toEqual([]);
  expect(findMissingImports([main, file('dist/b.js')])).toEqual([
    'dist/x/main.js imports dist/x/a.js, which is not in the package.',
    'dist/x/main.js imports dist/x/c.js, which is not in the package.',
  ]);
});
