import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { Failure, root, runMain, say } from './process.mjs';

const USAGE = 'Usage: npm run build:demo -- [--out <folder>]';

/**
 * Returns the folder for the site: `dist-demo` unless the arguments name another.
 *
 * @param {readonly string[]} args
 */
function readFolder(args) {
  try {
    const { values } = parseArgs({ args: [...args], options: { out: { type: 'string' } } });
    return resolve(values.out ?? join(root, 'dist-demo'));
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

/**
 * Builds the static site. Throws a `Failure` if that fails.
 *
 * @param {string} folder
 */
async function buildSite(folder) {
  const { build } = await import('vite');
  await build({
    root: join(root, 'demo'),
    configFile: join(root, 'demo/vite.config.ts'),
    mode: 'page',
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  }).catch((error) => {
    throw new Failure(`The demo could not be built: ${error.message}`);
  });
}

/**
 * Returns the site's files with their sizes in bytes, as they are and compressed by gzip.
 *
 * @param {string} folder
 */
function measureFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => {
      const bytes = readFileSync(join(folder, path));
      return { path, size: bytes.length, compressed: gzipSync(bytes).length };
    });
}

/** @param {number} bytes */
function formatSize(bytes) {
  return `${(bytes / 1000).toFixed(0)} kB`;
}

await runMain(async (args) => {
  const folder = readFolder(args);
  await ensureDependencies();
  await ensureBuild();
  say('Building the demo …');
  await buildSite(folder);
  const files = measureFiles(folder);
  for (const { path, size, compressed } of files.filter(({ size }) => size > 1000)) {
    say(`  ${path}: ${formatSize(size)}, ${formatSize(compressed)} with gzip`);
  }
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const compressed = files.reduce((sum, file) => sum + file.compressed, 0);
  say(
    `The demo is in ${folder}: ${files.length} files, ${formatSize(total)}, ${formatSize(compressed)} with gzip. Copy it to any folder of any web server, with https: or on localhost.`,
  );
});
