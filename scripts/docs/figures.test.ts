import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { type Fetched, FLOW_BUDGETS } from '../../bench/bundles/flow-budgets.js';
import { NEXT_PEERS, PEERS } from '../../bench/bundles/peers.js';
import { createComparison, readFigure } from '../../bench/comparison.js';
import { FAULTS } from '../../bench/faults/run.js';
import { bundle, DAPPS, getFirst, getGzipSize } from '../bundles.mjs';
import { root } from '../process.mjs';

// A figure of a document stands below with its source: `{30 s = REACH_TIMEOUT_MS}` for a constant of the
// code, before which its file stands if several have one, or a part of that file's text with `#` for the
// number; `{6 KB = size / first load}` for a check of `.size-limit.mjs`; or `section / row / column` for a
// cell of `bench/README.md`. The words around it find it in the document.
const FIGURES: Readonly<Record<string, readonly string[]>> = {
  'ARCHITECTURE.md': ['at most {a second = DEAUTHORIZE_WAIT_MS}, if a'],
  'README.md': [
    'the same: {57 = faults / all / peer: hangs} and {60 = faults / all / next: hangs} differ only',
  ],
  'SECURITY.md': [
    '4,500. After {10 s = HELLO_RSP_TIMEOUT_MS} without an',
    'limit of {30 s = HELLO_TIMEOUT_MS}; a request',
    'up to {1,000 = MAX_WALLET_MESSAGE_LENGTH} characters of',
    'authorization | {100 = check.ts MAX_ACCOUNTS} |',
    'token | {4,096 = MAX_TOKEN_LENGTH} characters |',
    '`label` | {128 = text-checks.ts MAX_LABEL_LENGTH} characters |',
    '`display_address_format` | {128 = MAX_DISPLAY_ADDRESS_LENGTH} characters |',
    'icon | {32,768 = MAX_ICON_LENGTH} characters |',
    'authorization | {131,072 = MAX_ICONS_LENGTH} characters together',
    'wallet | {32 = MAX_NAMES} names of {64 = MAX_NAME_LENGTH} characters, {32 = MAX_NAMES} versions |',
    '`wallet_uri_base` | {2,048 = MAX_BASE_URI_LENGTH} characters |',
    'entry | {1,048,576 = MAX_ENTRY_LENGTH} characters |',
  ],
  'docs/decisions.md': [
    'dial ({30 s = dial.ts REACH_TIMEOUT_MS} each), the',
    'dialogs ({10 s = QUESTION_TIMEOUT_MS}), connecting to a reflector or relay ({10 s = reflector.ts REACH_TIMEOUT_MS}), HELLO_RSP, and',
    'opens within {two seconds = RETURN_GRACE_MS}. If',
    'all that was aborted, for at most {10 s = ABORTED_ANSWER_MS}. An',
    'hidden within {10 s = TAP_MS} of a',
    'limit of {30 seconds = dial.ts REACH_TIMEOUT_MS} ends the',
    'page waits {30 s = relayed.ts reachTimeoutMs = #}, then until it is visible, then {two seconds = JOIN_GRACE_MS}, and the',
    'up to {45 s = reference-server.ts PING_INTERVAL_MS} later. When',
    'hidden for less than {a second = SHORTEST_VISIT_MS}, the wallet',
    'second one within {a minute = REPEAT_MS} without a',
    'comes {three seconds = SHOW_AFTER_PERHAPS_MS} after perhaps back',
    'blurred | nothing is shown | {3 s = SHOW_AFTER_PERHAPS_MS} after',
    'pending for {a second = held-replies.ts HELD_REPLY_MS}, the library',
    'So within {a minute = CONTINUATION_MS} of the',
    'left alone for {seven days = LINK_REST_MS}, because',
    '**Probes are {20 ms = FIRST_PROBE_MS} apart at first, {120 ms = USUAL_PROBE_MS} after a',
    'answer for {a second = PROBE_TIMEOUT_MS}, or if an',
    'offer says {30 s = reflector.ts LIFETIME_MS}, as long as',
    'message every {25 s = KEEP_ALIVE_MS},** because proxies',
    'ends within {a second = SHORTEST_LIFE_MS} of being',
  ],
  'docs/guides/another-device.md': [
    'idle for {five minutes = REMOTE_IDLE_MS} (`idleMs`, beside',
    'library | {4,096 bytes = MAX_REFLECTOR_FRAME_BYTES}: some',
    'It waits {30 s = halfOpenTimeout = #} for the wallet, ends a session after {90 s = pairTimeout = #}, and closes',
    'more than {4,096 bytes = maxFrame = #} at once.',
    'wallet has {10 = served-phone.ts airdrop = #,} SOL. There',
  ],
  'docs/guides/content-security-policy.md': ['`SESSION_TIMEOUT` after {10 s = PAGE_TIMEOUT_MS}, with such'],
  'docs/guides/endpoint.md': ['up to {20 s = join.ts JOIN_TIMEOUT_MS} for the'],
  'docs/guides/errors.md': [
    'answered within {30 s = dial.ts REACH_TIMEOUT_MS}, no app',
    'at most {1,000 = MAX_WALLET_MESSAGE_LENGTH} characters. Show',
    'opens and answers | {30 s = dial.ts REACH_TIMEOUT_MS} |',
    'app has answered | {2 s = RETURN_GRACE_MS} |',
    'with a wallet app | {10 s = HELLO_RSP_TIMEOUT_MS}; {30 s = HELLO_TIMEOUT_MS} on another device |',
    'such as `getCapabilities` | {10 s = PROMPT_ANSWER_TIMEOUT_MS} |',
    'A reflector or relay answers | {10 s = reflector.ts REACH_TIMEOUT_MS} |',
    'or relay answers | {10 s = SUBSCRIBE_TIMEOUT_MS} |',
    'question, without dialogs | {10 s = QUESTION_TIMEOUT_MS} |',
    'QR code | {30 s = reflector.ts LIFETIME_MS} with a reflector, {five minutes = nostr.ts LIFETIME_MS} with a relay |',
    'A call after a tap | {a minute = CONTINUATION_MS} after',
    'without a call | {five minutes = REMOTE_IDLE_MS} (`remote.idleMs`) |',
    'closed within {a second = SHORTEST_VISIT_MS} | Show',
    'hidden for less than {a second = SHORTEST_VISIT_MS} |',
  ],
  'docs/guides/migrate.md': [
    'answered within {30 seconds = dial.ts REACH_TIMEOUT_MS}; `SESSION_TIMEOUT` later',
  ],
  'docs/guides/troubleshooting.md': [
    'at most {30 s = dial.ts REACH_TIMEOUT_MS}. It stops',
    'left alone for {seven days = LINK_REST_MS}.',
  ],
  'docs/guides/transact.md': ['for up to {10 s = ABORTED_ANSWER_MS}; other'],
  'docs/guides/try-without-a-phone.md': ['account has {10 = served-phone.ts airdrop = #,} test SOL, which'],
  'docs/guides/options.md': [
    'milliseconds (default: {300,000 = REMOTE_IDLE_MS}) |',
    'left alone for {seven days = LINK_REST_MS} |',
    'Only within {a minute = CONTINUATION_MS} of the',
  ],
  'docs/guides/wallet-module.md': [
    'first loads about {6 KB = size / first load} of this',
    'npm installs {6 = install / ours / packages} packages, {2.2 MB = install / ours / bytes} together',
  ],
  'e2e/PITFALLS.md': [
    'Native: {340 = install / peer / packages} packages. The canary leaves it out: {93 = install / next / packages} packages |',
    'launched: within {a minute = CONTINUATION_MS} of a',
    'is cancelled {2 s = RETURN_GRACE_MS} later. Signals',
    'It is {30 s = dial.ts REACH_TIMEOUT_MS} by the',
  ],
  'scripts/docs/landing.md': [
    '<b>{1 = launches / 3 sends in one call / our launches}</b> visit to the wallet app for three payments in one call. With theirs: {3 = launches / 3 sends in one call / peer launches}.',
    '<b>{6 = install / ours / packages}</b> packages that npm installs. With theirs: {340 = install / peer / packages}, or {93 = install / next / packages} with a canary of its next release.',
    '<b>{0 = faults / all / ours: hangs}</b> calls left hanging, of {121 = faults / all / faults} faults of a wallet app. With theirs: {57 = faults / all / peer: hangs}.',
  ],
  'mock/README.md': [
    'account has {10 = served-phone.ts airdrop = #,} SOL. 4.',
    'the last {200 = activity-log.ts MAX_ENTRIES} requests, oldest first',
  ],
};

