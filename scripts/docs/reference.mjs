import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, Comment, Converter, ReflectionGroup, ReflectionKind } from 'typedoc';
import { MarkdownTheme } from 'typedoc-plugin-markdown';
import { Failure, root } from '../process.mjs';
import { getCode, moveSources, showCode } from './signature.mjs';

// Writes the reference of both packages: TypeDoc reads the sources, and its plug-in makes Markdown of them.

/** @import { DeclarationReflection, Reflection } from 'typedoc' */

const HOME = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard';
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

/** Whether an export is called. @param {DeclarationReflection} child */
const isFunction = ({ kind, type }) =>
  kind === ReflectionKind.Function || (kind === ReflectionKind.Variable && type?.type === 'reflection');

/** @typedef {readonly [title: string, fits: (child: DeclarationReflection) => boolean]} Group */

/** @type {(sources: RegExp) => Group[1]} */
const isIn = (sources) => (child) => sources.test(child.sources?.[0]?.fileName ?? '');

/**
 * What people ask of the main import, and what answers it, the first that fits.
 *
 * @type {readonly Group[]}
 */
const QUESTIONS = [
  ['Register', isIn(/^src\/(?:wallet\/(?:register|options|environment|store)|protocol\/remote-option)\./)],
  ['Pay', isIn(/^src\/(?:protocol\/types|dapp\/mobile-wallet|wallet\/(?:features|wallet)|util\/base58)\./)],
  ['Read errors', isIn(/^src\/util\/(?:find-error|errors)\./)],
  ['Change what it does', () => true],
];

/**
 * What the other imports have, which serve one purpose each.
 *
 * @type {readonly Group[]}
 */
const KINDS = [
  ['Functions', isFunction],
  ['Values', ({ kind }) => kind === ReflectionKind.Variable],
  ['Types', ({ kind }) => kind !== ReflectionKind.Reference],
  ['Also exported', () => true],
];

/** @param {ReadonlyMap<string, string>} quirks what each quirk of the mock wallet means */
export async function writeReference(quirks) {
  const app = await Application.bootstrapWithPlugins({
    ...{ plugin: ['typedoc-plugin-markdown'], entryFileName: 'index', hidePageHeader: true },
    theme: 'reference',
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
    // The signatures have them.
    ...{ parametersFormat: 'none' },
    // The types of Wallet Standard have a reference of their own.
    excludeExternals: true,
    packagesRequiringDocumentation: ['mobile-wallet-standard', 'mock-mobile-wallet'],
    validation: { notDocumented: true },
    treatWarningsAsErrors: true,
    logLevel: 'Warn',
  });
  /** @type {Map<Reflection, string>} the code that declares each export, and each of its members */
  const codes = new Map();
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    // The page of texts says what each is.
    if (reflection.parent?.name === 'DialogTexts')
      reflection.comment ??= new Comment([{ kind: 'text', text: 'A text of a dialog.' }]);
    const quirk = reflection.parent?.name === 'Quirks' && quirks.get(reflection.name);
    if (quirk) reflection.comment = new Comment([{ kind: 'text', text: quirk }]);
    // By default a module's name is the path of its source.
    const module = imports.find(({ source }) => source.replace(/(\/index)?\.ts$/, '') === reflection.name);
    if (module && reflection.kind === ReflectionKind.Module) reflection.name = module.name;
    const node = context.getSymbolFromReflection(reflection)?.declarations?.[0];
    const code = node && getCode(node);
    if (code) codes.set(reflection, code);
  });
  app.renderer.defineTheme(
    'reference',
    class extends MarkdownTheme {
      /** @override @param {Parameters<MarkdownTheme['getRenderContext']>[0]} page */
      getRenderContext(page) {
        return showCode(super.getRenderContext(page), codes);
      }
      /** @override @param {Parameters<MarkdownTheme['render']>[0]} page */
      render(page) {
        return moveSources(super.render(page));
      }
    },
  );
  const project = await app.convert();
  if (!project) throw new Failure('TypeDoc failed: see above.');
  app.validate(project);
  for (const module of project.children ?? []) {
    const kinds = module.name === imports[0]?.name ? QUESTIONS : KINDS;
    const groups = kinds.map((kind) => {
      const children = module.children?.filter((child) => kinds.find(([, fits]) => fits(child)) === kind);
      return { title: kind[0], children: orderByUse(children ?? [], codes) };
    });
    // The plug-in numbers the anchors in this order.
    module.children = groups.flatMap(({ children }) => children);
    module.groups = groups
      .filter(({ children }) => children.length > 0)
      .map(({ title, children }) => Object.assign(new ReflectionGroup(title, module), { children }));
  }
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Failure('TypeDoc has warnings: see above.');
  writeIndex();
}

/**
 * Puts functions first, then types, each before those that its code names, so that what belongs together
 * stands together.
 *
 * @param {readonly DeclarationReflection[]} children
 * @param {ReadonlyMap<Reflection, string>} codes
 */
function orderByUse(children, codes) {
  const listNamed = (/** @type {DeclarationReflection} */ child) =>
    Array.from((codes.get(child) ?? '').matchAll(/\b[A-Z]\w+/g), ([name]) => name).flatMap((name) =>
      children.filter((other) => other !== child && other.name === name),
    );
  const isNamed = new Set(children.filter((child) => !isFunction(child)).flatMap(listNamed));
  /** @type {Set<DeclarationReflection>} */
  const ordered = new Set();
  const add = (/** @type {DeclarationReflection} */ child) => {
    if (ordered.has(child)) return;
    ordered.add(child);
    if (!isFunction(child)) for (const named of listNamed(child)) add(named);
  };
  const functions = children.filter(isFunction);
  const types = functions.flatMap(listNamed);
  for (const child of [...functions, ...types, ...children.filter((one) => !isNamed.has(one)), ...children])
    add(child);
  return [...ordered];
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
