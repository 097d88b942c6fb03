import { getInstalledNpm } from './tool.mjs';

/**
 * @typedef {import('./rows.mjs').Section} Section
 * @typedef {import('./run.mjs').Result} Result
 */

const INTRODUCTION = `Both packages, packed as npm would publish them, installed beside the tools that dapps use. \`npm run matrix\` writes
this page, and CI fails if a row no longer does what the page says.

Each set-up is a folder of its own outside the repository, with its own lock file, installed by \`npm ci\`. Rows that follow
each other with the same versions share one install.

- **Frameworks and bundlers** work if the built page, opened in Chromium as a phone, lists the wallet, and a tap opens the link
  to the wallet app. The figure is the JavaScript that this page loads at once, minified, each file after gzip: of a bundler only
  this library, of a framework also the framework's own.
- **Test runners** work if their tests pass.
- **TypeScript** works if it compiles with \`strict\`, \`exactOptionalPropertyTypes\` and, unless the row says otherwise,
  \`skipLibCheck: false\`.
- **Warnings** are those of the install and of the build. Ours are those that one of the two packages causes, or what it brings
  with it. Install scripts that npm holds back until a developer allows them are named; all was run without them.`;

const NOT_RUN = `## Not run

- A CDN that makes ES modules (esm.sh, jsDelivr), because the run has only npm's registry.
- Nuxt, Remix and other frameworks that the table does not name.
- Yarn, pnpm and Bun as installers; macOS and Windows.`;

/**
 * Writes the page.
 *
 * @param {readonly Section[]} sections
 * @param {ReadonlyMap<string, Result>} results by the name of the row
 * @param {string} environment the date, and the versions of the system
 */
export function formatPage(sections, results, environment) {
  const tables = sections.map(({ title, setUps }) => {
    const rows = setUps.flatMap((setUp) => setUp.rows).map(({ name }) => results.get(name));
    const hasBytes = rows.some((row) => row?.bytes !== undefined);
    const head = ['', 'what is used', 'verdict', ...(hasBytes ? ['first load'] : []), 'warnings', 'versions'];
    const lines = rows.flatMap((row) => (row ? [formatRow(row, hasBytes)] : []));
    return [`## ${title}`, '', toLine(head), toLine(head.map(() => '---')), ...lines.map(toLine)].join('\n');
  });
  return `${['# What it was run with', INTRODUCTION, environment, ...tables, NOT_RUN].join('\n\n')}\n`;
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
 */
function formatRow({ name, what, verdict, bytes, warnings, versions }, hasBytes) {
  const size = bytes === undefined ? '' : `${bytes.toLocaleString('en')} bytes`;
  return [name, what, verdict, ...(hasBytes ? [size] : []), formatWarnings(warnings), versions.join(', ')];
}

/** @param {Result['warnings']} warnings */
function formatWarnings(warnings) {
  const parts = [true, false].flatMap((wanted) => {
    const texts = warnings
      .filter(({ isOurs }) => isOurs === wanted)
      .map(({ text }) => text.replaceAll('|', '\\|'));
    return texts.length === 0 ? [] : [`${wanted ? 'ours' : "the tools' own"}: ${texts.join('; ')}`];
  });
  return parts.join('. ') || 'none';
}
