import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALL_OPTIONS, lockDapp, packPackages } from './fresh.mjs';
import { choose, Failure, root, runMain, runNpm, say } from './process.mjs';

// Installs the example of the guides and the fresh dapps of `e2e/frameworks` as their developers would: by npm, from the packed packages. Their lock
// files pin everything but these two packages. After a change of the mock's dependencies, renew them with
// `node scripts/frameworks.mjs --lock`.

const folder = join(root, 'e2e/frameworks');
const example = join(root, 'docs/example');
const out = join(root, '.cache/frameworks');
/** More than one, because npm mostly waits for the network and the disk. */
const INSTALLS_AT_ONCE = 2;

/**
 * Returns the folder of the repository that has a dapp's files.
 *
 * @param {string} name
 */
const getSource = (name) => (name === 'example' ? example : join(folder, name));

/**
 * Copies a dapp's files to where it is installed, in place of those of an earlier time.
 *
 * @param {string} name
 */
function copyDapp(name) {
  const app = join(out, name);
  mkdirSync(app, { recursive: true });
  for (const file of readdirSync(app))
    if (file !== 'node_modules') rmSync(join(app, file), { recursive: true });
  // The guide for Next.js has the example's files in another folder, and one of its own in place of the example's.
  if (name === 'next') cpSync(join(example, 'src'), join(app, 'lib'), { recursive: true });
  cpSync(getSource(name), app, { recursive: true });
  if (name !== 'example')
    cpSync(join(folder, 'shared'), join(app, name === 'next' ? 'app' : '.'), { recursive: true });
  return app;
}

/**
 * Installs a dapp unless it has been installed from the same lock file and the same packages.
 *
 * @param {string} name
 * @param {string} packed
 */
async function ensureDapp(name, packed) {
  const app = copyDapp(name);
  const lock = readFileSync(join(app, 'package-lock.json'), 'utf8');
  const wanted = createHash('sha256').update(lock).update(packed).digest('hex');
  const mark = join(app, 'node_modules/.installed-from');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  const start = performance.now();
  if ((await runNpm(['ci', '--loglevel=error', ...INSTALL_OPTIONS], { cwd: app })) !== 0) {
    throw new Failure(`npm ci failed in ${app}: see the message above.`);
  }
  writeFileSync(mark, wanted);
  say(`Installed the fresh dapp ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

await runMain(async (args) => {
  const fresh = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')));
  const names = ['example', ...fresh];
  const chosen = choose(
    'dapp',
    names,
    args.filter((arg) => arg !== '--lock'),
  );
  if (!existsSync(join(root, 'dist'))) throw new Failure('The library is not built. Run: npm run build');
  mkdirSync(out, { recursive: true });
  const packed = await packPackages(out);
  const left = [...chosen];
  const workNext = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      await (args.includes('--lock') ? lockDapp(copyDapp(name), getSource(name)) : ensureDapp(name, packed));
    }
  };
  await Promise.all(Array.from({ length: INSTALLS_AT_ONCE }, workNext));
  say(`Fresh dapps ready: ${chosen.join(', ')}`);
});
