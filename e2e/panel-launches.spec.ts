import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { devices, expect, type Page, test } from '@playwright/test';
import type { SolanaSignMessageFeature } from '@solana/wallet-standard-features';
import type { Wallet } from '@wallet-standard/base';
import { getAssociationUri } from '../src/protocol/association.js';
import { createAssociationKeyPair, exportPoint } from '../src/protocol/session-keys.js';
import { ask, getResult } from './demo.js';
import { connect, expectRest, getApprove, getPanel, holdLaunch, LAUNCH, SHOP } from './panel.js';

/** Takes the port of each launch before the mock wallet can. Returns a function that frees the ports. */
async function takePorts(page: Page): Promise<() => Promise<void>> {
  const taken: Server[] = [];
  await page.route(LAUNCH, async (route) => {
    const { uri } = route.request().postDataJSON() as { uri: string };
    const server = createServer().listen(Number(new URL(uri).searchParams.get('port')));
    // At all addresses. The port may be taken already.
    await Promise.race([once(server, 'listening'), once(server, 'error')]);
    taken.push(server);
    await route.continue();
  });
  return async () => {
    await page.unroute(LAUNCH);
    for (const server of taken) server.close();
  };
}

test.describe('in quick succession, on a slow computer', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('every launch shows its own request', async ({ page }) => {
    await connect(page);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (let round = 0; round < 6; round++) {
      await ask(page, round % 2 ? 'Sign in' : 'Sign message');
      await getApprove(page).click();
      await expect(getResult(page, 'verified')).toBeVisible();
    }
    await expectRest(page);
  });
});

test('if a launch uses up the tap’s user activation, the next one asks for a tap', async ({ page }) => {
  await page.route('**/client.js', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      ', mount });',
      ', mount, launchConsumesActivation: true });',
    );
    await route.fulfill({ response, body });
  });
  await connect(page);
  // `evaluate` gives the page user activation again. On a phone, a tap in the wallet app would not.
  await page.evaluate(() => {
    const register = (wallet: Wallet): void => {
      const { signMessage } = wallet.features[
        'solana:signMessage'
      ] as SolanaSignMessageFeature['solana:signMessage'];
      const [account] = wallet.accounts;
      const output = Object.assign(document.createElement('output'), { id: 'signed' });
      if (!account) throw new Error('not connected');
      void signMessage({ account, message: new Uint8Array(1) }).then(([signed]) => {
        output.append(`${signed?.signature.length}`);
        document.body.append(output);
      });
    };
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
  });
  const dialog = page.getByRole('dialog', { name: /asks for your signature$/ });
  await dialog.getByRole('button', { name: 'Open wallet' }).click();
  await getApprove(page).click();
  await expect(page.locator('#signed')).toHaveText('64');
});

test('a tap opens the wallet only once, as on a phone, and the next tap opens it again', async ({ page }) => {
  const launches: string[] = [];
  await page.route(LAUNCH, (route) => {
    launches.push(route.request().postDataJSON().uri);
    return route.abort();
  });
  await page.goto(SHOP);
  const point = await exportPoint(await createAssociationKeyPair());
  const uris = [61_001, 61_002].map((port) => getAssociationUri({ type: 'local', port }, point));
  await page.evaluate((targets) => {
    addEventListener('pointerdown', () => {
      for (const uri of targets) location.assign(uri);
    });
  }, uris);
  const refusal = page.waitForEvent('pageerror', ({ message }) => message.includes('once'));
  for (let tap = 0; tap < 2; tap++) {
    await page.mouse.click(5, 5);
    await expect.poll(() => launches.length).toBe(tap + 1);
  }
  await refusal;
  expect(launches).toEqual([uris[0], uris[0]]);
});

test('a failed launch says why until the user closes it', async ({ page }) => {
  const free = await takePorts(page);
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await expect(getPanel(page).getByText('could not start')).toBeInViewport();
  await expect(getPanel(page).getByText('EADDRINUSE')).toBeVisible();
  await free();
  await getPanel(page).getByRole('button', { name: 'Leave the wallet' }).click();
  await expectRest(page);
});

test('a wallet that is still starting can be left', async ({ page }) => {
  const release = await holdLaunch(page);
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await expect(getPanel(page).getByText('Starting…')).toBeVisible();
  await getPanel(page).getByRole('button', { name: 'Leave the wallet' }).click();
  await expectRest(page);
  release();
});

test('launching the same association again shows the wallet again without a second session', async ({
  page,
}) => {
  const launches: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/launch')) launches.push(await response.text());
  });
  await page.goto(SHOP);
  const uri = getAssociationUri(
    { type: 'local', port: 61_234 },
    await exportPoint(await createAssociationKeyPair()),
  );
  await page.evaluate((target) => {
    addEventListener('pointerdown', ({ target: tapped }) => {
      if (tapped === document.documentElement || tapped === document.body) location.assign(target);
    });
  }, uri);
  for (let tap = 0; tap < 2; tap++) {
    await page.mouse.click(5, 5);
    await expect.poll(() => launches.length).toBe(tap + 1);
  }
  expect(JSON.parse(launches[0] ?? '')).toEqual({ launch: expect.any(Number) });
  expect(launches[1]).toBe(launches[0]);
});

test.describe('on a phone that opens the page through `adb reverse`', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  test.use(phone);

  test('the phone’s own wallet can be chosen, and is then used in this tab', async ({ page, context }) => {
    const isOffered = (on: Page) => getPanel(on).getByRole('button', { name: 'Use this phone’s own wallet' });
    const launches: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/launch')) launches.push(request.postDataJSON().uri);
    });
    await page.goto(SHOP);
    // Record the launches that go to the system, and cancel them, because the test's browser has no app for
    // them.
    await page.evaluate(() => {
      Object.assign(window, { passed: [] });
      navigation.addEventListener('navigate', (event) => {
        const { url } = event.destination;
        if (!url.startsWith('solana-wallet:') || event.defaultPrevented) return;
        (window as unknown as { passed: string[] }).passed.push(url);
        event.preventDefault();
      });
    });
    const getPassed = () => page.evaluate(() => (window as unknown as { passed: string[] }).passed);
    const connectButton = page.getByRole('button', { name: 'Mobile Wallet Adapter' });
    await connectButton.tap();
    await isOffered(page).tap();
    await expectRest(page);
    expect(await getPassed()).toEqual(launches);
    expect(launches).toHaveLength(1);

    await page.reload();
    await connectButton.tap();
    await expect(page.locator('mobile-wallet-dialog')).toHaveCount(1);
    await expect(getPanel(page)).toHaveCount(0);
    expect(launches).toHaveLength(1);

    const other = await context.newPage();
    await other.goto(SHOP);
    await other.getByRole('button', { name: 'Mobile Wallet Adapter' }).tap();
    await expect(isOffered(other)).toBeVisible();
  });
});

test('the wallet is there, too, where its script has loaded before the body of the page', async ({
  page,
}) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route('**/late.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script src="/__mobile-wallet/client.js"></script><script src="/late.js"></script><p>Late',
    }),
  );
  const loaded = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/page-client.js'));
  await page.route('**/late.js', async (route) => {
    await loaded;
    // The module runs in a task after its last import has loaded.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/late.html');
  await expect(page.getByRole('button', { name: 'Mock wallet', exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});
