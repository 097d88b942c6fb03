import { type Browser, chromium, devices, type Page } from '@playwright/test';
import { startReflector } from '../../e2e/browsers/intermediaries.js';
import { serveFiles } from '../../e2e/bundle.js';
import { getChromiumOptions } from '../../e2e/chromium.js';
import { makePublic, type PublicSite, setPermission } from '../../e2e/permission/public-site.js';
import { scanCode } from '../../e2e/scan-code.js';
import { createMockWallet } from '../../mock/src/index.js';
import { openAssociation } from '../../mock/src/server.js';
import { bundle, type Chunk, getFirst, getGzipSize, withImports } from '../../scripts/bundles.mjs';
import { installFundedWallet } from '../funded-wallet.js';
import { createTransactions } from '../launches/transactions.js';
import type { Fetched, FlowName } from './flow-budgets.js';

/** Measures flows in a browser of its own. */
export type Flows = Readonly<{
  measure(name: FlowName): Promise<Fetched>;
  close(): Promise<void>;
}>;

const DAPP = `import { registerMobileWallet } from 'mobile-wallet-standard';
  globalThis.wallet = registerMobileWallet({ identity: { name: 'A' }, chains: ['solana:devnet'], remote: globalThis.remote }).wallet;`;

const CONNECT = "wallet.features['standard:connect'].connect()";
const SIGN_IN = "wallet.features['solana:signIn'].signIn({ statement: 'Hello' })";
const PAY = `wallet.features['solana:signAndSendTransaction'].signAndSendTransaction({
  account: wallet.accounts[0], chain: 'solana:devnet', transaction: Uint8Array.from(transaction) })`;

/** What the user does on a page that is loaded. */
const STEPS: Readonly<Record<Exclude<FlowName, 'another device'>, (page: Page) => Promise<unknown>>> = {
  register: async () => {},
  async 'first visit on a public page'(page) {
    const devTools = await page.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    await setPermission(devTools, 'prompt', origin);
    await tap(page, CONNECT);
    await page.getByRole('button', { name: 'Continue' }).tap();
    await setPermission(devTools, 'granted', origin);
    await page.getByRole('button', { name: 'Open wallet' }).tap();
    await page.evaluate('outcome');
  },
  async 'connect and pay'(page) {
    await call(page, CONNECT);
    await call(page, PAY);
  },
  'come back and pay': (page) => call(page, PAY),
  'sign in': (page) => call(page, SIGN_IN),
};

/** Serves a dapp with default options on a public origin. */
export async function openFlows(): Promise<Flows> {
  const chunks = await bundle(DAPP);
  const entry = chunks.find(({ isEntry }) => isEntry);
  const page = `<!doctype html><meta name="viewport" content="width=device-width"><body style="min-height:90vh">Dapp<script type="module" src="/${entry?.fileName}"></script>`;
  const scripts = Object.fromEntries(chunks.map(({ fileName, code }) => [`/${fileName}`, code]));
  const site = makePublic(await serveFiles({ '/': page, ...scripts }));
  const options = getChromiumOptions();
  const browser = await chromium.launch({ ...options, args: [...options.args, ...site.args] });
  return {
    async measure(name) {
      const names = await (name === 'another device'
        ? scanFrom(browser, site)
        : playOnPixel(browser, site, name));
      const fetched = chunks.filter(({ fileName }) => names.has(fileName));
      return {
        bytes: getGzipSize(fetched),
        files: fetched.length,
        levels: countLevels(getFirst(fetched), fetched),
      };
    },
    async close() {
      await browser.close();
      site.close();
    },
  };
}

/** Plays a flow with the mock wallet. Returns the names of all files that the page requested. */
async function playOnPixel(
  browser: Browser,
  site: PublicSite,
  name: keyof typeof STEPS,
): Promise<ReadonlySet<string>> {
  const context = await browser.newContext(devices['Pixel 7']);
  const { mockWallet, blockhash } = await installFundedWallet(context);
  try {
    const [account = { address: '' }] = mockWallet.accounts;
    const [transaction = []] = createTransactions(1, account, blockhash);
    await context.addInitScript(`transaction = [${transaction}]`);
    if (name === 'register') await context.addInitScript('requestIdleCallback = () => {}');
    if (name === 'come back and pay') {
      const earlier = await context.newPage();
      await earlier.goto(site.url);
      await call(earlier, CONNECT);
      await earlier.close();
    }
    const page = await context.newPage();
    const names = noteRequests(page);
    await page.goto(site.url, { waitUntil: 'networkidle' });
    await STEPS[name](page);
    return names;
  } finally {
    await context.close();
    await mockWallet.close();
  }
}

/** Connects a page on a computer with a wallet that scans the page's code. */
async function scanFrom(browser: Browser, { url }: PublicSite): Promise<ReadonlySet<string>> {
  const context = await browser.newContext();
  const { remote, close } = await startReflector();
  const wallet = await createMockWallet();
  try {
    await context.addInitScript(`remote = ${JSON.stringify(remote)}`);
    const page = await context.newPage();
    const names = noteRequests(page);
    // Only because this reflector is on this device.
    await setPermission(await context.newCDPSession(page), 'granted', url);
    await page.goto(url, { waitUntil: 'networkidle' });
    await tap(page, CONNECT);
    const association = await openAssociation(wallet, await scanCode(page));
    await page.evaluate('outcome');
    await association.close();
    return names;
  } finally {
    await context.close();
    await close();
  }
}

/** Returns the names of the files that a page requests from now on. */
function noteRequests(page: Page): ReadonlySet<string> {
  const names = new Set<string>();
  page.on('request', (request) => names.add(new URL(request.url()).pathname.slice(1)));
  return names;
}

/** Taps, and waits until what the page calls then has succeeded. */
async function call(page: Page, work: string): Promise<void> {
  await tap(page, work);
  await page.evaluate('outcome');
}

/** Taps. What the page calls then has a promise, `outcome`. */
async function tap(page: Page, work: string): Promise<void> {
  await page.evaluate(`document.body.onclick = () => {
    document.body.onclick = null;
    globalThis.outcome = ${work};
  }`);
  await page.locator('body').click();
}

function countLevels(known: readonly Chunk[], fetched: readonly Chunk[]): number {
  const named = new Set(known.flatMap(({ dynamicImports }) => dynamicImports));
  const next = fetched.filter((chunk) => known.includes(chunk) || named.has(chunk.fileName));
  const loaded = withImports(next, fetched);
  return loaded.length === known.length ? 1 : 1 + countLevels(loaded, fetched);
}
