import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { devices, expect, type Locator, type Page, test } from '@playwright/test';
import type { SolanaSignMessageFeature } from '@solana/wallet-standard-features';
import type { Wallet } from '@wallet-standard/base';
import { getAssociationUri } from '../src/protocol/association.js';
import { createAssociationKeyPair, exportPoint } from '../src/protocol/hello.js';
import { getContrast } from './contrast.js';

const LAUNCH = '**/__mobile-wallet/launch';

function getPanel(page: Page): Locator {
  return page.locator('mobile-wallet-panel');
}

/** Expects no open request: on wide pages the phone stays beside the page, on narrow ones it is removed. */
async function expectRest(page: Page): Promise<void> {
  await expect(getPanel(page).locator('iframe')).toBeHidden();
  if ((page.viewportSize()?.width ?? 0) < 900) return expect(getPanel(page)).toHaveCount(0);
  await expect(getPanel(page).getByText('Ready', { exact: true })).toBeVisible();
}

function getApprove(page: Page): Locator {
  return page.frameLocator('iframe').getByRole('button', { name: 'Approve' });
}

async function connect(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await getApprove(page).click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
}

/** Holds back the page's launches until the returned function is called. */
async function holdLaunch(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(LAUNCH, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Listens on a port of several addresses, except where the port is taken. */
async function takePort(port: number, hosts: readonly string[]): Promise<readonly Server[]> {
  const servers = hosts.map((host) => createServer().listen(port, host));
  await Promise.all(
    servers.map((server) => Promise.race([once(server, 'listening'), once(server, 'error')])),
  );
  return servers;
}

test.describe('in quick succession, on a slow computer', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('every launch shows its own request', async ({ page }) => {
    test.setTimeout(120_000);
    await connect(page);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (let round = 0; round < 12; round++) {
      const [card, button] = round % 2 ? ['Sign in', 'Sign in'] : ['Sign a message', 'Sign message'];
      const action = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: card, exact: true }) });
      await action.getByRole('button', { name: button, exact: true }).click();
      await getApprove(page).click();
      await expect(action.getByRole('status').filter({ hasText: 'verified' })).toBeVisible();
    }
    await expectRest(page);
  });
});

test('if a launch uses up the tap’s user activation, the next one asks for a tap', async ({ page }) => {
  await page.route('**/client.js', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('{"mount"', '{"launchConsumesActivation":true,"mount"');
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
  const dialog = page.getByRole('dialog', { name: /asks for a signature$/ });
  await dialog.getByRole('button', { name: 'Open wallet' }).click();
  await getApprove(page).click();
  await expect(page.locator('#signed')).toHaveText('64');
});

test('messages that are not from the wallet change nothing', async ({ page }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const postAll = (): void => {
    const strange = [
      null,
      1,
      'x',
      {},
      { type: 'x' },
      { type: 'mobile-wallet:done' },
      { type: 'constructor' },
    ];
    const own = [{ type: 'mobile-wallet:left' }, { type: 'mobile-wallet:done', launch: 2 ** 52 }];
    const frame = document.querySelector('mobile-wallet-panel')?.shadowRoot?.querySelector('iframe');
    for (const source of [null, window, frame?.contentWindow ?? null]) {
      const messages = source && source === frame?.contentWindow ? strange : [...strange, ...own];
      for (const data of messages) {
        dispatchEvent(new MessageEvent('message', { data, source, origin: location.origin }));
      }
    }
  };
  await page.goto('/');
  await page.evaluate(postAll);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await expect(getApprove(page)).toBeVisible();
  await page.evaluate(postAll);
  await getApprove(page).click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await page.evaluate(postAll);
  await page.getByRole('button', { name: 'Sign message', exact: true }).click();
  await expect(getApprove(page)).toBeVisible();
  expect(errors).toEqual([]);
});

test('slides in once, and accepts no click before it has arrived', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.evaluate(() => {
    const places: number[] = [];
    const note = (): void => {
      const dialog = document.querySelector('mobile-wallet-panel')?.shadowRoot?.querySelector('dialog');
      if (dialog) {
        places.push(dialog.getBoundingClientRect().left);
        const isReached = dialog.querySelector('iframe')?.matches(':hover') ?? false;
        if (dialog.getAnimations().some(({ playState }) => playState === 'running') && isReached)
          places.push(Number.NaN);
      }
      requestAnimationFrame(note);
    };
    note();
    Object.assign(window, { places });
  });
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await page.mouse.move((page.viewportSize()?.width ?? 0) - 60, 300);
  await getApprove(page).click({ trial: true });
  const places = await page.evaluate(() => (window as unknown as { places: readonly number[] }).places);
  expect(places.length).toBeGreaterThan(2);
  expect(places).toEqual([...places].sort((a, b) => b - a));
  expect(places).not.toContain(Number.NaN);
});

