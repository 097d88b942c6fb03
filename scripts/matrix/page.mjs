import { getInstalledNpm } from './tool.mjs';

/**
 * @typedef {import('./rows.mjs').Section} Section
 * @typedef {import('./run.mjs').Result} Result
 */

const INTRODUCTION = `Both packages, packed as npm would publish them, installed beside the tools that dapps use. \`npm run matrix\` writes
this page. CI runs most rows, and fails if one no longer does what the page says; \`npm run matrix -- --check\` compares all of them.

Each set-up is a folder of its own outside the repository, with its own lock file, installed by \`npm ci\`. Rows of one
set-up share its install: webpack, Rollup, esbuild and Parcel do, and rows that follow each other with the same versions.

- **Frameworks and bundlers** work if the built page, opened in Chromium as a phone, lists the wallet, and a tap opens the link
  to the wallet app. The figure is the JavaScript that this page loads at once, minified, each file after gzip: of a bundler only
  this library, of a framework also the framework's own.
- **Test runners** work if their tests pass.
- **TypeScript** works if it compiles with \`strict\`, \`exactOptionalPropertyTypes\` and, unless the row says otherwise,
  \`skipLibCheck: false\`.
- **Package managers** other than npm keep no lock file here, but are told the versions of npm's, except with strict
  engines. They have no cache, so they need npm's registry.
- **Warnings** are those of the install and of the build, by their numbers in the list at the end. Ours are those that one of the
  two packages causes, or what it brings with it. npm holds back install scripts until a developer allows them: all was run
  without them.`;

const OURS = 'Ours';

const NOT_RUN = `## Not run

- A CDN that makes ES modules (esm.sh, jsDelivr), because the run has only npm's registry.
- Nuxt, Remix and other frameworks that the table does not name.
- Bun and Deno; macOS and Windows.`;

/**
 * Writes the page.
 *
 * @param {readonly Section[]} sections
 * @param {ReadonlyMap<string, Result>} results by the name of the row
 * @param {string} environment the date, and the versions of the system
 */
export function formatPage(sections, results, environment) {
  const ordered = sections.flatMap(({ setUps }) =>
    setUps.flatMap(({ rows }) => rows.map(({ name }) => name)),
  );
  const warnings = listWarnings(ordered.flatMap((name) => results.get(name)?.warnings ?? []));
  const tables = sections.map(({ title, setUps }) => {
    const rows = setUps.flatMap((setUp) => setUp.rows).map(({ name }) => results.get(name));
    const hasBytes = rows.some((row) => row?.bytes !== undefined);
    const head = ['', 'what is used', 'verdict', ...(hasBytes ? ['first load'] : []), 'warnings', 'versions'];
    const lines = rows.flatMap((row) => (row ? [formatRow(row, hasBytes, warnings)] : []));
    return [`## ${title}`, '', toLine(head), toLine(head.map(() => '---')), ...lines.map(toLine)].join('\n');
  });
  const legend = ['## Warnings', '', ...warnings.map((text, index) => `${index + 1}. ${text}`)].join('\n');
  return `${['# What it was run with', INTRODUCTION, environment, ...tables, legend, NOT_RUN].join('\n\n')}\n`;
}

/**
 * Returns the verdict of each row of the page, by its name.
 *
 * @param {string} page
 * @returns {ReadonlyMap<string, string>}
 */
export function readVerdicts(page) {
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  return new Map(
    rows.map((line) => line.split(' | ')).map(([name = '', , verdict = '']) => [name.slice(2), verdict]),
  );
}

/**
 * Describes the machine of this run.
 *
 * @param {Date} now
 * @param {string} system
 * @param {string} chromium
 */
export async function describeEnvironment(now, system, chromium) {
  const date = now.toISOString().slice(0, 10);
  return `Run on ${date}: Node ${process.versions.node}, npm ${await getInstalledNpm()}, Chromium ${chromium}, ${system}.`;
}

/** @param {readonly string[]} cells */
function toLine(cells) {
  return `| ${cells.join(' | ')} |`;
}

/**
 * @param {Result} result
 * @param {boolean} hasBytes
 * @param {readonly string[]} listed the page's warnings
 */
function formatRow({ name, what, verdict, bytes, warnings, versions }, hasBytes, listed) {
  const size = bytes === undefined ? '' : `${bytes.toLocaleString('en')} bytes`;
  const numbers = listWarnings(warnings).map((text) => listed.indexOf(text) + 1);
  const cells = [name, what, verdict, ...(hasBytes ? [size] : [])];
  return [...cells, numbers.join(', ') || 'none', versions.join(', ')];
}

/**
 * Lists each warning once, ours first.
 *
 * @param {Result['warnings']} warnings
 */
function listWarnings(warnings) {
  const texts = warnings.map(formatWarning);
  return [...new Set(texts)].sort((a, b) => Number(b.startsWith(OURS)) - Number(a.startsWith(OURS)));
}

/**
 * Says whose a warning is, and what it says.
 *
 * @param {Result['warnings'][number]} warning
 */
export function formatWarning({ text, isOurs }) {
  return `${isOurs ? OURS : 'Not ours'}: ${text}`;
}
