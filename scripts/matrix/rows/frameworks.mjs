import { join } from 'node:path';
import { getPort, startServer } from '../../dev-server.mjs';
import { Failure } from '../../process.mjs';
import { checkPage } from '../browser.mjs';
import { withSite } from '../site.mjs';
import { runScriptIn } from '../tool.mjs';
import { readBuildWarnings } from '../warnings.mjs';

/** @typedef {import('../rows.mjs').SetUp} SetUp */

const DAPP = ['matrix/shared/dapp.js'];
const NEXT = 'node_modules/next/dist/bin/next';

/**
 * Looks at what wallet-adapter shows: the wallet, once, in its list and in its dialog.
 *
 * @param {import('@playwright/test').Page} page
 */
async function lookAtWalletAdapter(page) {
  await page.getByRole('button', { name: 'Select Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mobile Wallet Adapter' }).waitFor();
  const names = await page.locator('output').textContent();
  if (names !== 'Mobile Wallet Adapter') throw new Failure(`wallet-adapter lists: ${names}`);
  await page.keyboard.press('Escape');
}

/**
 * Builds a dapp, and checks its folder of files.
 *
 * @param {string} script
 * @param {string} built
 * @param {Parameters<typeof checkPage>[1]} [look]
 */
function createCheck(script, built, look) {
  return async (/** @type {Readonly<{ folder: string }>} */ { folder }) => {
    const output = await runScriptIn(folder, script, ['build']);
    const { bytes } = await withSite(join(folder, built), (url) => checkPage(`${url}/`, look));
    return { bytes, warnings: readBuildWarnings(output) };
  };
}

/**
 * Builds a Next.js dapp with one of its bundlers, and checks its own server.
 *
 * @param {string} bundler
 */
function createNextCheck(bundler) {
  return async (/** @type {Readonly<{ folder: string }>} */ { folder }) => {
    const env = { DIST_DIR: `.next-${bundler}` };
    const output = await runScriptIn(folder, NEXT, ['build', `--${bundler}`], env);
    const server = await startServer(folder, NEXT, ['start', '--port', getPort()], { env, ready: /Ready/ });
    try {
      const { bytes } = await checkPage(`${server.url}/`);
      return { bytes, warnings: readBuildWarnings(output) };
    } finally {
      await server.stop();
    }
  };
}

/** @type {readonly SetUp[]} */
export const frameworks = [
  {
    folder: 'vite-react',
    shared: DAPP,
    rows: [
      {
        name: 'Vite, React and wallet-adapter',
        what: "the main import, shown in wallet-adapter's dialog",
        versions: [
          'vite',
          'react',
          '@solana/wallet-adapter-react',
          '@solana/wallet-adapter-react-ui',
          '@solana/web3.js',
        ],
        check: createCheck('node_modules/vite/bin/vite.js', 'dist', lookAtWalletAdapter),
      },
    ],
  },
  {
    folder: 'next',
    shared: [],
    rows: [
      {
        name: 'Next.js, App Router, Turbopack',
        what: 'the main import, in `instrumentation-client.ts`',
        versions: ['next', 'react', 'typescript'],
        check: createNextCheck('turbopack'),
      },
      {
        name: 'Next.js, App Router, webpack',
        what: 'the main import, in `instrumentation-client.ts`',
        // The row of webpack proves the bundler, and the one of Turbopack the framework.
        isExtra: true,
        versions: ['next', 'react', 'typescript'],
        check: createNextCheck('webpack'),
      },
    ],
  },
  {
    folder: 'sveltekit',
    shared: DAPP,
    rows: [
      {
        name: 'SvelteKit',
        what: 'the main import, in `hooks.client.js`',
        versions: ['@sveltejs/kit', 'svelte', 'vite'],
        check: createCheck('node_modules/vite/bin/vite.js', 'build'),
      },
    ],
  },
  {
    folder: 'astro',
    shared: DAPP,
    rows: [
      {
        name: 'Astro',
        what: 'the main import, in a `<script>` of a page',
        versions: ['astro', 'vite'],
        check: createCheck('node_modules/astro/astro.js', 'dist'),
      },
    ],
  },
];
