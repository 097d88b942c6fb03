import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/process.mjs';
import { APP_LIST_TEXTS } from '../../src/dialogs/app-list-texts.js';
import { SCAN_TEXTS } from '../../src/dialogs/scan-texts.js';
import { DEFAULT_TEXTS } from '../../src/dialogs/texts.js';

// What a guide quotes is on a screen: a text of the dialogs as it is, or what the mock wallet, the demo or
// the guides' own dapp show. Otherwise it stands below.

/** Words of other programs. */
const PROGRAMS = [
  ...[
    'About phone',
    'Build number',
    'USB debugging',
    'Developer options',
    'Nearby devices',
    'Open by default',
  ],
  ...['inspect', 'Just once', 'Always', 'Advanced', 'Proceed', 'Block', 'Permissions', 'Apps on device'],
  'Select Wallet',
];
/** Words that are no text of a screen. */
const WORDS = [
  ...['In the tests', 'Mocked', 'read', 'Sign all', 'message', 'null', 'opening', 'closed', 'nonce 1'],
  ...['The specification', 'may have been sent', 'some were sent', 'This was not offered', 'Not sent'],
];
const QUOTATION = /“([^”]+)”|"([^"]+)"/g;
const CODE = /^([ \t]*)```[\s\S]*?^\1```|`[^`]*`|<!--[\s\S]*?-->/gm;

const git = (...paths: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);
/** Reads a file, with one kind of apostrophe. */
const read = (path: string): string => readFileSync(join(root, path), 'utf8').replaceAll('’', "'");

/** Returns a pattern of a text. What the library puts in, or a guide leaves out, may be anything. */
const toPattern = (text: string): string =>
  text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}|…/g, '.+?');
const dialogs = Object.values({ ...DEFAULT_TEXTS, ...SCAN_TEXTS, ...APP_LIST_TEXTS }).map(
  (text) => new RegExp(`^${toPattern(text.replaceAll('’', "'")).replace(/\\\.$/, '')}$`),
);
const screens = git('mock/src', 'demo', 'docs/example')
  .filter((path) => /(?<!\.test)\.(?:tsx?|html)$/.test(path))
  .map(read)
  .join('\n');

/** Returns the texts that a page quotes and no screen shows. */
function findUnshown(page: string): readonly string[] {
  const code = [...page.matchAll(CODE)].join('\n');
  const quoted = Array.from(page.replace(CODE, '').replace(/\s+/g, ' ').matchAll(QUOTATION), (match) =>
    (match[1] ?? match[2] ?? '').replace(/\.$/, ''),
  );
  return quoted.filter(
    (text) =>
      !dialogs.some((dialog) => dialog.test(text)) &&
      !new RegExp(`['"\`>\\s]${toPattern(text)}`).test(screens + code) &&
      ![...PROGRAMS, ...WORDS].includes(text),
  );
}

it('each text that a guide quotes is on a screen', () => {
  const unshown = git('docs/guides/*.md').flatMap((path) =>
    findUnshown(read(path)).map((text) => `${path}: ${text}`),
  );
  expect(unshown).toEqual([]);
});

it('reports a text of a dialog that is no more', () => {
  expect(findUnshown('Press “Open wallet”, then “Open the wallet of another phone”.')).toEqual([
    'Open the wallet of another phone',
  ]);
});
