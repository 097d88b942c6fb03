import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, isStale } from './ensure.mjs';
import { choose, doAll, Failure, root, runMain, say } from './process.mjs';

// Installs and builds the apps in `e2e/pickers`, which are the folders with a lock file.

const folder = join(root, 'e2e/pickers');
const library = join(root, 'dist');

/**
 * Installs a picker, and builds its app if its sources have changed since the last build.
 * @param {string} name
 */
async function ensureApp(name) {
  await ensureInstalled(`e2e/pickers/${name}`);
  const app = join(folder, name);
  const outDir = join(root, '.cache/pickers', name);
  // npm's list of installed packages stands for all of them.
  const own = [...readdirSync(app), 'node_modules/.package-lock.json']
    .filter((file) => file !== 'node_modules' && file !== 'driver.ts')
    .map((file) => join(app, file));
  if (!isStale(outDir, [...own, join(folder, 'shared'), library, import.meta.filename])) return;
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
    // The repository's own TypeScript configuration names Preact, which is for the mock wallet and the demo.
    oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
  });
  await building.catch((error) => {
    // A failed build may leave files behind, which would look like a current one.
    rmSync(outDir, { recursive: true, force: true });
    throw error;
  });
}

await runMain(async (asked) => {
  const all = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package-lock.json')));
  const chosen = choose('picker', all, asked);
  if (!existsSync(library)) throw new Failure('The library is not built. Run: npm run build');
  await doAll(chosen, ensureApp);
  say(`Pickers ready: ${chosen.join(', ')}`);
});
