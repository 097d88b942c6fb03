import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { choose, Failure, root, runMain, runNpm, say } from './process.mjs';

// Installs each of the fresh dapps of `e2e/frameworks` as its developer would: by npm, from the packed packages. Their lock
// files pin everything but these two packages. After a change of the mock's dependencies, renew them with
// `node scripts/frameworks.mjs --lock`.

const folder = join(root, 'e2e/frameworks');
const out = join(root, '.cache/frameworks');
const QUIET = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
/** The packages, by the folder of each. */
const PACKAGES = { 'mobile-wallet-standard': '.', 'mock-mobile-wallet': 'mock' };
/** More than one, because npm mostly waits for the network and the disk. */
const INSTALLS_AT_ONCE = 2;

/**
 * Packs a package from its build. Returns what identifies the archive's content.
 *
 * @param {string} name
 * @param {string} from
 */
async function pack(name, from) {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', out];
  if ((await runNpm(args, { cwd: join(root, from) })) !== 0) throw new Failure(`npm could not pack ${name}.`);
  const { version } = JSON.parse(readFileSync(join(root, from, 'package.json'), 'utf8'));
  const archive = join(out, `${name}.tgz`);
  renameSync(join(out, `${name}-${version}.tgz`), archive);
  return createHash('sha256').update(readFileSync(archive)).digest('hex');
}

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
  cpSync(join(folder, name), app, { recursive: true });
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
  if ((await runNpm(['ci', ...QUIET], { cwd: app })) !== 0) {
    throw new Failure(`npm ci failed in ${app}: see the message above.`);
  }
  writeFileSync(mark, wanted);
  say(`Installed the fresh dapp ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/**
 * Renews the lock file of a dapp. Leaves out what would pin the packed packages.
 *
 * @param {string} name
 */
async function lock(name) {
  const app = copyDapp(name);
  rmSync(join(app, 'package-lock.json'), { force: true });
  const args = ['install', '--package-lock-only', ...QUIET];
  if ((await runNpm(args, { cwd: app })) !== 0) throw new Failure(`npm could not lock ${name}.`);
  const locked = JSON.parse(readFileSync(join(app, 'package-lock.json'), 'utf8'));
  for (const packed of Object.keys(PACKAGES)) delete locked.packages[`node_modules/${packed}`].integrity;
  writeFileSync(join(folder, name, 'package-lock.json'), `${JSON.stringify(locked, undefined, 2)}\n`);
}

await runMain(async (args) => {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')));
  const chosen = choose(
    'dapp',
    names,
    args.filter((arg) => arg !== '--lock'),
  );
  if (!existsSync(join(root, 'dist'))) throw new Failure('The library is not built. Run: npm run build');
  mkdirSync(out, { recursive: true });
  const packed = await Promise.all(Object.entries(PACKAGES).map(([name, from]) => pack(name, from)));
  const left = [...chosen];
  const workNext = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      await (args.includes('--lock') ? lock(name) : ensureDapp(name, packed.join()));
    }
  };
  await Promise.all(Array.from({ length: INSTALLS_AT_ONCE }, workNext));
  say(`Fresh dapps ready: ${chosen.join(', ')}`);
});
