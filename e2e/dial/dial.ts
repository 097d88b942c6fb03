import type { ScriptPage } from '../bundle.js';
import type { Browser } from './browser.js';
import { countSent, type Sent } from './count.js';
import { serveWallet, type WalletBehaviour } from './wallet.js';

/** What a page did while it dialled. Times are in ms, as its clock tells them. */
export type Dialled = Sent &
  Readonly<{
    /**
     * How often it paused, and how often a timer of every 20 ms ran meanwhile, which hidden pages throttle.
     */
    pauses: number;
    ticks: number;
    violations: number;
    /** How many probes had no answer at the same time, and how long the slowest had none. */
    mostPending: number;
    slowestMs: number;
    launchedAt: number;
    /** When it was hidden, shown or changed focus, and when it opened WebSockets. */
    changesAt: readonly number[];
    webSocketsAt: readonly number[];
  }>;
/** How a call ended (`connected` or the error's code), and what the page did. */
export type Outcome = Dialled & Readonly<{ end: unknown }>;

type Options = Readonly<{ isHidden?: boolean; atLaunch?: string; prepare?: string }>;

let sites = 0;

/**
 * Opens a session with each of the wallets in turn, in one page on its own site and so in its own process.
 * With `isHidden`, another tab comes to the front at the launch. The script `atLaunch` runs at the launch,
 * and `prepare` before the first one. If another program has the port of a launch, all begins again in a
 * fresh page.
 */
export async function dialWallets(
  browser: Browser,
  site: ScriptPage,
  wallets: readonly WalletBehaviour[],
  options: Options = {},
): Promise<readonly Outcome[]> {
  try {
    return await dialOnce(browser, site, wallets, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return dialWallets(browser, site, wallets, options);
  }
}

async function dialOnce(
  browser: Browser,
  { url }: ScriptPage,
  wallets: readonly WalletBehaviour[],
  { isHidden = false, atLaunch = '', prepare = '' }: Options,
): Promise<readonly Outcome[]> {
  const window = await browser.openWindow();
  try {
    const page = await window.openTab();
    const other = await window.openTab();
    let onLaunch = (_uri: string): void => {};
    const launch = `(uri) => { sent.launchedAt = performance.now(); ${atLaunch} __tell(uri); }`;
    const init = `(${countSent})(); (${watchPace})(); globalThis.launch = ${launch};`;
    const site = url.replace('localhost', `dapp-${++sites}.localhost`);
    await page.open(site, init, (uri) => {
      onLaunch(uri);
      if (isHidden) void other.show();
    });
    await page.show();
    await page.evaluate(prepare);
    const outcomes: Outcome[] = [];
    for (const wallet of wallets) {
      await page.evaluate('reset()');
      const served = new Promise((resolve, reject) => {
        onLaunch = (uri) => void serveWallet(uri, wallet).then(resolve, reject);
      });
      const ended = page.evaluate('connect()');
      // A wallet that cannot listen ends the wait for the call.
      const end = await Promise.race([ended, served.then(() => ended)]);
      outcomes.push({ ...((await page.evaluate('sent')) as Dialled), end });
      await served;
    }
    return outcomes;
  } finally {
    await window.close();
  }
}

/** Notes when the page does what, and violations of its policy. Runs in the page after {@link countSent}. */
function watchPace(): void {
  type Watched = { -readonly [K in keyof Dialled]: Dialled[K] } & {
    changesAt: number[];
    webSocketsAt: number[];
  };
  const {
    sent,
    setTimeout: start,
    fetch: send,
    WebSocket: Socket,
  } = globalThis as unknown as {
    sent: Watched;
    setTimeout: (...args: readonly unknown[]) => number;
    fetch: typeof fetch;
    WebSocket: typeof WebSocket;
  };
  const pending = new Set<number>();
  const noteSlowest = (): void => {
    for (const since of pending) sent.slowestMs = Math.max(sent.slowestMs, performance.now() - since);
  };
  const reset = (): void => {
    const counts = {
      probes: 0,
      webSockets: 0,
      pauses: 0,
      ticks: 0,
      violations: 0,
      mostPending: 0,
      slowestMs: 0,
    };
    Object.assign(sent, counts, { changesAt: [], webSocketsAt: [] });
  };
  const watchedTimer = (...args: readonly unknown[]): number => {
    sent.pauses++;
    return start(...args);
  };
  const watchedFetch: typeof fetch = async (...args) => {
    const since = performance.now();
    pending.add(since);
    sent.mostPending = Math.max(sent.mostPending, pending.size);
    try {
      return await send(...args);
    } finally {
      noteSlowest();
      pending.delete(since);
    }
  };
  const WatchedSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      noteSlowest();
      sent.webSocketsAt.push(performance.now());
    }
  };
  Object.assign(globalThis, {
    reset,
    setTimeout: watchedTimer,
    fetch: watchedFetch,
    WebSocket: WatchedSocket,
  });
  reset();
  setInterval(() => sent.ticks++, 20);
  for (const event of ['visibilitychange', 'blur', 'focus']) {
    addEventListener(event, () => sent.changesAt.push(performance.now()));
  }
  document.addEventListener('securitypolicyviolation', () => {
    sent.violations++;
  });
}
