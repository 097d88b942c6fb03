import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from '../install.mjs';
import { Failure, root, run, runMain, runNpm, runScript, say } from '../process.mjs';
import { findChanges, findVersionProblems } from './state.mjs';

// What a maintainer, and the release workflow, run before publishing: `npm run release:check`. It changes nothing but the
// build. `npm run release:check -- --notes` prints only the version's part of the changelog.

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** @param {readonly string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/** @param {string} version */
function findRepositoryProblems(version) {
  const tag = `v${version}`;
  const isTagElsewhere =
    git('tag', '--list', tag) !== '' && git('tag', '--points-at', 'HEAD', '--list', tag) === '';
  return [
    ...(git('status', '--porcelain') === '' ? [] : ['There are changes that are not committed.']),
    ...(isTagElsewhere ? [`The tag ${tag} is at another commit.`] : []),
  ];
}

/**
 * Returns which of the packages have been published in this version. A registry that does not know a package says 404.
 *
 * @param {string} version
 */
function findPublished(version) {
  return ['mobile-wallet-standard', 'mock-mobile-wallet'].flatMap((name) => {
    try {
      const args = ['view', `${name}@${version}`, 'version'];
      const found = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
      return found === '' ? [] : [`${name} ${version} has been published already.`];
    } catch (error) {
      const { stderr = '' } = /** @type {{ stderr?: string }} */ (error);
      if (!stderr.includes('E404')) say(`Not checked: the registry gave no answer about ${name}.`);
      return [];
    }
  });
}

/** Lists known weaknesses of what our packages install, if the registry answers. */
async function findWeaknesses() {
  try {
    const args = ['audit', '--omit=dev', '--json'];
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return [];
  } catch (error) {
    const { stdout = '' } = /** @type {{ stdout?: string }} */ (error);
    if (!stdout.includes('"vulnerabilities"')) {
      say('Not checked: the registry gave no answer to npm audit.');
      return [];
    }
    await runNpm(['audit', '--omit=dev']);
    return ['npm audit found weaknesses, see above.'];
  }
}

await runMain(async ([option]) => {
  const library = JSON.parse(read('package.json'));
  const changelog = read('CHANGELOG.md');
  if (option === '--notes') {
    const changes = findChanges(changelog, library.version);
    if (changes === undefined) throw new Failure(`CHANGELOG.md has no part for ${library.version}.`);
    return say(changes);
  }
  await ensureDependencies();
  const problems = [
    ...findVersionProblems(library, JSON.parse(read('mock/package.json')), changelog),
    ...findRepositoryProblems(library.version),
    ...findPublished(library.version),
    ...(await findWeaknesses()),
  ];
  if ((await runScript('build')) !== 0) problems.push('The build failed, see above.');
  else if ((await run(process.execPath, ['scripts/release/packages.mjs'])) !== 0) {
    problems.push('The packages cannot be published as they are, see above.');
  }
  if (problems.length > 0)
    throw new Failure(`\nNot ready to publish ${library.version}:\n${problems.join('\n')}`);
  say(`Ready to publish ${library.version}. Not part of this check: npm test.`);
});
