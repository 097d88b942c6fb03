import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../ensure.mjs';
import { Failure, root, runMain, runScript } from '../process.mjs';

// Builds the site into `dist-docs`: TypeDoc writes the reference of both packages as Markdown into
// `docs/api`, which Git ignores, VitePress makes the site of all Markdown, and the demo is a folder of it.

const HOME = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard';
/** What each quirk of the mock wallet means, which is written once, in a table that its screens show. */
const quirks = new Map(
  Array.from(
    readFileSync(join(root, 'docs/texts-and-quirks.md'), 'utf8').matchAll(
      /^\| `(\w+)` \| (.+) \| (.+) \|$/gm,
    ),
    ([, name, title, values]) => [name, `${title}<br>${values}`],
  ),
);
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

async function writeReference() {
  const { Application, Comment, Converter, ReflectionKind } = await import('typedoc');
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
    sort: ['source-order'],
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
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Failure('TypeDoc has warnings: see above.');
}

await runMain(async () => {
  await ensureInstalled('scripts/docs');
  await writeReference();
  const { build } = await import('vitepress');
  await build(import.meta.dirname);
  // A server shows it for an address in any folder, from where the scripts and styles of VitePress's own page
  // would not be found.
  copyFileSync(join(import.meta.dirname, '404.html'), join(root, 'dist-docs/404.html'));
  process.env['DOCS_URL'] = '../docs/guides/add-to-a-dapp.html';
  // After VitePress, which empties the folder.
  if ((await runScript('build:demo', ['--outDir', join(root, 'dist-docs/demo')])) !== 0)
    throw new Failure('The demo could not be built: see the message above.');
});
