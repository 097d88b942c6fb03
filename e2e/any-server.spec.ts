import { expect, type Frame, type Page, test } from '@playwright/test';
import { PLAYED_PHONE } from 'mobile-wallet-standard/endpoint';
import { type MockCommand, startCommand } from './any-server/command.js';
import { bundle, type ScriptPage, serveFiles } from './bundle.js';
import { getChromiumOptions } from './chromium.js';
import { expectWalletFont, getApprove } from './panel.js';

const FOREIGN = 'evil.example';
const PAGE_ID = 'a'.repeat(32);

const chromium = getChromiumOptions();
test.use({
  launchOptions: {
    ...chromium,
    // A name that an attacker lets resolve to this machine.
    args: [...chromium.args, `--host-resolver-rules=MAP ${FOREIGN} 127.0.0.1`],
  },
});

let command: MockCommand;
let dapp: ScriptPage;

test.beforeAll(async () => {
  command = await startCommand();
  const { '/': page = '', ...scripts } = await bundle('any-server/page.ts');
  dapp = await serveFiles({
    ...scripts,
    '/': page.replace('<body>', `<body>${command.tag}`),
    '/untagged.html': page,
    '/early.html': `<!doctype html>${command.tag}
      <script>document.title = String(Symbol.for('${PLAYED_PHONE}') in globalThis)</script>`,
  });
});

test.afterAll(async () => {
  dapp.close();
  await command.close();
});

/** Opens the dapp under another name of this machine. */
async function open(page: Page, hostname: string): Promise<void> {
  const url = new URL(dapp.url);
  url.hostname = hostname;
  await page.goto(url.href);
}

for (const { hostname, width } of [
  { hostname: 'localhost', width: 390 },
  { hostname: 'app.localhost', width: 1280 },
]) {
  test(`a page of another server at ${hostname}, ${width} pixels wide, connects by one tag`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    // Without the slide: Chromium gives a click to the page and not to a frame of another site until it has
    // drawn that frame where it has stopped (1 of 60 clicks that follow a slide at once).
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, hostname);
    await page.getByRole('button', { name: 'Connect' }).click();
    await getApprove(page).click();
    await expect(page.locator('output')).toHaveText('Main');
    // The panel hides when the wallet's page says that the visit is over, across origins.
    await expect(page.locator('mobile-wallet-panel iframe[src*="/approval/"]')).toBeHidden();
  });
}

test('a dapp whose scripts run before any module of the page has the wallet, too', async ({ page }) => {
  await page.goto(new URL('/early.html', dapp.url).href);
  await expect(page).toHaveTitle('true');
});

test('a page to which a runner gives the script before it has any element connects', async ({ page }) => {
  const client = await fetch(`${command.origin}/__mobile-wallet/client.js`);
  await page.addInitScript(await client.text());
  await page.goto(new URL('/untagged.html', dapp.url).href);
  await page.getByRole('button', { name: 'Connect' }).click();
  await getApprove(page).click();
  await expect(page.locator('output')).toHaveText('Main');
});

test('with --iphone, a link of a wallet app opens the page with a wallet that is there before its scripts', async ({
  page,
}) => {
  const iphone = await startCommand('--iphone');
  const script = `const names = [];
    const register = (...wallets) => names.push(...wallets.map(({ name }) => name));
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
    document.title = globalThis[Symbol.for('${PLAYED_PHONE}')] + ': ' + names.join()`;
  const served = await serveFiles({
    '/': `<!doctype html>${iphone.tag}<script>${script}</script><a href="">Open</a>`,
  });
  await page.goto(`${served.url}/#step`);
  await expect(page).toHaveTitle('ios: ');
  const link = `https://solflare.com/ul/v1/browse/${encodeURIComponent(page.url())}`;
  await page.locator('a').evaluate((anchor, href) => anchor.setAttribute('href', href), link);
  // The script that catches links is a module, which may still be loading.
  await expect(page.locator('mobile-wallet-button, mobile-wallet-panel').first()).toBeAttached();
  await page.locator('a').click();
  const opened = page.frameLocator('iframe[title="Solflare’s browser"]').locator('html');
  await expect.poll(() => opened.evaluate(() => document.title)).toBe('wallet-browser: Mock wallet');
  expect(await opened.evaluate(() => location.hash)).toBe('#step');
  served.close();
  await iphone.close();
});

test('shows the wallet full screen', async ({ page }) => {
  await page.goto(command.origin);
  await expect(page).toHaveURL(`${command.origin}/__mobile-wallet/`);
  await expect(page.getByText('Main').first()).toBeVisible();
  await expect(page.getByText('10 test SOL').first()).toBeVisible();
  await expectWalletFont(page.locator('body'));
});

