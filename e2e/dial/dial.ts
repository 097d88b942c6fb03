import type { ScriptPage } from '../bundle.js';
import type { Browser } from './browser.js';
import { countSent, type Sent } from './count.js';
import { serveWallet, type Temper } from './wallet.js';

/** How a call ended, `connected` or the error's code; what the page sent for it, and how often it paused. */
export type Outcome = Sent & Readonly<{ end: unknown; pauses: number; violations: number }>;

let sites = 0;

/**
 * Opens a session with each of the wallets in turn, in one page that is alone on its site, so in its process. Hidden, the
 * window's other tab comes to the front at the launch. `atLaunch` is a script that runs then.
 */
export async function dialWallets(
  browser: Browser,
  { url }: ScriptPage,
  tempers: readonly Temper[],
  { isHidden = false, atLaunch = '' } = {},
): Promise<readonly Outcome[]> {
  const window = await browser.openWindow();
  try {
    const page = await window.openTab();
    const other = await window.openTab();
    let temper: Temper | undefined;
    let served: Promise<unknown> = Promise.resolve();
    const init = `(${countSent})(); (${countMore})(); globalThis.launch = (uri) => { ${atLaunch} __tell(uri); };`;
    const site = url.replace('localhost', `dapp-${++sites}.localhost`);
    await page.open(site, init, (uri) => {
      if (temper) served = serveWallet(uri, temper);
      if (isHidden) void other.show();
    });
    await page.show();
    const outcomes: Outcome[] = [];
    for (temper of tempers) {
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

/** Counts timers as pauses, and what breaks the page's policy. Runs in the page, after {@link countSent}. */
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
