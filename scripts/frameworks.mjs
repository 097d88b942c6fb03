import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALL_OPTIONS, lockDapp, packPackages } from './fresh.mjs';
import { choose, doAll, Failure, root, runMain, runNpm, say } from './process.mjs';

// Installs the example of the guides and the fresh dapps of `e2e/frameworks` as their developers would: by npm, from the packed
// packages. Their lock files pin everything but these two packages. After a change of the mock's dependencies, renew them, and those
// of `e2e/matrix`, with
// `node scripts/frameworks.mjs --lock`.

const folder = join(root, 'e2e/frameworks');
const example = join(root, 'docs/example');
const MATRIX = 'matrix-';
const out = join(root, '.cache/frameworks');

/**
 * Returns the folder of the repository that has a dapp's files.
 *
 * @param {string} name
 */
function getSource(name) {
  if (name.startsWith(MATRIX)) return join(root, 'e2e/matrix', name.slice(MATRIX.length));
  return name === 'example' ? example : join(folder, name);
}

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
  if (source !== example && !name.startsWith(MATRIX))
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
  const isLocking = args.includes('--lock');
  const matrix = isLocking ? readdirSync(join(root, 'e2e/matrix')).map((name) => MATRIX + name) : [];
  const fresh = [...readdirSync(folder), ...matrix];
  const names = ['example', ...fresh.filter((name) => existsSync(join(getSource(name), 'package.json')))];
  const chosen = choose(
    'dapp',
    names,
    args.filter((arg) => arg !== '--lock'),
  );
  if (!existsSync(join(root, 'dist'))) throw new Failure('The library is not built. Run: npm run build');
  mkdirSync(out, { recursive: true });
  const packed = await packPackages(out);
  await doAll(chosen, async (name) => {
    const source = getSource(name);
    const app = copyDapp(name, source);
    await (isLocking ? lockDapp(app, source) : ensureDapp(app, packed));
  });
  say(`Fresh dapps ready: ${chosen.join(', ')}`);
});