test('the panel in a page of another server has the wallet’s font', async ({ page }) => {
  await page.goto(dapp.url);
  await expectWalletFont(page.locator('body'));
});

test('a hidden tab with the wallet holds no connection to the server', async ({ page }) => {
  const state = `${command.origin}/__mobile-wallet/state`;
  // Tabs of a test are never hidden by themselves.
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await page.goto(`${command.origin}/__mobile-wallet/`);
  await expect(page.getByText('10 test SOL').first()).toBeVisible();
  const closed = page.waitForEvent('requestfailed', (request) => request.url() === state);
  await setHidden(true);
  await closed;
  const opened = page.waitForRequest(state);
  await setHidden(false);
  await opened;
});

/** Tries everything that a page can try, and returns what succeeded. */
async function attack(page: Page, origin: string): Promise<readonly string[]> {
  return page.evaluate(
    async ({ mount, host, id }) => {
      const succeeded: string[] = [];
      const tryIt = async (name: string, run: () => Promise<unknown>): Promise<void> => {
        if (await run().catch(() => false)) succeeded.push(name);
      };
      const post = (path: string, type: string, mode: RequestMode = 'cors') =>
        fetch(`${mount}/${path}`, {
          method: 'POST',
          mode,
          headers: { 'Content-Type': type },
          body: JSON.stringify({ page: id, uri: 'solana-wallet:/v1', type: 'sreset', id: 1, approved: true }),
        });
      for (const path of ['launch', 'find-app', 'leave', 'decisions', 'commands', 'rpc', 'rpc/devnet']) {
        await tryIt(`post ${path}`, async () => (await post(path, 'application/json')).status !== 403);
        await tryIt(`post ${path} as text`, async () => (await post(path, 'text/plain')).ok);
      }
      for (const path of ['', 'client.js', 'state', `events?page=${id}`, 'approval/', 'home.js']) {
        await tryIt(`get ${path}`, async () => (await fetch(`${mount}/${path}`)).ok);
      }
      await tryIt('import', () => import(`${mount}/client.js`));
      const waitFor = (target: EventTarget): Promise<boolean> =>
        new Promise((resolve) => {
          target.addEventListener('open', () => resolve(true));
          target.addEventListener('load', () => resolve(true));
          target.addEventListener('error', () => resolve(false));
        });
      await tryIt('script', () => {
        const script = Object.assign(document.createElement('script'), { src: `${mount}/client.js` });
        document.head.append(script);
        return waitFor(script);
      });
      await tryIt('state', () => waitFor(new EventSource(`${mount}/state`)));
      await tryIt('events', () => waitFor(new EventSource(`${mount}/events?page=${id}`)));
      await tryIt('subscriptions', () => waitFor(new WebSocket(`ws://${host}/__mobile-wallet/rpc/devnet`)));
      const protocol = 'com.solana.mobilewalletadapter.v1';
      await tryIt('reflector', () => waitFor(new WebSocket(`ws://${host}/reflect`, protocol)));
      return succeeded;
    },
    { mount: `${origin}/__mobile-wallet`, host: new URL(origin).host, id: PAGE_ID },
  );
}

test('a page of a foreign site can do nothing, whatever it tries', async ({ page }) => {
  await open(page, FOREIGN);
  expect(await attack(page, command.origin)).toEqual([]);
});

test('a foreign name that resolves to this machine leads to nothing', async ({ page }) => {
  const origin = command.origin.replace('localhost', FOREIGN);
  const response = await page.goto(`${origin}/__mobile-wallet/`);
  expect(response?.status()).toBe(403);
  expect(await attack(page, origin)).toEqual([]);
});

test('a foreign page cannot embed the wallet, and a page of this machine can', async ({ page }) => {
  const embed = async (): Promise<Frame> => {
    const navigated = page.waitForEvent('framenavigated', (frame) => frame.name() === 'embedded');
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { name: 'embedded', src }));
    }, `${command.origin}/__mobile-wallet/wallet/`);
    return navigated;
  };
  await open(page, FOREIGN);
  expect((await embed()).url()).toMatch(/^chrome-error:/);
  await open(page, 'localhost');
  await expect((await embed()).getByText('Scan a QR code')).toBeVisible();
});

test('a page of this machine can use the wallet as a dapp, and cannot see or change it', async ({ page }) => {
  await open(page, 'localhost');
  const succeeded = await attack(page, command.origin);
  expect(succeeded).toEqual([
    // These are refused for their content, not for their origin.
    'post launch',
    'post find-app',
    'post leave',
    'post rpc',
    'post rpc/devnet',
    'get client.js',
    'import',
    'script',
    'subscriptions',
    'reflector',
  ]);
});
