import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from '../fresh.mjs';
import { Failure, readJson, root, runMain, runNpm } from '../process.mjs';

// Packs both packages from their builds into `.cache/release`. Their documents lead to those of the version's
// tag, because the ones on main change. Pictures have whole addresses, because the registry's page completes
// no `srcset`.

const OWNER = 'mobile-wallet-standard/mobile-wallet-standard';
const out = join(root, '.cache/release');

/** @param {string} text @param {string} tag */
const pin = (text, tag) =>
  text
    .replaceAll(`https://github.com/${OWNER}/blob/main/`, `https://github.com/${OWNER}/blob/${tag}/`)
    .replace(/(src|srcset)="\.\//g, `$1="https://raw.githubusercontent.com/${OWNER}/${tag}/`);

await runMain(async () => {
  rmSync(out, { recursive: true, force: true });
  for (const [name, from] of Object.entries(PACKAGES)) {
    const { files, version } = readJson(join(from, 'package.json'));
    const copy = join(out, name);
    mkdirSync(copy, { recursive: true });
    for (const file of ['package.json', 'README.md', 'LICENSE', ...files])
      if (existsSync(join(root, from, file)))
        cpSync(join(root, from, file), join(copy, file), { recursive: true });
    for (const file of ['README.md', 'CHANGELOG.md'].map((path) => join(copy, path)))
      if (existsSync(file)) writeFileSync(file, pin(readFileSync(file, 'utf8'), `v${version}`));
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', out];
    if ((await runNpm(args, { cwd: copy })) !== 0) throw new Failure(`npm could not pack ${name}.`);
    rmSync(copy, { recursive: true });
  }
});
