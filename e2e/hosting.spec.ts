import { devices, expect, type Page, test } from '@playwright/test';
import { startCommand } from './any-server/command.js';
import { bundle, serveFiles, useResource } from './bundle.js';

// Published clients in the panel, whose taps come as those of other runners: at a place of the page, as soon
// as its text has changed, and without a look at what is there.
const ROUNDS = 20;
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};
test.use(pixel);

const command = useResource(() => startCommand('--auto-approve', '--memory'));
const dapp = useResource(async () => {
  const { '/': page = '', ...scripts } = await bundle('clients/page.ts');
  return serveFiles({ ...scripts, '/': page.replace('<body>', `<body>${command.tag}`) });
});

async function ask(method: string, ...params: readonly unknown[]) {
  const response = await fetch(`${command.origin}/__mobile-wallet/rpc/devnet`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()).result;
}

/** Runs a command of the wallet for runners, and returns its state. */
async function run(body: object) {
  const response = await fetch(`${command.origin}/__mobile-wallet/api`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** As a user who has answered Chromium's question; a version knows one of the two names. */
async function grantLoopback(page: Page): Promise<void> {
  const ofPage = await page.context().newCDPSession(page);
  const { targetInfo } = await ofPage.send('Target.getTargetInfo');
  const ofBrowser = await page.context().browser()?.newBrowserCDPSession();
  const { browserContextId = '' } = targetInfo;
  for (const name of ['local-network-access', 'loopback-network']) {
    const permission = { permission: { name }, setting: 'granted' as const, browserContextId };
    await ofBrowser?.send('Browser.setPermission', permission).catch(() => {});
  }
}

/** Presses a button where it is on the page. Returns what the page shows then. */
async function tap(page: Page, step: 'Connect' | 'Sign' | 'Send') {
  const point = await page.evaluate((label) => {
    const button = [...document.querySelectorAll('button')].find((found) => found.textContent === label);
    const { x = 0, y = 0, width = 0, height = 0 } = button?.getBoundingClientRect() ?? {};
    return { x: x + width / 2, y: y + height / 2 };
  }, step);
  await page.mouse.click(point.x, point.y);
  const output = await page.waitForFunction(
    () => document.querySelector('output')?.value || undefined,
    undefined,
    { timeout: 40_000 },
  );
  return JSON.parse(String(await output.jsonValue()));
}

for (const client of ['wallet-standard-mobile', 'transact']) {
  test(`${client}: connects, signs, pays and is declined in the panel, and no tap is lost`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await grantLoopback(page);
    for (let round = 0; round < ROUNDS; round++) {
      await run({ type: 'reset' });
      const { blockhash } = (await ask('getLatestBlockhash')).value;
      // Otherwise the client connects by what it has kept.
      await page.goto(dapp.url);
      await page.evaluate(() => localStorage.clear());
      await page.goto('about:blank');
      await page.goto(`${dapp.url}/#${client}/${blockhash}`);
      await page.locator('output').waitFor({ state: 'attached' });
      expect(await tap(page, 'Connect')).toEqual({ result: expect.any(String) });
      expect(await tap(page, 'Sign')).toEqual({ result: expect.any(String) });
      expect(await tap(page, 'Send')).toEqual({ result: expect.any(String) });
      await run({ type: 'decline-next', method: 'sign_messages' });
      expect(await tap(page, 'Sign')).toHaveProperty('error');
      const { launches } = await run({ type: 'clear-activity' });
      expect(launches).toHaveLength(4);
    }
  });
}