test('a tap opens the wallet only once, as on a phone, and the next tap opens it again', async ({ page }) => {
  const launches: string[] = [];
  await page.route(LAUNCH, (route) => {
    launches.push(route.request().postDataJSON().uri);
    return route.abort();
  });
  await page.goto('/');
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

/** Takes the port of each launch before the mock wallet can. Returns a function that frees the ports. */
async function takePorts(page: Page, hosts: readonly string[]): Promise<() => Promise<void>> {
  const taken: Server[] = [];
  await page.route(LAUNCH, async (route) => {
    const { uri } = route.request().postDataJSON() as { uri: string };
    taken.push(...(await takePort(Number(new URL(uri).searchParams.get('port')), hosts)));
    await route.continue();
  });
  return async () => {
    await page.unroute(LAUNCH);
    for (const server of taken) server.close();
  };
}

test('a failed launch says why until the user closes it', async ({ page }) => {
  const free = await takePorts(page, ['127.0.0.1', '::1']);
  await page.goto('/');
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await expect(getPanel(page).getByText('could not start')).toBeInViewport();
  await expect(getPanel(page).getByText('EADDRINUSE')).toBeVisible();
  await free();
  await getPanel(page).getByRole('button', { name: 'Leave the wallet' }).click();
  await expectRest(page);
});

test('a launch whose port is taken on 127.0.0.1 does not fail', async ({ page }) => {
  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  );
  test.skip(!hasIpv6, 'This machine has no loopback address of IPv6');
  const free = await takePorts(page, ['127.0.0.1']);
  await connect(page);
  await free();
});

test('a wallet that is still starting can be left', async ({ page }) => {
  const release = await holdLaunch(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await expect(getPanel(page).getByText('Starting…')).toBeVisible();
  await getPanel(page).getByRole('button', { name: 'Leave the wallet' }).click();
  await expectRest(page);
  release();
});

for (const width of [390, 1280]) {
  test(`after connecting, the focus is on the account, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await connect(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectRest(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`buttons and marks are visible in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    const release = await holdLaunch(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
    expect(await getContrast(getPanel(page).locator('.spinner'))).toBeGreaterThan(2);
    expect(await getContrast(getPanel(page).getByRole('button', { name: 'Leave' }), 8)).toBeGreaterThan(3);
    release();
    const wallet = page.frameLocator('iframe');
    for (const name of ['Approve', 'Decline', 'Leave']) {
      expect(await getContrast(wallet.getByRole('button', { name }), 8), name).toBeGreaterThan(4.5);
    }
  });
}

test('stays beside the page with its accounts, and does not disturb the page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await expectRest(page);
  await expect(getPanel(page).getByText('Main')).toBeVisible();
  await expect(getPanel(page).locator('code').first()).toHaveText(/^\w{4}…\w{4}$/);
  await expect(getPanel(page).getByRole('button')).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.innerHTML = '<button>Of the page</button>';
    document.body.append(dialog);
    dialog.showModal();
  });
  await page.getByRole('button', { name: 'Of the page' }).click();
  await page.evaluate(() => document.querySelector('body > dialog')?.remove());
  await page.setViewportSize({ width: 390, height: 844 });
  await expectRest(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectRest(page);
});

for (const width of [390, 1280]) {
  test(`a dialog of the page does not cover a starting wallet, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const release = await holdLaunch(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
    // The library shows its dialog when the wallet takes long to open.
    await page.locator('mobile-wallet-dialog').waitFor({ state: 'attached', timeout: 10_000 });
    const starting = getPanel(page).getByText('Starting…');
    const isInFront = () =>
      starting.evaluate((element) => {
        const { x, y, width: w, height: h } = element.getBoundingClientRect();
        return document.elementFromPoint(x + w / 2, y + h / 2)?.localName;
      });
    await expect.poll(isInFront).toBe('mobile-wallet-panel');
    await getPanel(page).getByRole('button', { name: 'Leave the wallet' }).click();
    // After leaving the wallet, the user is back at the page and its dialog.
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
    release();
  });
}

test('the page can be used again once its dialog has closed', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const release = await holdLaunch(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  const isModal = () =>
    getPanel(page)
      .locator('dialog')
      .evaluate((dialog) => dialog.matches(':modal'));
  await expect.poll(isModal, { timeout: 10_000 }).toBe(true);
  release();
  await expect(getApprove(page)).toBeVisible();
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  await expect.poll(isModal).toBe(false);
  await getApprove(page).click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
});

test('launching the same association again shows the wallet again without a second session', async ({
  page,
}) => {
  const launches: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/launch')) launches.push(await response.text());
  });
  await page.goto('/');
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
    await page.goto('/');
    // Record the launches that go to the system, and cancel them, because the test's browser has no app for them.
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
    await expect(page.locator('mobile-wallet-dialog')).toHaveCount(1, { timeout: 10_000 });
    await expect(getPanel(page)).toHaveCount(0);
    expect(launches).toHaveLength(1);

    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Mobile Wallet Adapter' }).tap();
    await expect(isOffered(other)).toBeVisible();
  });
});
