import { expect, it } from 'vitest';
import { readModules } from './blocks.mjs';
import { compile } from './compile.mjs';
import { readDocstrings } from './docstrings.mjs';
import { withFolder } from './folder.mjs';

/**
 * @param {string} info the info string
 * @param {string} code
 */
const block = (info, code) => `\`\`\`${info}\n${code}\n\`\`\`\n`;

/**
 * A block with a line above it that names its file.
 *
 * @param {string} name
 * @param {string} code
 */
const file = (name, code) => `**\`${name}\`**\n\n${block('ts', code)}`;

/** A small package with types, as a dapp has it installed. */
const PACKAGE = {
  'node_modules/example/package.json': '{"name":"example","type":"module","exports":"./index.js"}',
  'node_modules/example/index.js': 'export const double = (value) => value * 2;',
  'node_modules/example/index.d.ts': 'export declare const double: (value: number) => number;',
};

/**
 * @param {string} text Markdown
 * @returns the problems of its code, as `line: beginning of the message`
 */
async function check(text) {
  const { modules, problems } = readModules('page.md', text);
  const found = await withFolder(PACKAGE, async (folder) => [
    ...problems,
    ...(await compile(modules, folder)),
  ]);
  return found.map(({ page, line, message }) => `${page}:${line}: ${message}`);
}

it('compiles each block strictly against the installed packages, and names the line of an error', async () => {
  const text = [
    'Some text',
    '',
    block('ts', "import { double } from 'example';\ndouble('2');"),
    block('tsx', 'export const A = (props) => props;'),
    block('sh', 'not code'),
  ].join('\n');
  expect(await check(text)).toEqual([
    expect.stringContaining('page.md:5: error TS2345'),
    expect.stringContaining('page.md:9: error TS7006'),
  ]);
});

it('compiles blocks that import another block of the page by its file name', async () => {
  const text = file('lib/a.ts', 'export const a = 1;') + block('js', "import { a } from './lib/a'; a.b;");
  expect(await check(text)).toEqual([expect.stringContaining("page.md:7: error TS2339: Property 'b'")]);
  expect(await check(text.replace('a.b;', 'a.toFixed();'))).toEqual([]);
});

it('compiles what stands in a comment above a block before the block', async () => {
  const text = `- In a list\n\n  <!-- given:\n  declare const a: string;\n  -->\n  ${block('ts', '  a.trim();\n  a.b;').replace('\n```\n', '\n  ```\n')}`;
  expect(await check(text)).toEqual([expect.stringContaining("page.md:8: error TS2339: Property 'b'")]);
  expect(await check(text.replace('given:', 'given'))).toHaveLength(2);
});

it('refuses two files of the same name, names that are none, and words after the language', async () => {
  expect(await check(file('a.ts', 'export {}') + file('a.ts', 'export {}'))).toEqual([
    'page.md:8: another block of this page is already named a.ts',
  ]);
  expect(await check(file('../a.ts', 'export {}'))).toEqual([
    'page.md:3: this is no name of a file with code: ../a.ts',
  ]);
  expect(await check(block('ts a.ts', 'export {}'))).toEqual([
    'page.md:1: after "ts" stands "a.ts": a file\'s name stands above the block',
  ]);
});

it('parses JSON, the module scripts of HTML and the scripts of Svelte', async () => {
  expect(await check(block('json', '{ "a": 1, }'))).toEqual([
    expect.stringContaining('page.md:1: this JSON'),
  ]);
  const html = block('html', '<p></p>\n<script type="module">\n  import "nothing/at-all";\n</script>');
  expect(await check(html)).toEqual([expect.stringMatching(/^page.md:4: error TS\d+: .*nothing/)]);
  const svelte = block('svelte', '<script lang="ts">\n  const a: number = "";\n</script>\n<p>{a}</p>');
  expect(await check(svelte)).toEqual([expect.stringContaining('page.md:3: error TS2322')]);
});

it('reads the blocks of docstrings, with the lines of the source', () => {
  const source = [
    'const a = 1;',
    '/** One line. */',
    'export {};',
    '  /**',
    '   * Doubles.',
    '   *',
    '   * @example',
    '   * ```ts',
    "   * import 'example';",
    '   * ```',
    '   */',
    'const b = "/** no docstring */";',
  ].join('\n');
  const { modules } = readModules('src/a.ts', readDocstrings(source));
  expect(modules.map(({ line, text }) => ({ line, text }))).toEqual([
    { line: 9, text: `${'\n'.repeat(8)}import 'example';\n` },
  ]);
});
