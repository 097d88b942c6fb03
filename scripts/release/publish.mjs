import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from '../fresh.mjs';
import { Failure, readJson, runMain, runNpm, say } from '../process.mjs';
import { findPublished } from './published.mjs';

// Publishes the packed packages of a folder, the mock wallet second, because it depends on the library. Skips
// those that are published, so that a release that has stopped can be run again. Further arguments are npm's.

await runMain(async ([folder = '.', ...options]) => {
  const { version } = readJson('package.json');
  // Otherwise npm would give a release candidate to everybody who asks for the latest version.
  const tag = version.includes('-') ? ['--tag', 'next'] : [];
  for (const name of Object.keys(PACKAGES)) {
    const archive = join(folder, `${name}-${version}.tgz`);
    const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    const published = findPublished(name, version);
    if (published !== undefined && published !== hash)
      throw new Failure(`${name} ${version} is published with other content: release the next version.`);
    if (published) say(`${name} ${version} is published already.`);
    // The dot tells npm that it is a file.
    else if ((await runNpm(['publish', `./${archive}`, ...tag, ...options])) !== 0)
      throw new Failure(`${name} could not be published. To go on, run this job again.`);
  }
});
