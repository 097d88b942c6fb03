import { expect, it } from 'vitest';
import { withFolder } from './folder.mjs';
import { findBrokenLinks } from './links.mjs';

const OWN = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard';
const OTHER = '# Other `page`, twice!\n\n## Twice\n\n## Twice\n\n<a id="by-hand"></a>\n';

/**
 * @param {string} text Markdown
 * @returns the links of `docs/page.md` that lead nowhere
 */
async function findBroken(text) {
  const files = { 'docs/page.md': text, 'docs/other.md': OTHER, 'README.md': '# Home', 'src/a.ts': '' };
  const problems = await withFolder(files, (folder) => findBrokenLinks(folder, 'docs/page.md'));
  return problems.map(({ line, message }) => `${line}: ${message}`);
}

it('accepts files, folders, headings, anchors in HTML and other sites', async () => {
  const targets = [
    'other.md',
    './other.md#other-page-twice',
    'other.md#twice-1',
    'other.md#by-hand',
    '#own',
    '..#home',
    '../src/a.ts#L3',
    '../src/',
    'https://example.com/none.md#none',
    'mailto:a@example.com',
    `${OWN}/blob/main/docs/other.md#twice`,
    `${OWN}/issues`,
    `${OWN}#home`,
  ];
  const text = `# Own\n\n${targets.map((target) => `[a](${target})`).join('\n')}\n\n| a |\n|---|\n| [b](other.md) |\n`;
  expect(await findBroken(text)).toEqual([]);
});

it('reports files and headings that do not exist, with the line of the link', async () => {
  const text = [
    'A paragraph',
    'with [a](none.md), and',
    '[another](other.md#none).',
    '',
    `| ${OWN}/blob/main/none.md | [c](#none) |`,
    '|---|---|',
    `| [b](${OWN}/blob/main/none.md) | ![picture](a.png) |`,
    '',
    '<picture><source srcset="b.png"><img src="../README.md"></picture>',
    '',
    '[ref]: Other.md',
    'See [it][ref], and [above](../../README.md).',
  ].join('\n');
  expect(await findBroken(text)).toEqual([
    '2: the link none.md leads to no file: docs/none.md',
    '3: the link other.md#none leads to no heading of docs/other.md',
    '5: the link #none leads to no heading of docs/page.md',
    `7: the link ${OWN}/blob/main/none.md leads to no file: none.md`,
    '7: the link a.png leads to no file: docs/a.png',
    '9: the link b.png leads to no file: docs/b.png',
    '12: the link Other.md leads to no file: docs/Other.md',
    '12: the link ../../README.md leads to no file: ../README.md',
  ]);
});
