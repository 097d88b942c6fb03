import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { root } from '../../process.mjs';

const HOME = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard';
const OWN = new RegExp(`^${HOME}/blob/main/`);

/** Returns where a link of a page leads on the site: to another page of it, or to a file of the repository on GitHub. */
function getTarget(page: string, href: string): string {
  if (/^(?:[a-z]+:|#)/i.test(href) && !OWN.test(href)) return href;
  const [path = '', anchor] = decodeURI(href.replace(OWN, '')).split('#');
  const file = posix.join(OWN.test(href) ? '' : posix.dirname(page), path).replace(/\/$/, '');
  if (!existsSync(root + file)) throw new Error(`${page}: the link ${href} leads to no file`);
  const end = anchor === undefined ? '' : `#${anchor}`;
  const index = file.endsWith('.md') ? file : posix.join(file, 'README.md');
  if (!existsSync(root + index)) return `${HOME}/blob/main/${file}${end}`;
  return `/${index.replace(/README\.md$/, 'index.md')}${end}`;
}

/** Lists the pages that a section of an index names first in the rows of its tables, or in its list. */
function listPages(path: string, heading: string): DefaultTheme.SidebarItem[] {
  const [, section = ''] = readFileSync(root + path, 'utf8').split(`\n## ${heading}\n`);
  const links = section.split('\n## ')[0]?.matchAll(/^(?:- |\| )\[(.+?)\]\((.+?)\)/gm) ?? [];
  return [...links].map(([, text = '', href = '']) => ({ text, link: getTarget(path, href) }));
}

/** ARIA in the theme's search that means nothing where it stands, or says something else than what is shown. */
const WRONG_ARIA =
  /\s:?(?:aria-(?!label|hidden)\w+="[^"]*"|role="(?:option|results[^"]*)"|aria-label="(?:\[|translate)[^"]*")/g;

/** Makes the search a dialog with a list of links. In the theme it is a button with options that contain links. */
function mendSearch(code: string, id: string): string | undefined {
  if (!/\/VP(?:LocalSearchBox|NavBarSearchButton)\.vue$/.test(id)) return undefined;
  return code
    .replace('role="button"', 'role="dialog"')
    .replace(':aria-label="translate(\'button.', ':title="translate(\'button.')
    .replace(WRONG_ARIA, '');
}

export default defineConfig({
  title: 'mobile-wallet-standard',
  description: "Makes the wallet app on a person's phone a Wallet Standard wallet in the browser",
  // The theme's own colour has too little contrast.
  head: [['style', {}, 'html:root { --vp-code-lang-color: var(--vp-c-text-2) }']],
  srcDir: '../..',
  srcExclude: ['{test-results,playwright-report}/**'],
  outDir: '../../dist-docs',
  cacheDir: '../../.cache/vitepress',
  // Each README is the page of its folder, as on GitHub.
  rewrites: { 'README.md': 'index.md', ':folder(.*)/README.md': ':folder/index.md' },
  vite: {
    // The library has a configuration of Vite beside the pages.
    configFile: false,
    build: { chunkSizeWarningLimit: 2_000 },
    plugins: [{ name: 'accessible search', enforce: 'pre', transform: mendSearch }],
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { mts: 'ts' },
    anchor: { slugify: slug },
    config: (md) => {
      md.core.ruler.push('links', ({ tokens, env }) => {
        for (const [index, token] of tokens.entries()) {
          // The head of a column without a name is no head.
          const isEmptyHead = token.type === 'th_open' && tokens[index + 1]?.content === '';
          for (const end of isEmptyHead ? tokens.slice(index, index + 3) : []) end.tag &&= 'td';
          for (const part of token.children ?? []) {
            const href = part.type === 'link_open' && part.attrGet('href');
            if (href) part.attrSet('href', getTarget(env.relativePath, href));
          }
        }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guides', link: '/docs/' },
      { text: 'API', link: '/docs/api/' },
    ],
    sidebar: [
      { text: 'Guides', items: listPages('docs/README.md', 'Guides') },
      { text: 'Reference', items: listPages('docs/README.md', 'Reference') },
      { text: 'API', items: listPages('docs/api/index.md', 'Modules') },
    ],
    socialLinks: [{ icon: 'github', link: HOME }],
  },
});
