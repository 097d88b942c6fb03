import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Application, Comment, Converter, JSX, PageEvent, ReflectionKind } from 'typedoc';
import ts from 'typescript';
import { Failure, root } from '../../process.mjs';
import { listFiles } from '../pages.mjs';
import { mendPage } from './mend.mjs';
import { makePage } from './pages.mjs';

const WORK = join(root, '.cache/docs/site');
const HOME = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard';
/** Both packages: where each one's folder is, and where its sources are. */
const PACKAGES = ['', 'mock/'];
/** The pages besides README.md and the guides, in their order. */
const OTHERS = [
  'docs/texts-and-quirks.md',
  'docs/matrix.md',
  'docs/decisions.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
];

const LANGUAGES = 'ts tsx mts js jsx json sh bash html css diff svelte vue yaml text'.split(' ');
const OPEN_GUIDES =
  "localStorage['tsd-accordion-Guides'] ??= 'true';localStorage['tsd-accordion-Modules'] ??= 'true';";

/**
 * Lists the imports of both packages with the source of each.
 *
 * @returns {readonly Readonly<{ name: string, source: string }>[]}
 */
function listImports() {
  return PACKAGES.flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return Object.entries(exports).flatMap(([subpath, target]) =>
      typeof target === 'string'
        ? []
        : [
            {
              name: `${name}${subpath.slice(1)}`,
              source: `${folder}${target.types.replace('./dist/', 'src/').replace('.d.ts', '.ts')}`,
            },
          ],
    );
  });
}

/** Lists the pages in the order of the site's navigation. The index of the guides says in which order they are read. */
function listSitePages() {
  const index = existsSync(join(root, 'docs/README.md'))
    ? readFileSync(join(root, 'docs/README.md'), 'utf8')
    : '';
  const getRank = (/** @type {string} */ path) => {
    const rank = index.indexOf(path.replace('docs/', ''));
    return rank < 0 ? Number.POSITIVE_INFINITY : rank;
  };
  const guides = existsSync(join(root, 'docs/guides')) ? listFiles(root, 'docs/guides', /\.md$/) : [];
  const sorted = [...guides].sort((a, b) => getRank(a) - getRank(b));
  return {
    guides: [...sorted, 'mock/README.md'],
    others: OTHERS.filter((path) => existsSync(join(root, path))),
  };
}

/**
 * Writes the pages as the site has them, and returns their paths.
 *
 * @returns {readonly string[]}
 */
function writePages() {
  rmSync(WORK, { recursive: true, force: true });
  const { guides, others } = listSitePages();
  const pages = ['README.md', ...guides, ...others];
  const hasFile = (/** @type {string} */ path) => existsSync(join(root, path));
  for (const path of pages) {
    const group = guides.includes(path) ? 'Guides' : 'About';
    const text = makePage(path, readFileSync(join(root, path), 'utf8'), { pages, group, hasFile });
    mkdirSync(dirname(join(WORK, path)), { recursive: true });
    writeFileSync(join(WORK, path), text);
  }
  cpSync(join(root, 'docs/pictures'), join(WORK, 'docs/pictures'), { recursive: true });
  return [...guides, ...others].map((path) => join(WORK, path));
}

/**
 * Puts each table into a region that scrolls on narrow screens, also by the keyboard.
 *
 * @param {{ renderer: { rules: object } }} parser markdown-it
 */
function makeTablesScroll({ renderer }) {
  const open = '<div class="table" role="group" aria-label="Table" tabindex="0"><table>';
  Object.assign(renderer.rules, { table_open: () => open, table_close: () => '</table></div>' });
}

/**
 * Adds to the description of a dialog's text what it says.
 *
 * @param {import('typedoc').DeclarationReflection} reflection
 * @param {ts.Symbol | undefined} symbol
 */
