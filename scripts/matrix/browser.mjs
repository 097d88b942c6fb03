import { chromium, devices } from '@playwright/test';
import { findChromium } from '../browsers.mjs';
import { Failure } from '../process.mjs';
import { measureFirstLoad } from './first-load.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const WALLET_NAME = 'Mobile Wallet Adapter';
const TIMEOUT_MS = 30_000;

/** @type {Promise<import('@playwright/test').Browser> | undefined} */
let started;

/** Starts Chromium with the first page. */
function getBrowser() {
  started ??= chromium.launch({ ...findChromium(), args: ['--disable-quic'] });
  return started;
}

/** Returns the version of Chromium. */
export async function getChromiumVersion() {
  return (await getBrowser()).version();
}

/** Closes Chromium, if a page was opened. */
export async function closeBrowser() {
  await (await started)?.close();
  started = undefined;
}

/**
 * Opens a page as a phone would, while `use` runs.
 *
 * @template T
 * @param {string} url
 * @param {(page: Page) => Promise<T>} use
 * @param {Parameters<import('@playwright/test').Browser['newContext']>[0]} [device]
 * @returns {Promise<T>}
 * @throws Failure if the page throws, or a script is missing
 */
export async function withPage(url, use, device = devices['Pixel 7']) {
  const context = await (await getBrowser()).newContext(device ?? {});
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    /** @type {string[]} */
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('response', (response) => {
      const isScript = response.request().resourceType() === 'script';
      if (isScript && !response.ok()) problems.push(`${response.url()} answered ${response.status()}`);
    });
    await page.addInitScript(listenForWallets);
    await page.goto(url);
    const result = await use(page).catch((error) => {
      throw new Failure([`${url}: ${error.message}`, ...problems].join('\n'));
    });
    if (problems.length > 0) throw new Failure([`${url} reported errors:`, ...problems].join('\n'));
    return result;
  } finally {
    await context.close();
  }
}

/** Runs in the page, before its own scripts: does what every wallet picker does, and adds a button. */
function listenForWallets() {
  /** @type {{ name: string, features: Record<string, { connect(): Promise<unknown> }> }[]} */
  const wallets = [];
  Object.assign(globalThis, { matrixWallets: wallets });
  const api = { register: (/** @type {typeof wallets} */ ...added) => wallets.push(...added) };
  addEventListener('wallet-standard:register-wallet', (event) => {
    if ('detail' in event && typeof event.detail === 'function') event.detail(api);
  });
}

/**
 * Checks in a browser that a page registers the wallet, and that a tap opens the link to the wallet app. The code for
 * that is loaded later, so it shows that the bundler's later files work, too.
 *
 * @param {string} url
 * @param {(page: Page) => Promise<void>} [look] looks at what else the page has to show
 * @returns {Promise<Readonly<{ bytes: number }>>}
 */
export async function checkPage(url, look = async () => {}) {
  await withPage(url, async (page) => {
    await page.waitForFunction(
      (name) =>
        Reflect.get(globalThis, 'matrixWallets').some(
          (/** @type {{ name: string }} */ wallet) => wallet.name === name,
        ),
      WALLET_NAME,
    );
    await look(page);
    await page.evaluate((name) => {
      const button = document.createElement('button');
      button.textContent = 'Connect by the matrix';
      button.onclick = () => {
        const wallets = Reflect.get(globalThis, 'matrixWallets');
        const wallet = wallets.find((/** @type {{ name: string }} */ one) => one.name === name);
        wallet.features['standard:connect'].connect().catch(() => {});
      };
      document.body.prepend(button);
    }, WALLET_NAME);
    const launched = page.waitForEvent('request', (request) => request.url().startsWith('solana-wallet:'));
    await page.getByRole('button', { name: 'Connect by the matrix' }).click();
    await launched;
  });
  return { bytes: await measureFirstLoad(url) };
}
