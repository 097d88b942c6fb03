import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PACKAGES } from '../fresh.mjs';
import { Failure, getNpm, readJson, root, run, runMain, say } from '../process.mjs';
import { findPublished } from './published.mjs';

// Installs the published packages in an empty folder, as a dapp's developer does, and pays by them:
// `node scripts/release/pay.mjs v1.2.0`. After the tag, name other package managers than npm.

const { devDependencies: versions } = readJson('e2e/matrix/managers/package.json');
/** How each package manager adds packages, with the version that the matrix has. */
const ADD = {
  npm: ['install'],
  pnpm: ['exec', '--yes', `--package=${versions['pnpm-12'].replace('npm:', '')}`, '--', 'pnpm', 'add'],
  yarn: [
    'exec',
    '--yes',
    `--package=@yarnpkg/cli-dist@${versions['@yarnpkg/cli-dist']}`,
    '--',
    'yarn',
    'add',
  ],
  bun: ['exec', '--yes', `--package=bun@${versions.bun}`, '--', 'bun', 'add'],
};

/** Waits until the registry shows a version, which it may do minutes after npm has published it. */
async function waitFor(/** @type {string} */ name, /** @type {string} */ version) {
  for (let minutes = 0; findPublished(name, version) === undefined; minutes++) {
    if (minutes === 10) throw new Failure(`The registry does not have ${name} ${version}.`);
    say(`Waiting for ${name} ${version} …`);
    await setTimeout(60_000);
  }
}

/** @param {keyof typeof ADD} manager @param {readonly string[]} packages */
async function pay(manager, packages) {
  const cwd = mkdtempSync(join(tmpdir(), 'pay-'));
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }');
  // Plug'n'Play would need Yarn to start the script.
  writeFileSync(join(cwd, '.yarnrc.yml'), 'nodeLinker: node-modules\n');
  cpSync(join(root, 'e2e/matrix/managers/dapp.mjs'), join(cwd, 'dapp.mjs'));
  const [command, args] = getNpm([...ADD[manager], ...packages]);
  try {
    if ((await run(command, args, { cwd })) !== 0) throw new Failure(`${manager} could not install them.`);
    if ((await run(process.execPath, ['dapp.mjs'], { cwd })) !== 0) throw new Failure('The payment failed.');
  } finally {
    rmSync(cwd, { recursive: true });
  }
  say(`Paid by what ${manager} has installed: ${packages.join(', ')}.`);
}

await runMain(async ([tag = '', ...managers]) => {
  const version = tag.replace(/^v/, '');
  for (const name of Object.keys(PACKAGES)) await waitFor(name, version);
  const packages = Object.keys(PACKAGES).map((name) => `${name}@${version}`);
  const asked = /** @type {(keyof typeof ADD)[]} */ (managers.length > 0 ? managers : ['npm']);
  for (const manager of asked) await pay(manager, packages);
});
