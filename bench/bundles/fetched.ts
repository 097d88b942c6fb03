import { type Browser, devices } from '@playwright/test';
import { type ScriptPage, serveFiles } from '../../e2e/bundle.js';
import { bundle, type Chunk, getFirst, getGzipSize } from '../../scripts/bundles.mjs';
import { installFundedWallet } from '../funded-wallet.js';
import { createTransactions } from '../launches/transactions.js';

const DAPP = `import { registerMobileWallet } from 'mobile-wallet-standard';
  globalThis.registration = registerMobileWallet({ identity: { name: 'A' }, chains: ['solana:devnet'], dialogs: false });`;

/** How much of a bundle a page has fetched by the end of each step, in bytes after gzip. */
export type Fetched = Readonly<Record<'registered' | 'idle' | 'connected' | 'signed in' | 'sent', number>>;

type Registered = Readonly<{
  registration: { wallet: import('mobile-wallet-standard').MobileStandardWallet };
}>;

/**
 * Connects, signs in and sends in real Chromium with a mock wallet. Returns how much the page fetched by each
 * step.
 */
export async function measureFetched(browser: Browser): Promise<Fetched> {
  const chunks = await bundle(DAPP);
  const site = await serve(chunks);
  const context = await browser.newContext(devices['Pixel 7']);
  const { mockWallet, blockhash } = await installFundedWallet(context);
  try {
    const page = await context.newPage();
    const names = new Set<string>();
    page.on('request', (request) => names.add(new URL(request.url()).pathname.slice(1)));
    const getBytes = (): number => getGzipSize(chunks.filter(({ fileName }) => names.has(fileName)));

    await page.goto(site.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'registration' in globalThis);
    const registered = getGzipSize(getFirst(chunks));
    await page.waitForLoadState('networkidle');
    const idle = getBytes();

    const tap = async (work: () => Promise<unknown>): Promise<number> => {
      await page.evaluate((source) => {
        document.body.onclick = () => {
          Object.assign(globalThis, { outcome: new Function(`return (${source})()`)() });
        };
      }, work.toString());
      await page.locator('body').click();
      await page.evaluate(() => (globalThis as unknown as { outcome: Promise<unknown> }).outcome);
      return getBytes();
    };
    const connected = await tap(() => {
      const { wallet } = (globalThis as unknown as Registered).registration;
      return wallet.features['standard:connect'].connect();
    });
    const signedIn = await tap(() => {
      const { wallet } = (globalThis as unknown as Registered).registration;
      return wallet.features['solana:signIn'].signIn({ statement: 'Hello' });
    });
    const payer = await page.evaluate(() => {
      const [account] = (globalThis as unknown as Registered).registration.wallet.accounts;
      return account?.address ?? '';
    });
    const [transaction = []] = createTransactions(1, { address: payer }, blockhash);
    await page.evaluate((bytes) => Object.assign(globalThis, { bytes }), [...transaction]);
    const sent = await tap(() => {
      const { registration, bytes } = globalThis as unknown as Registered & Readonly<{ bytes: number[] }>;
      const { features, accounts } = registration.wallet;
      const [account] = accounts;
      if (!account) throw new Error('no account');
      return features['solana:signAndSendTransaction'].signAndSendTransaction({
        account,
        chain: 'solana:devnet',
        transaction: Uint8Array.from(bytes),
      });
    });
    return { registered, idle, connected, 'signed in': signedIn, sent };
  } finally {
    await context.close();
    await mockWallet.close();
    site.close();
  }
}

function serve(chunks: readonly Chunk[]): Promise<ScriptPage> {
  const entry = chunks.find(({ isEntry }) => isEntry);
  const page = `<!doctype html><meta name="viewport" content="width=device-width"><body style="min-height:90vh">Dapp<script type="module" src="/${entry?.fileName}"></script>`;
  const scripts = Object.fromEntries(chunks.map(({ fileName, code }) => [`/${fileName}`, code]));
  return serveFiles({ '/': page, ...scripts });
}
