import { createMockWallet } from 'mock-mobile-wallet';
import { openAssociation } from 'mock-mobile-wallet/server';
import { type ScriptPage, serveScript } from '../../e2e/bundle.js';
import type { Tab, Window } from '../../e2e/dial/browser.js';
import { countSent, type Sent } from '../../e2e/dial/count.js';
import { createEvent } from '../../test/support/event.js';
import type { Library } from '../dapp.js';

/**
 * One measurement: the wallet listens `ready` ms after the launch, and the page is hidden meanwhile or not.
 */
export type Run = Readonly<{ library: Library; ready: number; isHidden: boolean }>;

/**
 * The ms from when the wallet listens to when it has decrypted its first request, and what the page sent
 * until then.
 */
export type Dialled = Sent & Readonly<{ latency: number }>;

let sites = 0;

/** Serves the page that {@link openBench} opens. */
export function serveDial(): Promise<ScriptPage> {
  return serveScript('../bench/dial/page.ts');
}

/** A loaded page that is ready to dial. */
export type Bench = Readonly<{
  /**
   * Makes the call. Resolves with the rest of the call when the wallet app was launched and `front` is the
   * front tab.
   */
  launch(front: Tab): Promise<Readonly<{ dialled: Promise<Dialled> }>>;
  close(): Promise<void>;
}>;

/**
 * Loads a page on its own site and so in its own process, because Chromium counts failed WebSockets per
 * process. The bench intercepts the launch and brings another tab to the front, as the wallet app comes to
 * the front on a phone. If the page is to stay visible, the browser is told to report it as visible.
 */
export async function openBench(window: Window, site: ScriptPage, run: Run): Promise<Bench> {
  const { library, ready, isHidden } = run;
  let requestedAt = 0;
  const wallet = await createMockWallet({
    approve: () => {
      requestedAt = performance.now();
      return { approved: true };
    },
  });
  const page = await window.openTab();
  const { happen: onLaunch, happened: launched } = createEvent<string>();
  const { port } = new URL(site.url);
  const url = `http://dial-${++sites}.localhost:${port}/`;
  await page.open(url, `(${countSent})(); (${catchLaunch})(${isHidden})`, onLaunch);
  if (!isHidden) await page.stayVisible();

  const dial = async (call: Promise<unknown>): Promise<Dialled> => {
    await openAssociation(wallet, await launched, { readyDelay: ready });
    const listening = performance.now();
    const outcome = await call;
    const state = await page.evaluate('document.visibilityState');
    if (outcome !== 'success' || state !== (isHidden ? 'hidden' : 'visible')) {
      throw new Error(`${library}: ${outcome}, in a page that is ${state}`);
    }
    const sent = (await page.evaluate('sent')) as Sent;
    return { latency: requestedAt - listening, ...sent };
  };
  return {
    async launch(front) {
      await page.show();
      const dialled = dial(page.evaluate(`run('${library}')`));
      await launched;
      await front.show();
      return { dialled };
    },
    close: page.close,
  };
}

/**
 * Runs in the page before its own scripts. Must not use anything outside this function, because its source is
 * sent.
 */
function catchLaunch(isHidden: boolean): void {
  const { __tell: tell } = globalThis as unknown as { __tell(uri: string): void };
  navigation.addEventListener('navigate', (event) => {
    if (!event.destination.url.startsWith('solana-wallet:')) return;
    event.preventDefault();
    tell(event.destination.url);
    // The peer waits for `blur`, which Chromium without a screen never fires.
    const blur = (): unknown => dispatchEvent(new Event('blur'));
    if (isHidden) addEventListener('visibilitychange', blur, { once: true });
    else queueMicrotask(blur);
  });
}
