import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../ensure.mjs';
import { writePages } from '../pages.mjs';
import { Failure, root, runMain, runScript } from '../process.mjs';

// Builds the site into `dist-docs`: TypeDoc writes the reference of both packages as Markdown into
// `docs/api`, which Git ignores, as it does `docs/made`, whose pages are made from data. VitePress makes the
// site of all Markdown, and the demo is a folder of it. `llms.txt` lists its pages for programs that read
// them as Markdown.

const HOME = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard';
const RAW = 'https://raw.githubusercontent.com/mobile-wallet-standard/mobile-wallet-standard/main';
/** The imports of both packages, with the source of each. */
const imports = ['', 'mock/'].flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => target.types)
    .map(([subpath, { types }]) => ({
      name: `${name}${subpath.slice(1)}`,
      source: `${folder}${types.replace('./dist/', 'src/').replace('.d.ts', '.ts')}`,
    }));
});

/**
 * What people ask of the main import, and the sources of what answers it, the first that fits. The others
 * have one purpose each, so that their functions stand before their types.
 *
 * @type {readonly (readonly [question: string, sources: RegExp])[]}
 */
const QUESTIONS = [
  ['Register', /^src\/(?:wallet\/(?:register|options|environment|store)|protocol\/remote-option)\./],
  ['Pay', /^src\/(?:protocol\/types|dapp\/mobile-wallet|wallet\/(?:features|wallet)|util\/base58)\./],
  ['Read errors', /^src\/util\/(?:find-error|errors)\./],
  ['Change what it does', /./],
];

/** @param {ReadonlyMap<string, string>} quirks what each quirk of the mock wallet means */
async function writeReference(quirks) {
  const { Application, Comment, Converter, ReflectionGroup, ReflectionKind } = await import('typedoc');
  const app = await Application.bootstrapWithPlugins({
    ...{ plugin: ['typedoc-plugin-markdown'], entryFileName: 'index', hidePageHeader: true },
    name: 'API reference',
    entryPoints: imports.map(({ source }) => join(root, source)),
    tsconfig: join(root, 'tsconfig.json'),
    out: join(root, 'docs/api'),
    router: 'module',
    basePath: root,
    readme: 'none',
    disableGit: true,
    sourceLinkTemplate: `${HOME}/blob/main/{path}#L{line}`,
    sortEntryPoints: false,
    // Not by kind, because the plug-in numbers the anchors in this order.
    sort: ['source-order'],
    groupOrder: ['Functions', 'Variables', 'Classes', '*'],
    // The types of Wallet Standard have a reference of their own.
    excludeExternals: true,
    packagesRequiringDocumentation: ['mobile-wallet-standard', 'mock-mobile-wallet'],
    validation: { notDocumented: true },
    treatWarningsAsErrors: true,
    logLevel: 'Warn',
  });
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    // The page of texts says what each is.
    if (reflection.parent?.name === 'DialogTexts')
      reflection.comment ??= new Comment([{ kind: 'text', text: 'A text of a dialog.' }]);
    const quirk = reflection.parent?.name === 'Quirks' && quirks.get(reflection.name);
    if (quirk) reflection.comment = new Comment([{ kind: 'text', text: quirk }]);
    // By default a module's name is the path of its source.
    const module = imports.find(({ source }) => source.replace(/(\/index)?\.ts$/, '') === reflection.name);
    if (module && reflection.kind === ReflectionKind.Module) reflection.name = module.name;
  });
  const project = await app.convert();
  if (!project) throw new Failure('TypeDoc failed: see above.');
  app.validate(project);
  const main = project.children?.find(({ name }) => name === imports[0]?.name);
  if (main) {
    const groups = QUESTIONS.map(([question]) => new ReflectionGroup(question, main));
    const kinds = ['Function', 'Class', 'Interface', 'TypeAlias'];
    const getRank = (/** @type {import('typedoc').Reflection} */ { kind }) =>
      kinds.indexOf(ReflectionKind[kind]);
    for (const child of [...(main.children ?? [])].sort((a, b) => getRank(a) - getRank(b))) {
      const source = child.sources?.[0]?.fileName ?? '';
      groups[QUESTIONS.findIndex(([, sources]) => sources.test(source))]?.children.push(child);
    }
    main.groups = groups;
  }
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Failure('TypeDoc has warnings: see above.');
  writeIndex();
}

/** Begins the index of the reference with the page that says what to import. */
function writeIndex() {
  const path = join(root, 'docs/api/index.md');
  const pages = new Map(
    Array.from(readFileSync(path, 'utf8').matchAll(/^- \[(.+)\]\((.+)\)$/gm), ([, name, page]) => [
      name,
      page,
    ]),
  );
  const [, modules] = readFileSync(path, 'utf8').split('\n## Modules\n');
  const table = readFileSync(join(root, 'docs/imports.md'), 'utf8')
    .replace(/\]\((?!https?:)/g, '](../')
    .replace(/^\| `(.+?)` \|/gm, (cell, name) => {
      const page = pages.get(name.replace('…', imports[0]?.name ?? ''));
      return page ? cell.replace(`\`${name}\``, `[\`${name}\`](${page})`) : cell;
    });
  writeFileSync(path, `${table}\n## Reference\n${modules}`);
}

/** Writes what each page is about, with the address of its Markdown, from the index of the documents. */
function writeList() {
  const [, ...sections] = readFileSync(join(root, 'docs/README.md'), 'utf8').split('\n## ');
  const lists = sections.map((section) => {
    const rows = section.matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+) \|$/gm);
    const pages = Array.from(
      rows,
      ([, title, href, about]) => `- [${title}](${new URL(href ?? '', `${RAW}/docs/`)}): ${about}`,
    );
    return `## ${section.split('\n', 1)[0]}\n\n${pages.join('\n')}\n`;
  });
  const { name, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const start = `- [README](${RAW}/README.md): what it does, a first example, and a comparison`;
  writeFileSync(
    join(root, 'dist-docs/llms.txt'),
    [`# ${name}`, `> ${description}`, start, ...lists].join('\n\n'),
  );
}

await runMain(async () => {
  await ensureInstalled('scripts/docs');
  await writeReference(await writePages());
  const { build } = await import('vitepress');
  await build(import.meta.dirname);
  // A server shows it for an address in any folder, from where the scripts and styles of VitePress's own page
  // would not be found.
  copyFileSync(join(import.meta.dirname, '404.html'), join(root, 'dist-docs/404.html'));
  writeList();
  process.env['DOCS_URL'] = '../docs/guides/add-to-a-dapp.html';
  // After VitePress, which empties the folder.
  if ((await runScript('build:demo', ['--outDir', join(root, 'dist-docs/demo')])) !== 0)
    throw new Failure('The demo could not be built: see the message above.');
});
