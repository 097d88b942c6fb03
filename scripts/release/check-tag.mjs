import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Failure, runMain, say } from '../process.mjs';

// Says why the tag of this commit must not be published, or prints its release notes: the section of the
// changelog. Run it in the repository's folder, as in `node scripts/release/check-tag.mjs v1.2.0`.

const GUIDE = 'docs/guides/unpublished.md';

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

await runMain(async ([tag = '']) => {
  const version = tag.replace(/^v/, '');
  const [library, mock] = [read('package.json'), read('mock/package.json')];
  const found = [library.version, mock.version, mock.dependencies[library.name].replace(/^\^/, '')];
  if (found.some((other) => other !== version))
    throw new Failure(
      `${tag} is not the version of both packages and of their dependency: ${found.join(', ')}.`,
    );
  if (existsSync(GUIDE)) throw new Failure(`${GUIDE} says that the packages are not published.`);
  if (spawnSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'origin/main']).status !== 0)
    throw new Failure(`${tag} is not on main. Merge it first, and push the tag of the merged commit.`);
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version) ?? '';
  const notes = section.replace(/.*/, '').trim();
  if (!notes) throw new Failure(`CHANGELOG.md says nothing about ${version}.`);
  say(notes);
});
