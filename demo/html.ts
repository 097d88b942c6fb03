import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { highlight } from './highlight.js';
import { LIT, type Way } from './moments.js';

type Chunk = Readonly<{ fileName: string; imports: readonly string[]; dynamicImports: readonly string[] }>;

/**
 * Writes into the pages what is there before any script: the product, and the lines of code that run. Scripts
 * only light them.
 */
export const writeHtml = (): readonly Plugin[] => [
  {
    name: 'write the shop and its code',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        const shop = read('product.html');
        // The shop's own page has no other heading.
        const own = path.endsWith('shop.html') ? shop.replaceAll('h2>', 'h1>') : shop;
        const code = (Object.keys(LIT) as Way[]).map((way) => writeCode(way)).join('');
        return html.replace('<!-- shop -->', () => own).replace('<!-- code -->', () => code);
      },
    },
  },
  {
    name: 'name the scripts of the shop',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const find = (name: string): Chunk | undefined =>
          chunks.find(({ name: own, fileName }) => own === name || fileName === name);
        const shop = find('shop');
        if (!shop) return html;
        const files = new Set([shop.fileName]);
        for (const file of files) for (const other of find(file)?.imports ?? []) files.add(other);
        const hrefs = [...files].map((file) => `./${file}`);
        if (path.endsWith('index.html')) return html.replace('["/main.ts"]', () => JSON.stringify(hrefs));
        if (!path.endsWith('shop.html')) return html;
        return hrefs
          .filter((href) => !html.includes(href))
          .map((href) => ({ tag: 'link', attrs: { rel: 'modulepreload', href }, injectTo: 'head' }));
      },
    },
  },
];

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Returns a function of a file, as it is in the source, with its lines that talk to the wallet marked. */
function writeCode(way: Way): string {
  const source = read(`snippets/${way}.ts`);
  const code = source.slice(source.indexOf('export async function')).trim();
  const lines = code.split('\n').map((line) => {
    const step = LIT[way].findIndex((call) => line.includes(call));
    return writeLine(
      line,
      step < 0 ? '' : ` data-step="${step}" data-call="${escapeHtml(LIT[way][step] ?? '')}"`,
    );
  });
  const isFirst = way === Object.keys(LIT)[0];
  const setup = read('snippets/register.ts')
    .split('\n')
    .slice(2, -1)
    .map((line) => writeLine(line, ''));
  const before = isFirst ? `<pre class="setup"><code>${setup.join('')}</code></pre>` : '';
  return `<figure data-way="${way}"${isFirst ? '' : ' hidden'}><figcaption><b>${way}.ts</b> what runs when you press “Pay”</figcaption>${before}<pre><code>${lines.join('')}</code></pre></figure>`;
}

function writeLine(line: string, attributes: string): string {
  const indent = line.length - line.trimStart().length;
  const parts = highlight(line.trimStart()).map(([kind, part]) =>
    kind === undefined ? escapeHtml(part) : `<span class="${kind}">${escapeHtml(part)}</span>`,
  );
  return `<span class="line" style="--indent:${indent}"${attributes}>${parts.join('')}</span>`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
