import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../ensure.mjs';
import { PACKAGES } from '../fresh.mjs';
import { Failure, readJson, root, run, runMain, say } from '../process.mjs';
import { startRegistry } from './registry.mjs';

// Makes a release in a clone of what is committed: does what releasing.md says, runs the lines of the release
// workflow, with a registry on this machine that fails at each publication, and pays by what package managers
// install from it. Then makes a candidate of the next version.

/**
 * Returns the commands under "Make a release" that have a text, for a version.
 * @param {string} text
 * @param {string} version
 */
function findStep(text, version) {
  const page = readFileSync(join(root, 'docs/contributing/releasing.md'), 'utf8');
  const [section = ''] = page.split('\n## Make a release\n')[1]?.split('\n## ') ?? [];
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  return blocks.find((code) => code.includes(text))?.replaceAll('0.2.0', version) ?? '';
}

/** Returns the line of the workflow that runs a script. @param {string} script */
function readLine(script) {
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  const [line] = new RegExp(`node scripts/release/${script}\\.mjs .*`).exec(workflow) ?? [];
  if (!line) throw new Failure(`release.yml does not run ${script}.mjs`);
  return line;
}

const COMMIT = 'git commit --quiet --all --allow-empty --message Release';
const MERGE = 'git update-ref refs/remotes/origin/main HEAD';
const CHECK_TAG = readLine('check-tag');
const PAY = readLine('pay');
const PACK = 'npm run --silent pack --prefix scripts/release';
/** What "Troubleshooting" says of Yarn, as a variable. */
const LET_THROUGH = { YARN_NPM_PREAPPROVED_PACKAGES: Object.keys(PACKAGES).join() };

/** Lets npm write the lock file, and install nothing. */
const ONLY_LOCK = { npm_config_package_lock_only: 'true' };

await runMain(async () => {
  await ensureBuild();
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  const clone = join(folder, 'clone');
  const upstream = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).stdout;
  const registry = await startRegistry(upstream.trim().replace(/\/$/, ''));
  const env = {
    npm_config_registry: registry.url,
    // Any text is a token of that registry.
    [`npm_config_${registry.url.replace('http:', '')}/:_authToken`]: 'rehearsal',
    npm_config_fetch_retries: '0',
    npm_config_loglevel: 'error',
    pnpm_config_registry: registry.url,
    BUN_CONFIG_REGISTRY: registry.url,
    YARN_NPM_REGISTRY_SERVER: registry.url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    // What package managers keep, they find by name and version, which each rehearsal publishes.
    YARN_GLOBAL_FOLDER: join(folder, 'yarn'),
    BUN_INSTALL_CACHE_DIR: join(folder, 'bun'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    GIT_AUTHOR_NAME: 'Rehearsal',
    GIT_AUTHOR_EMAIL: 'rehearsal@localhost',
    GIT_COMMITTER_NAME: 'Rehearsal',
    GIT_COMMITTER_EMAIL: 'rehearsal@localhost',
  };
  const publish = `${readLine('publish')} --provenance=false`;
  spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' });
  const modules = join(clone, 'node_modules');
  symlinkSync(join(root, 'node_modules'), modules);
  for (const built of ['dist', 'mock/dist'])
    cpSync(join(root, built), join(clone, built), { recursive: true });
  const { version } = readJson('package.json');
  /** Runs commands in the clone. @param {string} commands @param {Readonly<Record<string, string>>} [more] */
  async function isDone(commands, more) {
    const tag = `v${JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')).version}`;
    const options = { cwd: clone, env: { ...env, GITHUB_REF_NAME: tag, ...more } };
    return (await run('bash', ['-euc', commands], options)) === 0;
  }
  /** @param {string} title @param {string} commands @param {Readonly<Record<string, string>>} [more] */
  async function expectDone(title, commands, more) {
    say(`\n── ${title}`);
    if (!(await isDone(commands, more))) throw new Failure(`Failed: ${title}`);
  }
  /** @param {string} title @param {string} commands */
  async function expectRefused(title, commands) {
    say(`\n── ${title} (has to stop)`);
    if (await isDone(commands)) throw new Failure(`Did not stop: ${title}`);
  }

  try {
    await expectDone('Merge the release', `${COMMIT}\n${MERGE}`);
    const first = findStep('git rm', version);
    if (first) {
      await expectRefused('A tag while pages say that nothing is published', CHECK_TAG);
      await expectDone('Make it the first release', `${first}\n${COMMIT}`);
      await expectDone('No page says that nothing is published', 'npx vitest run --project=docs published');
      await expectDone('The matrix has its tests', 'npx playwright test --project=matrix --list > list.log');
    }
    await expectRefused('A tag that is not on main', `${COMMIT}\n${CHECK_TAG}`);
    await expectDone('A tag that is on main', `${MERGE}\n${CHECK_TAG}`);
    await expectDone('Pack', PACK);
    const readMes = 'for file in .cache/release/*.tgz; do tar -xzOf "$file" package/README.md; done';
    await expectDone(
      'Documents lead to the tag, not to main',
      `(${readMes}) > packed.md\ngrep -q blob/v${version} packed.md\n! grep -nE 'blob/main|="\\./' packed.md`,
    );
    for (const fault of /** @type {const} */ (['refuse', 'lose', 'refuse', 'lose'])) {
      registry.faults.push(fault);
      await expectRefused(`Publish: the registry will ${fault} the first that is left`, publish);
    }
    await expectDone('Publish: both are there', publish);
    await expectRefused('Publish other content', `echo >> README.md\n${PACK}\n${publish}`);
    await expectDone('Pay with npm', PAY);
    await expectDone('Pay with pnpm', `${PAY} pnpm`);
    await expectDone('Pay with Bun', `${PAY} bun`);
    await expectRefused('Pay with Yarn on the first day', `${PAY} yarn`);
    await expectDone('Pay with Yarn, let through', `${PAY} yarn`, LET_THROUGH);

    const candidate = `${version.replace(/\d+$/, (patch) => String(Number(patch) + 1))}-rc.1`;
    const note = `printf '\\n## ${candidate}\\n\\nA candidate.\\n' >> CHANGELOG.md`;
    // npm also writes a list of what is installed, which would end up in this repository.
    rmSync(modules);
    await expectDone('Set the version of a candidate', findStep('npm version', candidate), ONLY_LOCK);
    rmSync(modules, { recursive: true, force: true });
    symlinkSync(join(root, 'node_modules'), modules);
    await expectDone('The version fits the lock files', 'npx vitest run --project=units scripts/fresh');
    await expectDone('A candidate', `${note}\n${COMMIT}\n${MERGE}\n${CHECK_TAG}\n${PACK}\n${publish}`);
    await expectDone('Pay with the candidate', PAY);
    for (const [name, packument] of registry.packuments) {
      const { latest, next } = packument['dist-tags'];
      if (latest !== version || next !== candidate)
        throw new Failure(`${name}: latest is ${latest}, next ${next}`);
    }
    say(`\nThe release of ${version} went as it should.`);
  } finally {
    registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
