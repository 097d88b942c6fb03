import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../install.mjs';
import { Failure, root, run, runMain, runNpm, say } from '../process.mjs';
import { compareExports, listExports } from './exports.mjs';
import { findMissingImports, findMissingSources, findStrayFiles } from './files.mjs';
import { findUnknownBundledLicences, findUnknownLicences } from './licences.mjs';

// Checks the built packages as npm would publish them. With `--update`, it renews the list of their exports instead of
// comparing it.

const PACKAGES = ['.', 'mock'];
const SNAPSHOT = 'scripts/release/exports.txt';
const OUT = join(root, '.cache/release');

/**
 * Packs a package as npm would publish it.
 *
 * @param {string} folder relative to the root
 * @returns {Readonly<{ archive: string, files: readonly import('./files.mjs').PackedFile[] }>}
 */
function pack(folder) {
  mkdirSync(OUT, { recursive: true });
  const cwd = join(root, folder);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', OUT];
  const output = execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const [{ filename, files, unpackedSize }] = JSON.parse(output);
  say(`${filename}: ${files.length} files, ${Math.round(unpackedSize / 1000)} kB unpacked`);
  return {
    archive: join(OUT, filename),
    files: files.map((/** @type {{ path: string }} */ { path }) => ({
      path,
      read: () => readFileSync(join(cwd, path), 'utf8'),
    })),
  };
}

/**
 * Returns a sentence for each problem of one package.
 *
 * @param {string} folder relative to the root
 */
async function checkPackage(folder) {
  const { archive, files } = pack(folder);
  const publint = await runNpm(['exec', '--no', '--', 'publint', '--strict', folder]);
  const attw = await run(process.execPath, [
    'scripts/release/tools/node_modules/@arethetypeswrong/cli/dist/index.js',
    archive,
    '--format=table-flipped',
    '--no-emoji',
    '--no-color',
    // The packages are ESM only.
    '--ignore-rules=cjs-resolves-to-esm',
  ]);
  const bundled = files.find(({ path }) => path.endsWith('/LICENSES.md'));
  return [
    ...(publint === 0 ? [] : [`publint found problems in ${folder}, see above.`]),
    ...(attw === 0 ? [] : [`The types of ${folder} do not resolve everywhere, see above.`]),
    ...findMissingSources(files),
    ...findMissingImports(files),
    ...findStrayFiles(files),
    // Only the mock wallet bundles the code of others, for its pages.
    ...(folder === 'mock' ? findUnknownBundledLicences(bundled?.read()) : []),
  ];
}

/** Returns a sentence for each change of what the packages export. */
function checkExports() {
  const before = existsSync(join(root, SNAPSHOT)) ? readFileSync(join(root, SNAPSHOT), 'utf8') : '';
  const changes = compareExports(before, listExports(PACKAGES));
  if (changes.length === 0) return [];
  return [
    `What the packages export differs from ${SNAPSHOT}. Is that meant? Then run: node scripts/release/packages.mjs --update`,
    ...changes,
  ];
}

function checkLicences() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return findUnknownLicences(packages, ['', 'mock', 'node_modules/mobile-wallet-standard']);
}

await runMain(async ([option]) => {
  if (!existsSync(join(root, 'dist')) || !existsSync(join(root, 'mock/dist'))) {
    throw new Failure('The packages are not built. Run: npm run build');
  }
  await ensureInstalled('scripts/release/tools');
  if (option === '--update') {
    writeFileSync(join(root, SNAPSHOT), listExports(PACKAGES));
    return say(`Written: ${SNAPSHOT}`);
  }
  const problems = [...checkExports(), ...checkLicences()];
  for (const folder of PACKAGES) problems.push(...(await checkPackage(folder)));
  if (problems.length > 0) throw new Failure(problems.join('\n'));
  say('The packages can be published.');
});