function describeText(reflection, symbol) {
  const [declaration] = symbol?.declarations ?? [];
  if (!declaration || !ts.isPropertyAssignment(declaration)) return;
  const { initializer } = declaration;
  if (!ts.isStringLiteralLike(initializer)) return;
  const text = `By default: ${initializer.text.split('\n').join(' / ')}`;
  reflection.comment ??= new Comment();
  reflection.comment.summary.push({
    kind: 'text',
    text: `${reflection.comment.hasVisibleComponent() ? '\n\n' : ''}${text}`,
  });
}

/** Types of Wallet Standard that the reference names, but whose reference is Wallet Standard's own. */
const WALLET_STANDARD = [
  'Wallet',
  'WalletAccount',
  'StandardConnectFeature',
  'StandardDisconnectFeature',
  'StandardEventsFeature',
  'SolanaSignAndSendAllTransactionsFeature',
  'SolanaSignAndSendTransactionFeature',
  'SolanaSignInFeature',
  'SolanaSignMessageFeature',
  'SolanaSignTransactionFeature',
];

/**
 * Builds the site: README.md, the guides, and the reference of both packages.
 *
 * @param {string} out the folder to write to, which is emptied first
 */
export async function buildSite(out) {
  const imports = listImports();
  const projectDocuments = writePages();
  const app = await Application.bootstrap({
    name: 'mobile-wallet-standard',
    entryPoints: imports.map(({ source }) => join(root, source)),
    tsconfig: join(root, 'tsconfig.json'),
    out,
    basePath: root,
    readme: join(WORK, 'README.md'),
    projectDocuments: [...projectDocuments],
    customCss: join(root, 'scripts/docs/site/style.css'),
    customJs: join(root, 'scripts/docs/site/script.js'),
    disableGit: true,
    sourceLinkTemplate: `${HOME}/blob/main/{path}#L{line}`,
    sortEntryPoints: false,
    excludeInternal: true,
    githubPages: true,
    hideGenerator: true,
    includeVersion: false,
    lightHighlightTheme: 'github-light-high-contrast',
    darkHighlightTheme: 'github-dark-high-contrast',
    highlightLanguages: LANGUAGES,
    navigationLinks: { GitHub: HOME },
    navigation: { includeGroups: true },
    groupOrder: ['Guides', 'Modules', 'Functions', 'Interfaces', 'Type Aliases', '*', 'About'],
    sort: ['source-order'],
    markdownItLoader: makeTablesScroll,
    searchInComments: true,
    searchInDocuments: true,
    intentionallyNotExported: WALLET_STANDARD,
    packagesRequiringDocumentation: ['mobile-wallet-standard', 'mock-mobile-wallet'],
    validation: {
      notExported: true,
      invalidLink: true,
      invalidPath: true,
      notDocumented: true,
      rewrittenLink: true,
    },
    treatWarningsAsErrors: true,
    logLevel: 'Warn',
  });
  // By default a module's name is the path of its source.
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (reflection.parent?.name === 'DialogTexts')
      describeText(reflection, context.getSymbolFromReflection(reflection));
    if (reflection.kind !== ReflectionKind.Module) return;
    const found = imports.find(
      ({ source }) => source.replace(/\.ts$/, '').replace(/\/index$/, '') === reflection.name,
    );
    if (found) reflection.name = found.name;
  });
  // TypeDoc keeps in the browser's storage which parts of the navigation are open. Guides are open at first.
  app.renderer.hooks.on('body.begin', () =>
    JSX.createElement(JSX.Raw, { html: `<script>${OPEN_GUIDES}</script>` }),
  );
  app.renderer.on(PageEvent.END, (page) => {
    if (page.contents?.startsWith('<!DOCTYPE html>')) page.contents = mendPage(page.contents);
  });
  const project = await app.convert();
  if (!project) throw new Failure('TypeDoc could not read the sources: see the messages above.');
  app.validate(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Failure('The site has warnings: see above.');
  await app.generateOutputs(project);
  if (!app.logger.hasErrors() && !app.logger.hasWarnings()) return;
  // Otherwise the next run would take it for a site that is built.
  rmSync(out, { recursive: true });
  throw new Failure('The site has warnings: see above.');
}
