import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALL_OPTIONS, PACKAGES, packPackages } from './fresh.mjs';
import { choose, doAll, Failure, root, runMain, runNpm, say } from './process.mjs';

// Installs the example of the guides by npm, from the packed packages. Its lock file pins everything else.
// After a change of the mock's dependencies, `--lock` renews that file, and those of `e2e/matrix`.

const out = join(root, '.cache/fresh');

/**
 * Copies a dapp's files to where it is installed, in place of those of an earlier time.
 * @param {string} name
 * @param {string} source
 */
function copyDapp(name, source) {
  const app = join(out, name);
  mkdirSync(app, { recursive: true });
  for (const file of readdirSync(app))
    if (file !== 'node_modules') rmSync(join(app, file), { recursive: true });
  cpSync(source, app, { recursive: true });
  return app;
}

/** Runs npm in a dapp's folder. @param {string} app @param {...string} args */
async function install(app, ...args) {
  if ((await runNpm([...args, '--loglevel=error', ...INSTALL_OPTIONS], { cwd: app })) !== 0)
    throw new Failure(`npm ${args[0]} failed in ${app}: see the message above.`);
}

/**
 * Installs a dapp unless this lock file and these packages were installed last.
 * @param {string} app
 * @param {string} packed
 */
async function ensureDapp(app, packed) {
  const wanted = readFileSync(join(app, 'package-lock.json'), 'utf8') + packed;
  const mark = join(app, 'node_modules/.installed-from');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  say(`Installing ${app} …`);
  await install(app, 'ci');
  writeFileSync(mark, wanted);
}

/**
 * Renews the lock file of a dapp. Leaves out what would pin the packed packages.
 * @param {string} app
 * @param {string} source
 */
async function lockDapp(app, source) {
  rmSync(join(app, 'package-lock.json'), { force: true });
  await install(app, 'install', '--package-lock-only', '--ignore-scripts');
  const locked = JSON.parse(readFileSync(join(app, 'package-lock.json'), 'utf8'));
  for (const name of Object.keys(PACKAGES)) delete locked.packages[`node_modules/${name}`]?.integrity;
  writeFileSync(join(source, 'package-lock.json'), `${JSON.stringify(locked, undefined, 2)}\n`);
}

/** Returns the folders of the matrix whose dapps have a lock file, by name. */
function listMatrix() {
  const names = readdirSync(join(root, 'e2e/matrix'));
  const dapps = names.map(
    (name) => /** @type {const} */ ([`matrix-${name}`, join(root, 'e2e/matrix', name)]),
  );
  return dapps.filter(([, folder]) => existsSync(join(folder, 'package.json')));
}

await runMain(async (args) => {
  const isLocking = args.includes('--lock');
  const sources = new Map([['example', join(root, 'docs/example')], ...(isLocking ? listMatrix() : [])]);
  const asked = args.filter((arg) => arg !== '--lock');
  const chosen = choose('dapp', [...sources.keys()], asked);
  if (!existsSync(join(root, 'dist'))) throw new Failure('The library is not built. Run: npm run build');
  mkdirSync(out, { recursive: true });
  const packed = await packPackages(out);
  await doAll(chosen, async (name) => {
    const source = sources.get(name) ?? '';
    const app = copyDapp(name, source);
    await (isLocking ? lockDapp(app, source) : ensureDapp(app, packed));
  });
  say(`Ready: ${chosen.join(', ')}`);
});
