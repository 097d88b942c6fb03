import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALL_OPTIONS, lockDapp, packPackages } from './fresh.mjs';
import { choose, doAll, Failure, root, runMain, runNpm, say } from './process.mjs';

// Installs the example of the guides and the fresh dapps of `e2e/frameworks` as their developers would: by npm, from the packed
// packages. Their lock files pin everything but these two packages. After a change of the mock's dependencies, renew them with
// `node scripts/frameworks.mjs --lock`.

const folder = join(root, 'e2e/frameworks');
const example = join(root, 'docs/example');
const out = join(root, '.cache/frameworks');

/**
 * Copies a dapp's files to where it is installed, in place of those of an earlier time.
 *
 * @param {string} name
 * @param {string} source
 */
function copyDapp(name, source) {
  const app = join(out, name);
  mkdirSync(app, { recursive: true });
  for (const file of readdirSync(app))
    if (file !== 'node_modules') rmSync(join(app, file), { recursive: true });
  // The guide for Next.js has the example's files in another folder, and one of its own in place of the example's.
  if (name === 'next') cpSync(join(example, 'src'), join(app, 'lib'), { recursive: true });
  cpSync(source, app, { recursive: true });
  if (source !== example)
    cpSync(join(folder, 'shared'), join(app, name === 'next' ? 'app' : '.'), { recursive: true });
  return app;
}

/**
 * Installs a dapp unless it has been installed from the same lock file and the same packages.
 *
 * @param {string} app its folder
 * @param {string} packed
 */
async function ensureDapp(app, packed) {
  const lock = readFileSync(join(app, 'package-lock.json'), 'utf8');
  const wanted = createHash('sha256').update(lock).update(packed).digest('hex');
  const mark = join(app, 'node_modules/.installed-from');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  say(`Installing ${app} …`);
  if ((await runNpm(['ci', '--loglevel=error', ...INSTALL_OPTIONS], { cwd: app })) !== 0) {
    throw new Failure(`npm ci failed in ${app}: see the message above.`);
  }
  writeFileSync(mark, wanted);
}

await runMain(async (args) => {
  const fresh = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')));
  const asked = args.filter((arg) => arg !== '--lock');
  const chosen = choose('dapp', ['example', ...fresh], asked);
  if (!existsSync(join(root, 'dist'))) throw new Failure('The library is not built. Run: npm run build');
  mkdirSync(out, { recursive: true });
  const packed = await packPackages(out);
  await doAll(chosen, async (name) => {
    const source = name === 'example' ? example : join(folder, name);
    const app = copyDapp(name, source);
    await (args.includes('--lock') ? lockDapp(app, source) : ensureDapp(app, packed));
  });
  say(`Fresh dapps ready: ${chosen.join(', ')}`);
});
