import { createMockWallet } from 'mock-mobile-wallet';
import { openAssociation } from 'mock-mobile-wallet/server';
import type { Browser, Tab } from '../../e2e/browsers/engine.js';
import { createPublicPage, makePublic } from '../../e2e/browsers/public-page.js';
import { readOutput, tap } from '../../e2e/browsers/screen.js';
import { bundle, serveFiles } from '../../e2e/bundle.js';
import type { Sent } from '../../e2e/dial/count.js';
import { createEvent } from '../../test/support/event.js';
import type { Dialled } from './run.js';

/** What a Firefox takes the page for. It guards apps on this device from public pages. */
export type Place = 'localhost' | 'public';

/** Firefox with a dapp, and the mock wallet that its launches open. */
export type FirefoxBench = Readonly<{
  /** Connects to a wallet that listens `ready` ms after the launch. */
  dial(place: Place, ready: number): Promise<Dialled>;
  close(): void;
}>;

/** Opens the bench's dapp in a tab of Firefox. */
export async function openFirefoxBench({ openTab, evaluateInWindow }: Browser): Promise<FirefoxBench> {
  if (!evaluateInWindow) throw new Error('Only Firefox can take a page on this machine for public');
  let onLaunch = (_uri: string): void => {};
  const site = await serveFiles(await bundle('browsers/dapp-page.ts'), {}, (uri) => onLaunch(uri));
  const publicPage = createPublicPage(evaluateInWindow);
  await makePublic(evaluateInWindow, site.url);
  const tab: Tab = await openTab();
  return {
    async dial(place, ready) {
      let requestedAt = 0;
      const wallet = await createMockWallet({
        approve() {
          requestedAt = performance.now();
          return { approved: true };
        },
      });
      const { happen, happened: launched } = createEvent<string>();
      onLaunch = happen;
      await tab.open(place === 'public' ? publicPage.getUrl(site.url) : site.url);
      await tab.evaluate('localStorage.clear()');
      await tab.reload();
      await tap(tab, 'Connect');
      await openAssociation(wallet, await launched, { readyDelay: ready });
      const listening = performance.now();
      const outcome = await readOutput(tab);
      if (!(outcome as { result?: unknown }).result) throw new Error(JSON.stringify(outcome));
      const { probes, webSockets } = (await tab.evaluate('sent')) as Sent;
      // The page hands over its launch by a fetch.
      return { latency: requestedAt - listening, probes: probes - 1, webSockets };
    },
    close: site.close,
  };
}
