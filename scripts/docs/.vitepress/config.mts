import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { root } from '../../process.mjs';
import { addPackageManagers } from './package-managers.mjs';
import { ALL_THEN_ANY, searchOptions } from './search.mjs';
import { linkNames } from './signatures.mjs';

const HOME = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard';
const OWN = new RegExp(`^${HOME}/blob/main/`);
const IMPORTS = 'docs/imports.md';
/** The data of which the site makes a page, to which links to the data lead there: see pages.mjs. */
const MADE: Readonly<Record<string, string>> = {
  'src/dialogs/texts.ts': 'docs/made/texts.md',
  'mock/src/wallet/quirk-table.ts': 'docs/made/quirks.md',
  'test/faults': 'docs/made/faults.md',
};

/** Returns where a link of a page leads on the site: to another page of it, or to a file of the repository on GitHub. */
function getTarget(page: string, href: string): string {
  if (/^(?:[a-z]+:|#)/i.test(href) && !OWN.test(href)) return href;
  const [path = '', anchor] = decodeURI(href.replace(OWN, '')).split('#');
  const file = posix.join(OWN.test(href) ? '' : posix.dirname(page), path).replace(/\/$/, '');
  if (!existsSync(root + file)) throw new Error(`${page}: the link ${href} leads to no file`);
  const end = anchor === undefined ? '' : `#${anchor}`;
  // Of the site, the reference of the API begins with it: see site.mjs.
  if (file === IMPORTS) return `/docs/api/index.md${end}`;
  if (MADE[file]) return `/${MADE[file]}`;
  const index = file.endsWith('.md') ? file : posix.join(file, 'README.md');
  if (!existsSync(root + index)) return `${HOME}/blob/main/${file}${end}`;
  return `/${index.replace(/^README\.md$/, 'read-me.md').replace(/README\.md$/, 'index.md')}${end}`;
}

/** Returns the way from a page to another one of the site. */
function getRelative(page: string, target: string): string {
  return target.startsWith('/') ? posix.relative(posix.dirname(`/${page}`), target) : target;
}

/** Returns the groups of the navigation: each section of an index, with the pages that its table's rows, or its list, name first. */
function listGroups(path: string): DefaultTheme.SidebarItem[] {
  const [, ...sections] = readFileSync(root + path, 'utf8').split('\n## ');
  return sections.map((section) => ({
    text: section.split('\n', 1)[0],
    items: [...section.matchAll(/^(?:- |\| )\[(.+?)\]\((.+?)\)/gm)].map(([, text = '', href = '']) => ({
      text,
      link: getTarget(path, href),
    })),
  }));
}

/** Makes a page's addresses relative, so that the site works in any folder of any server. Its scripts learn the folder there. */
function makeRelative(html: string, _: string, { page }: { page: string }): string {
  const folder = '../'.repeat(page.split('/').length - 1) || './';
  // Absolute before the scripts run, because the navigation and the icon stay when they replace the page.
  const script = `__VP_SITE_DATA__.base = new URL('${folder}', location.href).pathname;
for (const link of document.querySelectorAll('a:not([href^="#"]), [rel=icon]')) link.href = link.href;`;
  return html
    .replace(/(\s(?:href|src|srcset)=")\/(?!\/)/g, `$1${folder}`)
    .replace('</body>', `<script>${script}</script></body>`);
}

/** ARIA in the theme's search that means nothing where it stands, or says something else than what is shown. */
const WRONG_ARIA =
  /\s:?(?:aria-(?!label|hidden)\w+="[^"]*"|role="(?:option|results[^"]*)"|aria-label="(?:\[|translate)[^"]*")/g;

/**
 * Makes the search a dialog with a list of links, and lets screen readers say that it is empty. In the theme it is a button with options that contain links.
 * And asks the page for the site's folder where VitePress has it from the build.
 */
function mendTheme(code: string, id: string): string | undefined {
  if (id.endsWith('/client/app/utils.js'))
    return code.replace('import.meta.env.BASE_URL', 'siteDataRef.value.base');
  // The frame on the first page has such a landmark, too.
  if (id.endsWith('/VPNav.vue')) return code.replace('class="VPNav"', 'class="VPNav" aria-label="Site"');
  if (id.endsWith('/NotFound.vue'))
    return code
      .replace('class="NotFound"', 'class="NotFound" role="main"')
      .replace(/<blockquote|<\/blockquote/g, (tag) => tag.replace('blockquote', 'p'));
  if (!/\/VP(?:LocalSearchBox|NavBarSearchButton)\.vue$/.test(id)) return undefined;
  return code
    .replace('role="button"', 'role="dialog"')
    .replace(/index\s*\.search\(filterTextValue\)/, ALL_THEN_ANY)
    .replace(':aria-label="translate(\'button.', ':title="translate(\'button.')
    .replace(
      '.slice(0, 16)',
      ".slice(0, 16).map((found) => ({ ...found, id: found.id.replace('/', vitePressData.site.value.base) }))",
    )
    .replace('`(${', '`(\\\\b${')
    .replace(WRONG_ARIA, '')
    .replace('class="results"', `class="results" :aria-live="results?.length ? 'off' : 'polite'"`);
}

export default defineConfig({
  title: 'mobile-wallet-standard',
  description: "Makes the wallet app on a person's phone a Wallet Standard wallet in the browser",
  head: [['link', { rel: 'icon', href: '/demo/icon.svg' }]],
  srcDir: '../..',
  srcExclude: ['{test-results,playwright-report}/**', IMPORTS],
  outDir: '../../dist-docs',
  cacheDir: '../../.cache/vitepress',
  // Each README is the page of its folder, as on GitHub.
  rewrites: {
    'README.md': 'read-me.md',
    ':folder(.*)/README.md': ':folder/index.md',
    'scripts/docs/landing.md': 'index.md',
  },
  transformHtml: makeRelative,
  // The pages of the reference are made of the sources, and their outline has a name of each export.
  transformPageData: ({ relativePath }) =>
    relativePath.startsWith('docs/api/')
      ? { frontmatter: { editLink: false, outline: [2, 3], pageClass: 'reference' } }
      : undefined,
  // Before the styles ask for it, so that most pages are drawn with it at once.
  transformHead: ({ assets }) =>
    assets
      .filter((href) => /inter-latin.*\.woff2$/.test(href))
      .map((href) => ['link', { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: '' }]),
  vite: {
    // The library has a configuration of Vite beside the pages.
    configFile: false,
    experimental: { renderBuiltUrl: () => ({ relative: true }) },
    build: { chunkSizeWarningLimit: 2_000 },
    plugins: [{ name: 'mended theme', enforce: 'pre', transform: mendTheme }],
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { mts: 'ts' },
    anchor: { slugify: slug },
    config: (md) => {
      const { fence, code_inline: code } = md.renderer.rules;
      // A name that may be as wide as a phone is broken between its words.
      md.renderer.rules.code_inline = (...args) =>
        `${code?.(...args)}`.replace(/\w{24,}/g, (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '<wbr>'));
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const html = fence?.(tokens, index, ...rest) ?? '';
        return tokens[index]?.info.endsWith(' signature') ? linkNames(html, tokens, index) : html;
      };
      md.core.ruler.before('normalize', 'package managers', (state) => {
        state.src = addPackageManagers(state.src);
      });
      md.core.ruler.push('links', ({ tokens, env }) => {
        for (const [index, token] of tokens.entries()) {
          // The head of a column without a name is no head.
          const isEmptyHead = token.type === 'th_open' && tokens[index + 1]?.content === '';
          for (const end of isEmptyHead ? tokens.slice(index, index + 3) : []) end.tag &&= 'td';
          // The list below becomes tabs, see theme/index.ts.
          if (token.content === 'Choose your set-up:') tokens[index + 2]?.attrSet('class', 'tabs');
          for (const part of token.children ?? []) {
            const href = part.type === 'link_open' && part.attrGet('href');
            if (href) part.attrSet('href', getRelative(env.relativePath, getTarget(env.relativePath, href)));
          }
        }
      });
    },
  },
  themeConfig: {
    logo: '/demo/icon.svg',
    search: {
      provider: 'local',
      options: searchOptions,
    },
    nav: [
      { text: 'Guides', link: '/docs/' },
      { text: 'Demo', link: '/demo/', target: '_self' },
      { text: 'API', link: '/docs/api/' },
    ],
    sidebar: [
      ...listGroups('docs/README.md'),
      ...listGroups('docs/api/index.md').map((group) => ({ ...group, text: 'API' })),
    ],
    notFound: {
      code: '404',
      title: 'This page does not exist',
      quote: 'It may have moved, or the address may have a mistake in it.',
      linkText: 'Go to the first page',
      linkLabel: 'Go to the first page',
    },
    editLink: { pattern: `${HOME}/edit/main/:path`, text: 'Edit this page' },
    socialLinks: [{ icon: 'github', link: HOME }],
  },
});
