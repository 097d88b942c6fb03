import { createMockWallet } from 'mobile-wallet-standard/mock';
import { openAssociation } from 'mobile-wallet-standard/mock/server';
import { type ScriptPage, serveScript } from '../../e2e/bundle.js';
import type { Tab, Window } from '../../e2e/dial/browser.js';
import { countSent, type Sent } from '../../e2e/dial/count.js';

/** The published peer, or this library. */
export type Library = 'peer' | 'own';

/** What is measured: a wallet that listens `ready` ms after the launch, and whether the page is hidden meanwhile. */
export type Run = Readonly<{ library: Library; ready: number; isHidden: boolean }>;

/** Ms from a wallet that listens to its first request, decrypted; and what the page has sent until then. */
export type Dialled = Sent & Readonly<{ latency: number }>;

let sites = 0;

/** Serves the page that {@link measureDial} opens. */
export function serveDial(): Promise<ScriptPage> {
  return serveScript('../bench/dial/page.ts');
}

/** A page that is loaded, and waits to dial. */
export type Bench = Readonly<{
  /** Makes the call; resolves when the wallet app was launched and `front` is in front, with how the call goes on. */
  launch(front: Tab): Promise<Readonly<{ dialled: Promise<Dialled> }>>;
  close(): Promise<void>;
}>;

/**
 * Loads a page of a site of its own, so in a process of its own: Chromium counts failed WebSockets by process. The
 * launch is caught, and another tab of the window comes to the front, as the wallet app does on a phone; a page that is not
 * to be hidden by it is made to believe that it is not.
 */
export async function openBench(window: Window, site: ScriptPage, run: Run): Promise<Bench> {
  const { library, ready, isHidden } = run;
  let asked = 0;
  const wallet = await createMockWallet({
    approve: () => {
      asked = performance.now();
      return { approved: true };
    },
  });
  const page = await window.openTab();
  let tell = (_uri: string): void => {};
  const launched = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const { port } = new URL(site.url);
  const url = `http://dial-${++sites}.localhost:${port}/`;
  await page.open(url, `(${countSent})(); (${catchLaunch})(${isHidden})`, tell);
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
    return { latency: asked - listening, ...sent };
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

/** Runs in the page, before its scripts; what it uses must be inside it. */
function catchLaunch(isHidden: boolean): void {
  const { __tell: tell } = globalThis as unknown as { __tell(uri: string): void };
  navigation.addEventListener('navigate', (event) => {
    if (!event.destination.url.startsWith('solana-wallet:')) return;
    event.preventDefault();
    tell(event.destination.url);
    // The peer waits for it. Chromium without a screen has no focus to lose.
    const blur = (): unknown => dispatchEvent(new Event('blur'));
    if (isHidden) addEventListener('visibilitychange', blur, { once: true });
    else queueMicrotask(blur);
  });
}