const MARK = /\{(.+?) = (.+?)\}/g;
const WORDS = ['zero', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** How many of the smallest unit each has: bytes, milliseconds or nothing. */
const UNITS = {
  KB: 1e3,
  KiB: 1024,
  MB: 1e6,
  bytes: 1,
  ms: 1,
  s: 1e3,
  second: 1e3,
  minute: 60e3,
  day: 86_400e3,
  '': 1,
};
const FIGURE = new RegExp(
  String.raw`(?:([\d,]*\d(?:\.\d+)?)|\b(${WORDS.join('|')}))\s?(${Object.keys(UNITS).join('|')})s?$`,
);

const read = (path: string) => readFileSync(root + path, 'utf8');
const list = (folder: string) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);

// It fails if a size is above its budget, which the step "size" reports.
const { stdout, stderr } = spawnSync('npx size-limit --json', { cwd: root, encoding: 'utf8', shell: true });
// Otherwise a parser's error would hide what the command says, such as that there is no build.
if (!stdout.trimStart().startsWith('[')) throw new Error(`size-limit: ${stdout}${stderr}`);
const sizes: readonly { name: string; size: number; sizeLimit: number }[] = JSON.parse(stdout);
const code = [...list('src'), ...list('mock/src')].filter((path) => /(?<!\.test)\.ts$/.test(path));

function getFigure(source: string): number | undefined {
  const [section, row, column] = source.split(' / ');
  if (section === 'size') return sizes.find(({ name }) => name === row)?.size;
  return column === undefined ? getLimit(source) : readFigure(section ?? '', row ?? '', column);
}

