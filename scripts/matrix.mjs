import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, type } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { lockDapp, packPackages } from './fresh.mjs';
import { closeBrowser, getChromiumVersion } from './matrix/browser.mjs';
import { describeEnvironment, formatPage, readVerdicts } from './matrix/page.mjs';
import { sections } from './matrix/rows.mjs';
import { NOT_RUN, runSetUp } from './matrix/run.mjs';
import { copySetUp, getSource } from './matrix/set-up.mjs';
import { choose, Failure, root, runMain, say } from './process.mjs';

// Installs both packed packages in fresh folders, beside the tools that dapps use, and checks that they work there.
// `npm run matrix` writes docs/matrix.md; `npm run matrix -- NAME…` only runs the rows with such names. With `--check`,
// it compares the verdicts with the page; with `--short`, only of the rows that `npm run test:all` runs. `--lock` renews lock files. `--keep` leaves the folders for a look.

const page = join(root, 'docs/matrix.md');
/** More than one, because npm mostly waits for the network and the disk. */
const AT_ONCE = 2;

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<void>} work
 */
async function doAll(items, work) {
  const left = [...items];
  const workNext = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workNext));
}

/** @param {ReadonlyMap<string, import('./matrix/run.mjs').Result>} results */
async function writePage(results) {
  const system = `${readSystemName()} (${process.arch})`;
  const environment = await describeEnvironment(new Date(), system, await getChromiumVersion());
  writeFileSync(page, formatPage(sections, results, environment));
  say('Wrote docs/matrix.md');
}

/** Returns the name of this system: of Linux, that of the distribution. */
function readSystemName() {
  const file = '/etc/os-release';
  const release = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /^PRETTY_NAME="(.*)"$/m.exec(release)?.[1] ?? type();
}

/**
 * Lists the rows whose verdict is not the one on the page.
 *
 * @param {ReadonlyMap<string, import('./matrix/run.mjs').Result>} results
 */
function compare(results) {
  const stated = existsSync(page) ? readVerdicts(readFileSync(page, 'utf8')) : new Map();
  return [...results.values()]
    .filter(({ name, verdict }) => stated.get(name) !== verdict && verdict !== NOT_RUN)
    .map(({ name, verdict }) => `${name}: ${verdict}. The page says: ${stated.get(name) ?? 'nothing'}`);
}

await runMain(async (args) => {
  const names = sections
    .flatMap(({ setUps }) => setUps.flatMap(({ rows }) => rows))
    .filter(({ isExtra }) => !isExtra || !args.includes('--short'))
    .map(({ name }) => name);
  const words = args.filter((arg) => !arg.startsWith('--'));
  const chosen = choose('row', names, words, (name, word) => name.toLowerCase().includes(word.toLowerCase()));
  await ensureBuild();
  const out = mkdtempSync(join(tmpdir(), 'matrix-'));
  try {
    await packPackages(out);
    const setUps = sections
      .flatMap((section) => section.setUps)
      .filter(({ rows }) => rows.some(({ name }) => chosen.includes(name)));
    if (args.includes('--lock')) {
      for (const { folder } of setUps) await lockDapp(copySetUp(folder, out, []), getSource(folder));
      return;
    }
    /** @type {Map<string, import('./matrix/run.mjs').Result>} */
    const results = new Map();
    await doAll(setUps, async (setUp) => {
      for (const result of await runSetUp(setUp, chosen, out)) results.set(result.name, result);
      if (!args.includes('--keep')) rmSync(join(out, setUp.folder), { recursive: true, force: true });
    });
    const different = args.includes('--check') ? compare(results) : [];
    if (words.length === 0 && !['--check', '--short'].some((option) => args.includes(option)))
      await writePage(results);
    const broken = [...results.values()].filter(({ isExpected }) => !isExpected).map(({ name }) => name);
    say(`Rows: ${results.size}, as expected: ${results.size - broken.length}`);
    if (broken.length > 0) throw new Failure(`Not as expected: ${broken.join('; ')}`);
    if (different.length > 0)
      throw new Failure(`Run \`npm run matrix\`: docs/matrix.md differs.\n${different.join('\n')}`);
  } finally {
    await closeBrowser();
    if (!args.includes('--keep')) rmSync(out, { recursive: true, force: true });
    else say(`Kept: ${out}`);
  }
});
