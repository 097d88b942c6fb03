import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './process.mjs';

/**
 * How documents cite a test: by a link to its file, with its name behind `#`, in words with dashes. A rule is
 * cited by the number with which names begin.
 */
const CITATION =
  /\[[^\]]+\]\(([\w./-]+\.(?:test|spec)\.(?:ts|mjs))#(?!rules?(?:-(?:\d+|to|and))+\))([\w-]+)\)/g;
const RULE = /\[[^\]]+\]\(([\w./-]+)#(rules?(?:-(?:\d+|to|and))+)\)/g;
/** A text on one line of code. */
const TEXT = /(['"`])((?:(?!\1).)+)\1/g;

/** @type {(path: string) => string} */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** @type {(name: string) => string} */
const toWords = (name) =>
  name
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-') ?? '';

/**
 * The texts of each file of tests, among them the names of its tests, in words with dashes. Placeholders
 * count as they stand in the code.
 */
const texts = new Map(
  ['src', 'mock/src', 'test', 'e2e', 'bench', 'scripts', 'demo', 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(test|spec)\.(ts|mjs)$/.test(path) && !path.includes('node_modules'))
      .map((path) => [path, [...read(path).matchAll(TEXT)].map(([, , text = '']) => toWords(text))]),
  ),
);

/**
 * Returns the file and the name by which a document should cite a test: as before, or if it was moved or
 * renamed, its new file or the name in that file that shares most words. Returns nothing if there is no such
 * test.
 * @param {string} path
 * @param {string} name
 * @returns {readonly [path: string, name: string] | undefined}
 */
function findTest(path, name) {
  if (texts.get(path)?.includes(name)) return [path, name];
  const moved = [...texts.keys()].filter((other) => texts.get(other)?.includes(name));
  if (moved[0] && moved.length === 1) return [moved[0], name];
  const words = new Set(name.split('-'));
  const similar = (texts.get(path) ?? []).map((text) => {
    const others = text.split('-');
    const common = others.filter((word) => words.has(word)).length;
    return { text, share: common / Math.max(others.length, words.size) };
  });
  const best = similar.sort((one, other) => other.share - one.share)[0];
  return best && best.share > 0.5 ? [path, best.text] : undefined;
}

it.each(['e2e/PITFALLS.md', 'SECURITY.md', 'test/rules/README.md'])(
  '%s cites tests by links with their names',
  async (document) => {
    const text = read(document);
    const folder = dirname(document);
    /** @type {(link: string, name: string) => readonly [string, string] | undefined} */
    const find = (link, name) => findTest(posix.join(folder, link), name);
    const citations = [...text.matchAll(CITATION)];
    expect(citations.length).toBeGreaterThan(10);
    const missing = citations.filter(([, link = '', name = '']) => find(link, name) === undefined);
    expect(missing.map(([citation]) => citation)).toEqual([]);
    // With `-u`, a test that was moved or renamed is cited anew.
    const cited = text.replace(CITATION, (_, link, name) => {
      const [path = '', words] = find(link, name) ?? [];
      return `[${posix.basename(path).replace(/\..*/, '')}](${posix.relative(folder, path)}#${words})`;
    });
    const stale = `${document} is stale. To write it anew: npx vitest run scripts/documents -u`;
    await expect(cited, stale).toMatchFileSnapshot(join(root, document));
  },
);

it('the page of rules cites every test of a rule by its number, and no others', () => {
  const folder = 'test/rules';
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.ts'));
  const paths = files.map((name) => `${folder}/${name}`);
  const tests = [...paths, 'e2e/rules.spec.ts', 'e2e/pickers-rules.spec.ts'].flatMap((path) =>
    [...read(path).matchAll(/['"`](rules? \d[^:'"`]*): /g)].map(
      ([, rules = '']) => `${path}#${toWords(rules)}`,
    ),
  );
  const citations = read(`${folder}/README.md`).matchAll(RULE);
  const cited = [...citations].map(([, link = '', rules]) => `${posix.join(folder, link)}#${rules}`);
  expect(tests.length).toBeGreaterThan(50);
  expect([...new Set(cited)].sort()).toEqual([...new Set(tests)].sort());
});

it('the page of equivalent mutants quotes code that is there', () => {
  const rows = read('test/equivalent-mutants.md').match(/^\| \S+\.ts \|.*$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(20);
  const gone = rows.filter((row) => {
    const [, file = '', code = ''] = row.split(/(?<!\\)\|/);
    const quoted = code.trim().slice(1, -1).replaceAll('\\|', '|');
    return !withoutSpace(read(`src/${file.trim()}`)).includes(withoutSpace(quoted));
  });
  expect(gone).toEqual([]);
});

/** @type {(text: string) => string} */
const withoutSpace = (text) => text.replace(/\s+/g, '');
