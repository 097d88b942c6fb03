import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ensureInstalled } from '../ensure.mjs';
import { root } from '../process.mjs';

// Compiles each code block of the documents and docstrings against the built packages, as a file in a folder
// of its page. Each line keeps its number, so that an error names it. A block that is named after a file of
// the example, or of the dapp of Next.js or SvelteKit in the matrix, must be that file.

const FOLDER = join(root, 'scripts/docs/.cache');
const EXAMPLE = 'docs/example';
/**
 * A line that names the file, perhaps with a reason why it differs; comments with what is given; and a code
 * block.
 */
const BLOCK =
  /(^[ \t]*\*\*`([^`\n]+)`\*\*( with .+)?\n\n)?((?:^[ \t]*<!-- given:(?:(?!-->)[\s\S])*-->\s*?\n)*)^([ \t]*(?:\* ?)?)```(\w+)[^\n]*\n([\s\S]*?)^\5```/gm;
/** The languages that are compiled. Of a page in HTML or Svelte, its modules are. */
const COMPILED = /^(?:[jt]sx?|mts|json|html|svelte)$/;
const EXTENSIONS: Readonly<Record<string, string>> = { html: 'js', svelte: 'ts' };
const MODULE = /<script(?: type="module"| lang="ts")>([\s\S]*?)<\/script>/;

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const countLines = (text: string) => text.split('\n').length - 1;

/** Reads the code blocks of a page or of a source. */
function readBlocks(text: string) {
  return [...text.matchAll(BLOCK)].map((match) => {
    const [, head = '', named, variant, given = '', margin = '', language = '', lines = ''] = match;
    const code = lines.replace(margin.includes('*') ? /^[ \t]*\* ?/gm : new RegExp(`^${margin}`, 'gm'), '');
    const before = '\n'.repeat(countLines(text.slice(0, match.index) + head));
    const line = before.length + countLines(given) + 1;
    const isPage = language in EXTENSIONS;
    const parts = code.split(MODULE).map((part, index) => (index % 2 ? part : part.replace(/[^\n]/g, '')));
    const source = `${before}${given.replace(/<!-- given:|-->/g, '')}\n${isPage ? parts.join('') : code}`;
    const path = isPage || !named ? `line-${line}.${EXTENSIONS[language] ?? language}` : named;
    const shown = variant ? undefined : named;
    return { line, code, shown, path, source, isCompiled: COMPILED.test(language) };
  });
}

/** Returns what is wrong with the blocks of pages, and which files of the example none of them shows. */
function findProblems(pages: Readonly<Record<string, string>>): readonly string[] {
  const problems: string[] = [];
  const unshown = new Set(listFiles(`${EXAMPLE}/*.ts`, `${EXAMPLE}/*.tsx`));
  const files = [join(root, 'scripts/docs/ambient.d.ts')];
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [page, text] of Object.entries(pages)) {
    // Each page may import the example's files, as its reader does who has written them. Next.js has them in
    // `lib`, and SvelteKit in `src/lib`.
    for (const folder of page.endsWith('.md') ? ['src', 'lib', 'src/lib'] : [])
      cpSync(join(root, EXAMPLE, 'src'), join(FOLDER, page, folder), { recursive: true });
    if (page.endsWith('.md'))
      cpSync(join(root, EXAMPLE, 'server'), join(FOLDER, page, 'server'), { recursive: true });
    for (const { line, code, shown, path, source, isCompiled } of readBlocks(text)) {
      const candidates = [EXAMPLE, 'e2e/matrix/next', 'e2e/matrix/sveltekit'].map(
        (dapp) => `${dapp}/${shown}`,
      );
      const original = candidates.find((candidate) => existsSync(join(root, candidate)));
      if (original && read(original) !== code) problems.push(`${page}(${line}): differs from ${original}`);
      unshown.delete(original ?? '');
      const file = join(FOLDER, page, path);
      if (files.includes(file)) problems.push(`${page}(${line}): another block is ${path}`);
      if (!isCompiled || files.includes(file)) continue;
      files.push(file);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, source);
    }
  }
  const compilerOptions = {
    ...{ moduleDetection: 'force', allowImportingTsExtensions: true, allowJs: true, checkJs: true },
    target: 'es2017', // as in the template of Next.js
    // Otherwise it is the site's own, which is another version.
    paths: { vite: [join(root, 'node_modules/vite/dist/node/index.d.ts')] },
  };
  const config = { extends: join(root, EXAMPLE, 'tsconfig.json'), compilerOptions, files };
  // Vite's template compiles its configuration, and what that imports, for Node.
  const forNode = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['ES2023'], types: ['node'] };
  const settings = files.filter((file) => /(?:vite\.config|ambient\.d)\.ts$/.test(file));
  const nodeConfig = { ...config, compilerOptions: { ...compilerOptions, ...forNode }, files: settings };
  writeFileSync(join(FOLDER, 'package.json'), '{ "type": "module" }');
  for (const [name, each] of Object.entries({ tsconfig: config, node: nodeConfig })) {
    writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(each));
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '--pretty', 'false', '-p', `${name}.json`];
    const { stdout, stderr } = spawnSync(process.execPath, tsc, { cwd: FOLDER, encoding: 'utf8' });
    problems.push(...`${stdout}${stderr}`.split('\n').filter(Boolean));
  }
  return [...problems, ...[...unshown].map((path) => `no guide shows ${path}`)];
}

function listFiles(...paths: readonly string[]): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...paths];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

beforeAll(() => ensureInstalled('scripts/docs'));

it('the code of documents and docstrings compiles, and is that of the example', () => {
  const paths = listFiles(
    'README.md',
    'mock/README.md',
    'docs/*.md',
    'scripts/docs/landing.md',
    'src',
    'mock/src',
  );
  const pages = paths.filter((path) => /(?:\.md|(?<!\.test)\.tsx?)$/.test(path));
  expect(findProblems(Object.fromEntries(pages.map((path) => [path, read(path)])))).toEqual([]);
});

it('reports what does not compile, with its line, and what is not as in the example', () => {
  const page = [
    '**`lib/a.ts`**\n\n<!-- given: declare const b: string; -->\n```ts\nb.trim(1);\n```\n',
    '```html\n<p>\n<script type="module">\n  import "none";\n</script>\n```\n',
    '**`src/App.tsx`**\n\n```tsx\n```\n',
  ].join('\n');
  const problems = findProblems({ 'page.md': page, 'a.ts': '/**\n * ```ts\n * import "none";\n * ```\n */' });
  expect(problems.filter((problem) => !problem.startsWith('no guide shows'))).toEqual([
    'page.md(17): differs from docs/example/src/App.tsx',
    expect.stringMatching(/^a\.ts\/line-2\.ts\(3,8\): error TS2882/),
    expect.stringMatching(/^page\.md\/lib\/a\.ts\(5,8\): error TS2554/),
    expect.stringMatching(/^page\.md\/line-8\.js\(11,10\): error TS2882/),
  ]);
});
