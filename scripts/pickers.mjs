import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { choose, Failure, root, runMain, say } from './process.mjs';
import { isStale } from './staleness.mjs';

const folder = join(root, 'e2e/pickers');
const library = join(root, 'dist');
const shared = join(folder, 'shared');
/** More than one, because npm mostly waits for the network and the disk. */
const AT_ONCE = 2;

/**
 * Returns the names of the pickers, which are the folders with a lock file.
 *
 * @returns {readonly string[]}
 */
function listPickers() {
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package-lock.json')));
}

/**
 * Installs and builds pickers, those with the longest lock files first.
 *
 * @param {readonly string[]} names
 */
async function ensureAll(names) {
  const getSize = (/** @type {string} */ name) => statSync(join(folder, name, 'package-lock.json')).size;
  const left = [...names].sort((a, b) => getSize(b) - getSize(a));
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      await ensureInstalled(`e2e/pickers/${name}`);
      await ensureApp(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * Lists what a picker's build depends on. npm's list of installed packages stands for all of them.
 *
 * @param {string} app the picker's folder
 */
function listSources(app) {
  const own = readdirSync(app).filter((name) => name !== 'node_modules' && name !== 'driver.ts');
  return [
    ...[...own, 'node_modules/.package-lock.json'].map((name) => join(app, name)),
    shared,
    library,
    join(root, 'scripts/pickers.mjs'),
  ];
}

/**
 * Builds a picker's app if its sources have changed since the last build.
 *
 * @param {string} name
 */
async function ensureApp(name) {
  const app = join(folder, name);
  const outDir = join(root, '.cache/pickers', name);
  if (!isStale(outDir, listSources(app))) return;
  say(`Building the picker ${name} …`);
  const { build } = await import('vite');
  const building = build({
    root: app,
    configFile: false,
    logLevel: 'error',
    // The app uses the built library, and `shared` uses the packages that the app has installed.
    resolve: {
      alias: { 'mobile-wallet-standard': join(library, 'index.js') },
      dedupe: ['react', 'react-dom', '@solana/kit', '@solana/web3.js'],
    },
    oxc: { jsx: { runtime: 'automatic' } },
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
  });
  await building.catch((error) => {
    // A failed build may leave files behind, which would look like a current one.
    rmSync(outDir, { recursive: true, force: true });
    throw error;
  });
}

await runMain(async (asked) => {
  const chosen = choose('picker', listPickers(), asked);
  if (!existsSync(library)) throw new Failure('The library is not built. Run: npm run build');
  await ensureAll(chosen);
  say(`Pickers ready: ${chosen.join(', ')}`);
});
