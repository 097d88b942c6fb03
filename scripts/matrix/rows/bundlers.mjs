import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../process.mjs';
import { checkPage, withPage } from '../browser.mjs';
import { withSite } from '../site.mjs';
import { runScriptIn } from '../tool.mjs';
import { readBuildWarnings } from '../warnings.mjs';

/**
 * @typedef {import('../rows.mjs').Row} Row
 * @typedef {import('../rows.mjs').SetUp} SetUp
 */

const DAPP = ['matrix/shared/dapp.js', 'matrix/shared/index.html'];
const SUBPATHS = [...DAPP, 'matrix/shared/subpaths.js', 'matrix/shared/subpaths.html'];
const PEERS = ['@solana/kit', '@solana/web3.js'];

/**
 * Checks a built page of `shared/subpaths.js`, which imports every subpath.
 *
 * @param {string} url
 */
export async function checkSubpaths(url) {
  await withPage(url, async (page) => {
    await page.waitForFunction(() => Reflect.has(globalThis, 'subpaths'));
    /** @type {string[]} */
    const subpaths = await page.evaluate(() => Reflect.get(globalThis, 'subpaths'));
    const broken = subpaths.filter((line) => !line.endsWith(': function'));
    if (subpaths.length !== 5 || broken.length > 0) throw new Failure(`Subpaths: ${subpaths.join(', ')}`);
  });
}

/**
 * Creates the row of a bundler that writes the script which `ENTRY` names into `dist`, for the pages of `shared`.
 *
 * @param {string} name
 * @param {Readonly<{ versions: readonly string[], script: string, args: readonly string[], loads: string }>} tool `loads` is
 *   the attribute of the page's script
 * @returns {Row}
 */
function createBundlerRow(name, { versions, script, args, loads }) {
  return {
    name,
    what: 'every subpath',
    versions: [...versions, ...PEERS],
    async check({ folder }) {
      const dist = join(folder, 'dist');
      rmSync(dist, { recursive: true, force: true });
      // Apart, because together they would share files, and the first load would have code of both.
      const outputs = [];
      for (const entry of ['dapp', 'subpaths'])
        outputs.push(await runScriptIn(folder, script, args, { ENTRY: entry }));
      for (const page of ['index.html', 'subpaths.html']) {
        const html = readFileSync(join(folder, page), 'utf8');
        writeFileSync(join(dist, page), html.replace('type="module"', loads));
      }
      const { bytes } = await withSite(dist, async (url) => {
        await checkSubpaths(`${url}/subpaths.html`);
        return checkPage(`${url}/`);
      });
      return { bytes, warnings: readBuildWarnings(outputs.join('\n\n')) };
    },
  };
}

/**
 * Lets Parcel read the `exports` of packages, as its documentation says.
 *
 * @param {string} folder
 */
function setPackageExports(folder) {
  const path = join(folder, 'package.json');
  const settings = { '@parcel/resolver-default': { packageExports: true } };
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...settings }));
}

const PARCEL = 'node_modules/parcel/lib/bin.js';

/** @type {readonly SetUp[]} */
export const bundlers = [
  {
    folder: 'bundlers',
    shared: SUBPATHS,
    rows: [
      createBundlerRow('webpack', {
        versions: ['webpack', 'webpack-cli'],
        script: 'node_modules/webpack-cli/bin/cli.js',
        args: [],
        loads: 'defer',
      }),
      createBundlerRow('Rollup', {
        versions: ['rollup', '@rollup/plugin-node-resolve', '@rollup/plugin-commonjs'],
        script: 'node_modules/rollup/dist/bin/rollup',
        args: ['--config', 'rollup.config.mjs'],
        loads: 'type="module"',
      }),
      createBundlerRow('esbuild', {
        versions: ['esbuild'],
        script: 'esbuild.mjs',
        args: [],
        loads: 'type="module"',
      }),
      {
        name: 'Parcel',
        what: 'the main import',
        versions: ['parcel'],
        async check({ folder }) {
          const output = await runScriptIn(folder, PARCEL, [
            'build',
            'index.html',
            '--dist-dir',
            'dist/main',
          ]);
          const { bytes } = await withSite(join(folder, 'dist/main'), (url) => checkPage(`${url}/`));
          return { bytes, warnings: readBuildWarnings(output) };
        },
      },
      {
        name: 'Parcel, without settings',
        what: 'every subpath',
        versions: ['parcel', ...PEERS],
        fails: {
          pattern: /Failed to resolve 'mobile-wallet-standard\//,
          reason: 'Parcel ignores `exports` unless `packageExports` is set',
        },
        async check({ folder }) {
          await runScriptIn(folder, PARCEL, [
            'build',
            'subpaths.html',
            '--dist-dir',
            'dist/unset',
            '--no-cache',
          ]);
          return { warnings: [] };
        },
      },
      {
        name: 'Parcel, with `packageExports`',
        what: 'every subpath',
        versions: ['parcel', ...PEERS],
        async check({ folder }) {
          setPackageExports(folder);
          const args = ['build', 'index.html', 'subpaths.html', '--dist-dir', 'dist/set', '--no-cache'];
          const output = await runScriptIn(folder, PARCEL, args);
          const { bytes } = await withSite(join(folder, 'dist/set'), async (url) => {
            await checkSubpaths(`${url}/subpaths.html`);
            return checkPage(`${url}/index.html`);
          });
          return { bytes, warnings: readBuildWarnings(output) };
        },
      },
    ],
  },
  {
    folder: 'plain',
    shared: ['matrix/shared/dapp.js'],
    rows: [
      {
        name: 'Plain `<script type="module">`',
        what: 'the main import, by an import map; its files are served as they are',
        versions: [],
        async check({ folder }) {
          const { bytes } = await withSite(folder, (url) => checkPage(`${url}/`));
          return { bytes, warnings: [] };
        },
      },
    ],
  },
];
