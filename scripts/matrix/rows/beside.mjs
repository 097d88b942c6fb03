import { chromium } from '@playwright/test';
import { findChromium } from '../../browsers.mjs';
import { getPort, startServer } from '../../dev-server.mjs';
import { withPage } from '../browser.mjs';
import { runScriptIn } from '../tool.mjs';
import { readBuildWarnings } from '../warnings.mjs';
import { compile } from './types.mjs';

/**
 * @typedef {import('../rows.mjs').Row} Row
 * @typedef {import('../rows.mjs').SetUp} SetUp
 * @typedef {Readonly<{ vite: string, kit: string, web3js: string, ws: string, playwright: string, typescript: string }>} Versions
 */

const VITE = 'node_modules/vite/bin/vite.js';
const SHARED = [
  'frameworks/shared/dapp.js',
  ...[
    ...['index.html', 'main.js', 'vite.config.js', 'vite-config.ts'],
    ...['kit.mjs', 'web3js.mjs', 'ws.mjs', 'wallet.spec.mjs', 'playwright.config.mjs'],
  ].map((file) => `matrix/shared/beside/${file}`),
  ...['kit.ts', 'web3js.ts', 'mock-parts.ts'].map((file) => `matrix/typescript/${file}`),
];
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };

/** Connects and signs in a page with the mock wallet's panel, as a user does. */
async function connectAndSign(/** @type {import('@playwright/test').Page} */ page) {
  const approve = page.frameLocator('iframe[title="Mock wallet"]').getByRole('button', { name: 'Approve' });
  await page.getByRole('button', { name: 'Connect' }).click();
  await approve.click();
  await page.locator('output', { hasText: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ }).waitFor();
  await page.getByRole('button', { name: 'Sign' }).click();
  await approve.click();
  await page.locator('output', { hasText: /^[0-9a-f]{128}$/ }).waitFor();
}

/**
 * Creates the rows of a dapp with both packages and with other packages of its age.
 *
 * @param {Versions} versions the ones that the rows are named by
 * @returns {SetUp}
 */
function createDapp({ vite, kit, web3js, ws, playwright, typescript }) {
  const withTypes = `and their types with TypeScript ${typescript}`;
  return {
    folder: `vite-${vite}`,
    shared: SHARED,
    rows: [
      {
        name: `Vite ${vite}`,
        what: 'the dev server with `mockWallet()`: a page connects and signs in its panel',
        versions: ['vite', 'typescript'],
        async check({ folder }) {
          const server = await startServer(folder, VITE, ['--port', getPort()]);
          try {
            await withPage(server.url, connectAndSign, { viewport: { width: 1280, height: 900 } });
          } finally {
            await server.stop();
          }
          // The types of the mock's dependencies need a newer TypeScript than the oldest.
          await compile(folder, 'typescript', ['vite-config.ts', 'mock-parts.ts'], {
            ...BUNDLER,
            skipLibCheck: true,
          });
          return { warnings: readBuildWarnings(server.output()) };
        },
      },
      {
        name: `@playwright/test ${playwright}`,
        what: 'the fixture of `mock-mobile-wallet/playwright`: a test connects, signs and declines',
        versions: ['@playwright/test', 'vite'],
        async check({ folder }) {
          await runScriptIn(folder, VITE, ['build']);
          // An older Playwright would look for an older Chromium.
          const { executablePath = chromium.executablePath() } = findChromium() ?? {};
          const env = { PORT: getPort(), CHROMIUM: executablePath };
          await runScriptIn(
            folder,
            'node_modules/@playwright/test/cli.js',
            ['test', '--reporter', 'line'],
            env,
          );
          return { warnings: [] };
        },
      },
      {
        name: `@solana/kit ${kit}`,
        what: `\`…/kit\` signs with the mock wallet, ${withTypes}`,
        versions: ['@solana/kit', 'typescript'],
        async check({ folder }) {
          await runScriptIn(folder, 'kit.mjs');
          await compile(folder, 'typescript', ['kit.ts'], BUNDLER);
          return { warnings: [] };
        },
      },
      {
        name: `@solana/web3.js ${web3js}`,
        what: `\`…/web3js\` and \`…/legacy\` sign with the mock wallet, ${withTypes}`,
        versions: ['@solana/web3.js', 'typescript'],
        async check({ folder }) {
          await runScriptIn(folder, 'web3js.mjs');
          await compile(folder, 'typescript', ['web3js.ts'], BUNDLER);
          return { warnings: [] };
        },
      },
      {
        name: `ws ${ws}`,
        what: "`…/session` reaches the mock wallet's server by this WebSocket",
        versions: ['ws'],
        async check({ folder }) {
          await runScriptIn(folder, 'ws.mjs');
          return { warnings: [] };
        },
      },
    ],
  };
}

/** @type {readonly SetUp[]} */
export const beside = [
  createDapp({ vite: '5', kit: '5', web3js: '1.98.0', ws: '7', playwright: '1.50', typescript: '5.7' }),
  // The replicas run with these versions of kit and web3.js, too, and the fresh dapps of `e2e/frameworks` with the newest Vite.
  ...[
    createDapp({ vite: '6', kit: '6', web3js: '1.98.2', ws: '8.0', playwright: '1.55', typescript: '5.9' }),
    createDapp({ vite: '7', kit: '7', web3js: '1.98.4', ws: '8.18', playwright: '1.60', typescript: '6.0' }),
    createDapp({ vite: '8', kit: '8', web3js: '1.99', ws: '8.23', playwright: '1.65', typescript: '7.0' }),
  ].map((setUp) => ({ ...setUp, rows: setUp.rows.map((row) => ({ ...row, isExtra: true })) })),
];
