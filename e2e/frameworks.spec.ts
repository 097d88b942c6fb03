import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { getPort, startServer } from '../scripts/dev-server.mjs';
import { root } from '../scripts/process.mjs';
import { getFolder } from './frameworks/folder.js';
import { getApprove } from './panel.js';

// Fresh dapps, installed by `scripts/frameworks.mjs` from the packed packages. Each gets a mock wallet by one line: in Vite's
// config, or as the script tag that `npx mock-mobile-wallet` prints.
const VITE = 'node_modules/vite/bin/vite.js';
const CLI = 'node_modules/mock-mobile-wallet/dist/cli.js';
const LINE = /\{\/\* The mock wallet's line \*\/\}|<!-- The mock wallet's line -->/;

type DevServer = Awaited<ReturnType<typeof startServer>>;

const servers: DevServer[] = [];
test.afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ stop }) => stop()));
});

async function start(folder: string, script: string, ...args: readonly string[]): Promise<DevServer> {
  const server = await startServer(folder, script, args);
  servers.push(server);
  return server;
}

/** Starts the mock wallet for any dev server, and adds the script tag that it prints to a page of the dapp. */
async function addMockWallet(name: string, page: string): Promise<void> {
  const { output } = await start(getFolder(name), CLI, '--port', getPort());
  const getTag = (): string | undefined => /<script .*<\/script>/.exec(output())?.[0];
  await expect.poll(getTag).toContain('/__mobile-wallet/client.js');
  const source = readFileSync(join(root, 'e2e/frameworks', name, page), 'utf8');
  writeFileSync(join(getFolder(name), page), source.replace(LINE, getTag() ?? ''));
}

/** Connects and signs as a user does. */
async function connectAndSign(page: Page, url: string): Promise<void> {
  const approve = getApprove(page);
  await page.goto(url);
  await page.getByRole('button', { name: 'Connect' }).click();
  await approve.click();
  await expect(page.locator('output')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  await page.getByRole('button', { name: 'Sign' }).click();
  await approve.click();
  await expect(page.locator('output')).toHaveText(/^[0-9a-f]{128}$/);
}

/** Runs a test with a dapp, and prints how long its parts took. */
function testDapp(name: string, serve: (folder: string) => Promise<string>): void {
  test(`a fresh ${name} dapp connects and signs with a mock wallet of one line`, async ({ page }) => {
    test.setTimeout(120_000);
    const begin = performance.now();
    const url = await serve(getFolder(name));
    const served = performance.now();
    await connectAndSign(page, url);
    const [starting, using] = [served - begin, performance.now() - served].map((ms) =>
      (ms / 1000).toFixed(1),
    );
    process.stdout.write(
      `${name}: the dev server started in ${starting} s, first signature after ${using} s\n`,
    );
  });
}

testDapp('vite-react', async (folder) => (await start(folder, VITE, '--port', getPort())).url);
testDapp('sveltekit', async (folder) => (await start(folder, VITE, '--port', getPort())).url);
testDapp('next', async (folder) => {
  await addMockWallet('next', 'app/layout.jsx');
  return (await start(folder, 'node_modules/next/dist/bin/next', 'dev', '--port', getPort())).url;
});
testDapp('plain', async (folder) => {
  await addMockWallet('plain', 'index.html');
  return (await start(folder, 'serve.mjs', getPort())).url;
});
