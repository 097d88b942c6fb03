import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../ensure.mjs';
import { writePages } from '../pages.mjs';
import { Failure, root, runMain, runScript } from '../process.mjs';

// Builds the site into `dist-docs`: TypeDoc writes the reference of both packages as Markdown into
// `docs/api`, which Git ignores, as it does `docs/made`, whose pages are made from data. VitePress makes the
// site of all Markdown, and the demo is a folder of it. `llms.txt` lists its pages for programs that read
// them as Markdown.

const RAW = 'https://raw.githubusercontent.com/mobile-wallet-standard/mobile-wallet-standard/main';
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
  const { writeReference } = await import('./reference.mjs');
  await writeReference(await writePages());
  const { build } = await import('vitepress');
  await build(import.meta.dirname);
  // A server shows it for an address in any folder, from where the scripts and styles of VitePress's own page
  // would not be found.
  copyFileSync(join(import.meta.dirname, '404.html'), join(root, 'dist-docs/404.html'));
  writeList();
  process.env['DOCS_URL'] = '../docs/';
  process.env['GUIDE_URL'] = '../docs/guides/add-to-a-dapp.html';
  // After VitePress, which empties the folder.
  if ((await runScript('build:demo', ['--outDir', join(root, 'dist-docs/demo')])) !== 0)
    throw new Failure('The demo could not be built: see the message above.');
});
