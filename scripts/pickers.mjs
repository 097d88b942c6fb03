import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { describeError, Failure, root, say } from './process.mjs';
import { isStale } from './staleness.mjs';

const folder = join(root, 'e2e/pickers');
const library = join(root, 'dist');
const shared = join(folder, 'shared');
/** npm mostly waits, for the network and for the disk. */
const INSTALLS_AT_ONCE = 2;

/** @returns {readonly string[]} the names of the pickers: the folders with a lock file */
function listPickers() {
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package-lock.json')));
}

/** @param {readonly string[]} names */
async function installAll(names) {
  const left = [...names];
  const installNext = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      await ensureInstalled(`e2e/pickers/${name}`);
    }
  };
  await Promise.all(Array.from({ length: INSTALLS_AT_ONCE }, installNext));
}

/**
 * Lists what a picker's build is made of. Of what is installed, npm's own list stands for all.
 *
 * @param {string} app its folder
 */
function listSources(app) {
  const own = readdirSync(app).filter((name) => name !== 'node_modules');
  return [
    ...[...own, 'node_modules/.package-lock.json'].map((name) => join(app, name)),
    shared,
    library,
    join(root, 'scripts/pickers.mjs'),
  ];
}

/**
 * Builds a picker's app where it has changed since it was last built.
 *
 * @param {string} name
 */
async function ensureApp(name) {
  const app = join(folder, name);
  const outDir = join(root, '.cache/pickers', name);
  if (!isStale(outDir, listSources(app))) return;
  say(`Building the picker ${name} …`);
  const { build } = await import('vite');
  await build({
    root: app,
    configFile: false,
    logLevel: 'error',
    // The library as a dapp gets it, and what `shared` imports from what the app has installed.
    resolve: {
      alias: { 'mobile-wallet-standard': join(library, 'index.js') },
      dedupe: ['react', 'react-dom', '@solana/kit'],
    },
    oxc: { jsx: { runtime: 'automatic' } },
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
  });
}

/** @param {readonly string[]} names the pickers to install and build; all where none is named */
async function main(names) {
  const all = listPickers();
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Failure(`No such picker: ${unknown.join(', ')}. Pickers: ${all.join(', ')}.`);
  }
  if (!existsSync(library)) throw new Failure('The library is not built: npm run build');
  const chosen = names.length > 0 ? names : all;
  await installAll(chosen);
  for (const name of chosen) await ensureApp(name);
  say(`Pickers ready: ${chosen.join(', ')}`);
}

await main(process.argv.slice(2)).catch((error) => {
  say(describeError(error));
  process.exitCode = 1;
});
