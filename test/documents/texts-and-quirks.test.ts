import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QUIRKS, type Quirk } from '../../mock/src/wallet/quirk-table.js';
import { root } from '../../scripts/process.mjs';
import { APP_LIST_TEXTS } from '../../src/dialogs/app-list-texts.js';
import { SCAN_TEXTS } from '../../src/dialogs/scan-texts.js';
import { DEFAULT_TEXTS } from '../../src/dialogs/texts.js';

const PAGE = 'docs/texts-and-quirks.md';
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Returns the rows of a table. */
const toRows = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([name, text]) => `| \`${name}\` | ${text} |\n`).join('');

/** Returns what each value of a quirk means, that of the reference wallet first. */
const describeValues = (quirk: Quirk): string => {
  if ('on' in quirk) {
    const values = [`\`true\`: ${quirk.on}`, `\`false\`: ${quirk.off}`];
    return (quirk.reference === false ? values.reverse() : values).join(' ');
  }
  if (!('options' in quirk)) return `\`${quirk.reference}\``;
  const options = quirk.options.map(([value, text]) => {
    const literal = `\`${JSON.stringify(value).replaceAll('"', "'")}\``;
    return value === text ? literal : `${literal}: ${text}`;
  });
  return options.join('; ');
};

/** What a failure says. */
const STALE = 'The page is stale. To write it anew: npx vitest run test/documents/texts-and-quirks -u';

it('the page of texts and quirks is as the code', async () => {
  const table = read('mock/src/wallet/quirk-table.ts');
  // Of a quirk, the comment says what its texts do not.
  const remarks = new Map(
    [...table.matchAll(/^ {2}\/\*\*([\s\S]*?)\*\/\s+(\w+): \{/gm)].map(
      ([, text = '', name = '']) => [name, text.replace(/\s+(?:\* ?)?/g, ' ').trim()] as const,
    ),
  );
  const quirks = Object.entries<Quirk>(QUIRKS).map(([name, quirk]) => {
    const title = [`**${quirk.title}**`, remarks.get(name)].filter(Boolean).join('<br>');
    return [name, `${title} | ${describeValues(quirk)}`] as const;
  });
  const [, differences = ''] =
    /( \* - [\s\S]*?) \*\/\nexport const REFERENCE_QUIRKS/.exec(read('mock/src/wallet/quirks.ts')) ?? [];
  const texts = Object.entries({ ...DEFAULT_TEXTS, ...SCAN_TEXTS, ...APP_LIST_TEXTS });
  const parts = [
    toRows(texts.map(([name, text]) => [name, text.replaceAll('|', '\\|').replaceAll('\n', ' / ')])),
    toRows(quirks),
    differences.replace(/\n \* {3}/g, ' ').replace(/^ \* /gm, ''),
  ];
  // The prose of the page is written by hand: each table, and the list at its end, is replaced.
  const page = read(PAGE);
  const current = page.replace(/(?:^\| `.*\n)+|(?:^- .*\n)+/gm, () => parts.shift() ?? '');
  await expect(current, STALE).toMatchFileSnapshot(join(root, PAGE));
  expect(parts).toEqual([]);
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