/** Returns the number that the code has in one place. */
function getLimit(source: string): number | undefined {
  const [, file = '', place = ''] = /^(?:(\S+\.ts) )?(.*)$/.exec(source) ?? [];
  const text = (place.includes('#') ? place : `const ${place} = #;`).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(text.replace('#', '([\\d_]+(?: \\* [\\d_]+)*)'));
  const paths = code.filter((path) => `/${path}`.endsWith(file && `/${file}`));
  const [product, another] = paths.flatMap((path) => pattern.exec(read(path))?.[1] ?? []);
  if (another) throw new Error(`Several files have ${source}`);
  return product?.split(' * ').reduce((all, factor) => all * Number(factor.replaceAll('_', '')), 1);
}

/**
 * Whether a figure is the shown one, rounded as that is: 6,169 is `6.2 KB` and `6 KB`, and 60,000 is `a
 * minute`.
 */
function isShown(figure: number, shown: string): boolean {
  const [, number, word = '', unit = ''] = FIGURE.exec(shown) ?? [];
  const value = number === undefined ? WORDS.indexOf(word) : Number(number.replaceAll(',', ''));
  const digits = number?.split('.')[1]?.length ?? 0;
  return (figure / UNITS[unit as keyof typeof UNITS]).toFixed(digits) === value.toFixed(digits);
}

const readPlain = (page: string) => read(page).replace(/\s+/g, ' ');

describe.each(Object.entries(FIGURES))('%s', (page, sentences) => {
  it.each(sentences)('states the figures of the code, the build and the bench: %s', (sentence) => {
    expect(readPlain(page)).toContain(sentence.replace(MARK, '$1'));
    for (const [, shown = '', source = ''] of sentence.matchAll(MARK)) {
      expect(getFigure(source), source).toSatisfy((figure: number) => isShown(figure, shown));
    }
  });
});

it('the table of the README is made of the figures of the bench', () => {
  expect(read('README.md')).toContain(createComparison());
});

const partBudgets = sizes.map(({ name, sizeLimit }) => [name, { bytes: sizeLimit }] as const);

it.each<readonly [string, Partial<Fetched>]>([...Object.entries(FLOW_BUDGETS), ...partBudgets])(
  'the bench has written what is measured since the budget has changed: %s',
  (name, budget) => {
    const { bytes = 0, ...counts } = budget;
    const measured = readFigure('budgets', name, 'bytes');
    expect(measured).toBeLessThanOrEqual(bytes);
    expect(measured).toBeGreaterThan(0.98 * bytes);
    for (const [column, count] of Object.entries(counts))
      expect(readFigure('budgets', name, column)).toBe(count);
  },
);

// Whether the figures of the bench are those of today. `e2e/launches.spec.ts` counts its launches. What npm
// installs of the others, and their faults, take minutes, so that only the bench measures them.

it.each([
  ['peer', PEERS],
  ['next', NEXT_PEERS],
  ['ours', DAPPS],
])('the bench states the bytes of a first load, %s', async (who, dapps: Readonly<Record<string, string>>) => {
  // Vite asks for it, and Vitest has set another one.
  vi.stubEnv('NODE_ENV', 'production');
  const name = 'mobile-wallet-standard';
  const bytes = getGzipSize(getFirst(await bundle(dapps[name] ?? '')));
  vi.unstubAllEnvs();
  expect(Math.abs(bytes / readFigure('bundles', name, `${who}, Vite`) - 1)).toBeLessThan(0.02);
});

it('the bench states the packages that npm installs of this one, and their bytes', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const installed = new Set(Object.keys(packages[''].dependencies));
  for (const name of installed)
    for (const other of Object.keys(packages[`node_modules/${name}`].dependencies ?? {}))
      installed.add(other);
  const files = [...installed]
    .flatMap((name) => list(`node_modules/${name}`))
    .map((path) => statSync(root + path));
  const npm = spawnSync('npm pack --dry-run --json --ignore-scripts', {
    cwd: root,
    encoding: 'utf8',
    shell: true,
  });
  const [{ unpackedSize }] = JSON.parse(npm.stdout);
  const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), unpackedSize);
  expect(readFigure('install', 'ours', 'packages')).toBe(installed.size + 1);
  expect(Math.abs(bytes / readFigure('install', 'ours', 'bytes') - 1)).toBeLessThan(0.05);
});

it('the bench has run all faults', () => {
  expect(readFigure('faults', 'all', 'faults')).toBe(FAULTS.length);
});

it('the READMEs and guides state no other size', () => {
  const pages = ['README.md', 'mock/README.md', ...list('docs/guides')];
  const others = pages.flatMap((page) => {
    const table = page === 'README.md' ? [createComparison().replace(/\s+/g, ' ')] : [];
    const stated = [...table, ...(FIGURES[page] ?? []).map((sentence) => sentence.replace(MARK, '$1'))];
    const rest = stated.reduce((text, sentence) => text.replaceAll(sentence, ''), readPlain(page));
    return rest.replace(/```.*?```|`[^`]*`/g, '').match(/[\d.]+ [KMG]i?B\b/g) ?? [];
  });
  expect(others).toEqual([]);
});
