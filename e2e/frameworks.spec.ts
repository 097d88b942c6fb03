import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { getPort, startServer } from '../scripts/dev-server.mjs';
import { root } from '../scripts/process.mjs';
import { getChromiumOptions } from './chromium.js';
import { getFolder } from './frameworks/folder.js';
import { run } from './matrix/workspace.js';
import { connectAndSign, getApprove, getWallet } from './panel.js';

// The example of the guides and fresh dapps, installed by `scripts/frameworks.mjs` from the packed packages.
// Each gets a mock wallet by one line: in Vite's config, or as the script tag that `npx mock-mobile-wallet`
// prints.
const VITE = 'node_modules/vite/bin/vite.js';
const CLI = 'node_modules/mock-mobile-wallet/bin/mock-mobile-wallet.js';
const LINE = /\{\/\* The mock wallet's line \*\/\}|<!-- The mock wallet's line -->/;

type DevServer = Awaited<ReturnType<typeof startServer>>;

const servers: DevServer[] = [];
test.afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ stop }) => stop()));
});

async function start(
  folder: string,
  script: string,
  args: readonly string[] = ['--port', getPort()],
  env: Readonly<Record<string, string>> = {},
): Promise<DevServer> {
  const server = await startServer(folder, script, args, { env });
  servers.push(server);
  return server;
}

/**
 * Starts the mock wallet for any dev server, and adds the script tag that it prints to a page of the dapp.
 * Returns the URL of its chain.
 */
async function addMockWallet(name: string, page: string): Promise<string> {
  const { output, url } = await start(getFolder(name), CLI);
  const getTag = (): string | undefined => /<script .*<\/script>/.exec(output())?.[0];
  await expect.poll(getTag).toContain('/__mobile-wallet/client.js');
  const source = readFileSync(join(root, 'e2e/frameworks', name, page), 'utf8');
  writeFileSync(join(getFolder(name), page), source.replace(LINE, getTag() ?? ''));
  return `${url}/__mobile-wallet/rpc/devnet`;
}

async function openAndSign(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await connectAndSign(page);
}

/** Connects and pays as a user does, with the button of the guides. */
async function connectAndPay(page: Page, url: string): Promise<void> {
  const response = await page.goto(url);
  expect(response?.status()).toBe(200);
  await page.getByRole('button', { name: 'Connect and pay 0.01 SOL' }).click();
  await getApprove(page).click();
  await expect(getWallet(page).getByRole('heading', { name: 'Send 0.01 test SOL' })).toBeVisible();
  await getApprove(page).click();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
}

/** Runs a test with a dapp, and prints how long its parts took. */
function testDapp(
  name: string,
  serve: (folder: string) => Promise<string>,
  use: (page: Page, url: string) => Promise<void> = openAndSign,
): void {
  test(`a fresh ${name} dapp works with a mock wallet of one line`, async ({ page }) => {
    const begin = performance.now();
    const url = await serve(getFolder(name));
    const served = performance.now();
    await use(page, url);
    const [starting, using] = [served - begin, performance.now() - served].map((ms) =>
      (ms / 1000).toFixed(1),
    );
    process.stdout.write(`${name}: the dev server started in ${starting} s, was used for ${using} s\n`);
  });
}

testDapp('example', async (folder) => (await start(folder, VITE)).url, connectAndPay);
testDapp('sveltekit', async (folder) => (await start(folder, VITE)).url);
testDapp(
  'next',
  async (folder) => {
    const env = { RPC_URL: await addMockWallet('next', 'app/layout.jsx') };
    const args = ['dev', '--port', getPort()];
    return (await start(folder, 'node_modules/next/dist/bin/next', args, env)).url;
  },
  async (page, url) => {
    await openAndSign(page, url);
    await page.evaluate(() => localStorage.clear());
    // The files of the guides, which Next.js renders on its server first.
    await connectAndPay(page, `${url}/pay`);
  },
);
testDapp('plain', async (folder) => {
  await addMockWallet('plain', 'index.html');
  return (await start(folder, 'serve.mjs', [getPort()])).url;
});

test('the tests of the guides pass in the example', async () => {
  test.setTimeout(180_000);
  const folder = getFolder('example');
  // A reader has installed Playwright's own Chromium.
  const launchOptions = JSON.stringify(getChromiumOptions());
  const config = `import config from './playwright.config';\nexport default { ...config, use: { ...config.use, launchOptions: ${launchOptions} } };\n`;
  writeFileSync(join(folder, 'installed.config.ts'), config);
  const command = 'playwright test --config installed.config.ts --reporter line';
  expect(await run(command, folder, { CI: '1' })).toMatch(/\d passed/);
});
