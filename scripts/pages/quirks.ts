import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUIRKS, type Quirk } from '../../mock/src/wallet/quirk-table.js';
import { root } from '../process.mjs';
import { toTable } from './table.js';

/** Returns of each quirk of the mock wallet its name, its title with its comment, and its values. */
export function describeQuirks(): readonly (readonly [name: string, title: string, values: string])[] {
  // Of a quirk, the comment says what its texts do not.
  const remarks = new Map(
    [...read('quirk-table.ts').matchAll(/^ {2}\/\*\*([\s\S]*?)\*\/\s+(\w+): \{/gm)].map(
      ([, text = '', name = '']) => [name, text.replace(/\s+(?:\* ?)?/g, ' ').trim()] as const,
    ),
  );
  return Object.entries<Quirk>(QUIRKS).map(([name, quirk]) => {
    const title = [`**${quirk.title}**`, remarks.get(name)].filter(Boolean).join('<br>');
    return [name, title, describeValues(quirk)];
  });
}

/** Returns the page that lists all quirks of the mock wallet, and what it does not play. */
export function createQuirksPage(): string {
  const [, differences = ''] =
    /( \* - [\s\S]*?) \*\/\nexport const REFERENCE_QUIRKS/.exec(read('quirks.ts')) ?? [];
  return [
    '# Quirks of the mock wallet',
    '',
    '`quirks` is an option and a setting of the mock wallet. The defaults are those of the reference Android',
    'wallet library, and stand first among the values. A negative number is the code of an error response.',
    '',
    ...toTable(
      ['quirk', 'what it is', 'values'],
      describeQuirks().map(([name, title, values]) => [`\`${name}\``, title, values]),
    ),
    '',
    '## Habits of the reference library that the mock wallet does not have',
    '',
    differences.replace(/\n \* {3}/g, ' ').replace(/^ \* /gm, ''),
  ].join('\n');
}

const read = (name: string): string => readFileSync(join(root, 'mock/src/wallet', name), 'utf8');

/** Returns what each value of a quirk means, that of the reference wallet first. */
function describeValues(quirk: Quirk): string {
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
}
