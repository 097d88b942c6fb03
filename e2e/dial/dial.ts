import type { ScriptPage } from '../bundle.js';
import type { Browser } from './browser.js';
import { countSent, type Sent } from './count.js';
import { serveWallet, type WalletBehaviour } from './wallet.js';

/** How a call ended (`connected` or the error's code), what the page sent, and how often it paused. */
export type Outcome = Sent & Readonly<{ end: unknown; pauses: number; violations: number }>;

let sites = 0;

/**
 * Opens a session with each of the wallets in turn, in one page on its own site and so in its own process. With
 * `isHidden`, another tab comes to the front at the launch. The script `atLaunch` runs at the launch.
 */
export async function dialWallets(
  browser: Browser,
  { url }: ScriptPage,
  wallets: readonly WalletBehaviour[],
  { isHidden = false, atLaunch = '' } = {},
): Promise<readonly Outcome[]> {
  const window = await browser.openWindow();
  try {
    const page = await window.openTab();
    const other = await window.openTab();
    let wallet: WalletBehaviour | undefined;
    let served: Promise<unknown> = Promise.resolve();
    const init = `(${countSent})(); (${countMore})(); globalThis.launch = (uri) => { ${atLaunch} __tell(uri); };`;
    const site = url.replace('localhost', `dapp-${++sites}.localhost`);
    await page.open(site, init, (uri) => {
      if (wallet) served = serveWallet(uri, wallet);
      if (isHidden) void other.show();
    });
    await page.show();
    const outcomes: Outcome[] = [];
    for (wallet of wallets) {
      await page.evaluate('sent.probes = sent.webSockets = sent.pauses = sent.violations = 0');
      const end = await page.evaluate('connect()');
      outcomes.push({ ...((await page.evaluate('sent')) as Outcome), end });
      await served;
    }
    return outcomes;
  } finally {
    await window.close();
  }
}

/** Counts timers as pauses, and violations of the page's policy. Runs in the page after {@link countSent}. */
function countMore(): void {
  const { sent, setTimeout: start } = globalThis as unknown as {
    sent: { pauses: number; violations: number };
    setTimeout: (...args: readonly unknown[]) => number;
  };
  Object.assign(sent, { pauses: 0, violations: 0 });
  const countedTimer = (...args: readonly unknown[]): number => {
    sent.pauses++;
    return start(...args);
  };
  Object.assign(globalThis, { setTimeout: countedTimer });
  document.addEventListener('securitypolicyviolation', () => {
    sent.violations++;
  });
}
