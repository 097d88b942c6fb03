import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QUIRKS } from '../../mock/src/wallet/quirk-table.js';
import { createQuirksPage } from '../../scripts/pages/quirks.js';
import { createTextsPage } from '../../scripts/pages/texts.js';
import { root } from '../../scripts/process.mjs';
import { APP_LIST_TEXTS } from '../../src/dialogs/app-list-texts.js';
import { SCAN_TEXTS } from '../../src/dialogs/scan-texts.js';
import { DEFAULT_TEXTS } from '../../src/dialogs/texts.js';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Returns the cells of the rows of a page's table, without its head. */
const readRows = (page: string): readonly (readonly string[])[] =>
  (page.match(/^\| `.*$/gm) ?? []).map((row) => row.slice(2, -2).split(/ (?<!\\)\| /));

it('the page of texts has each text of the dialogs', () => {
  const rows = readRows(createTextsPage());
  const texts = { ...DEFAULT_TEXTS, ...SCAN_TEXTS, ...APP_LIST_TEXTS };
  expect(rows.map(([name]) => name)).toEqual(Object.keys(texts).map((name) => `\`${name}\``));
  expect(rows.filter((cells) => cells.length !== 2)).toEqual([]);
});

it('the page of quirks has each quirk with its values, and what the mock wallet does not play', () => {
  const page = createQuirksPage();
  const rows = readRows(page);
  expect(rows.map(([name]) => name)).toEqual(Object.keys(QUIRKS).map((name) => `\`${name}\``));
  expect(rows.filter((cells) => cells.length !== 3)).toEqual([]);
  expect(page).toContain('| `\'1\'`: {"v":"1"}; `1`: {"v":1}; `\'v1\'`');
  // A remark, which is a comment of the table.
  expect(page).toContain('**A protocol violation closes the socket**<br>A protocol violation is');
  expect(page.match(/^- .*\.$/gm)?.length).toBeGreaterThan(5);
});

it('the mock wallet’s README names each flag of its command', () => {
  const usages = ['serve', 'scan'].flatMap((name) => {
    const source = read(`mock/src/install/cli/${name}-command.ts`);
    return source.match(/_USAGE = `[\s\S]*?`;/g) ?? [];
  });
  expect(usages).toHaveLength(3);
  const flags = new Set(usages.join('').match(/(?<![\w-])--[a-z][a-z-]+/g));
  expect(flags.size).toBeGreaterThan(10);
  const named = new Set(read('mock/README.md').match(/(?<![\w-])--[a-z][a-z-]+/g));
  expect([...flags].filter((flag) => !named.has(flag))).toEqual([]);
});
