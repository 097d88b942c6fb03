import type { BrowserContext } from '@playwright/test';
import { PLAYED_APPS, PLAYED_PHONE } from 'mobile-wallet-standard/endpoint';
import { catchLaunches } from '../../mock/src/install/playwright/catch-launches.js';
import { COMMON_ADDRESS, createWalletApps } from '../../mock/src/phone/wallet-apps.js';
import { setPageHidden } from '../../mock/src/screens/panel/browser-frame.js';
import { openAssociation } from '../../mock/src/server.js';
import { createMockWallet } from '../../mock/src/wallet/mock-wallet.js';
import { APPS, type App } from '../../test/support/app-names.js';

const BINDING = 'openWalletApp';
/** The app that the phone chooses names a link of its own. */
const LINK = 'https://first.example';

/**
 * A phone with three wallet apps for the pages of a context. It is that of the fixture but for what it keeps
 * of requests: all of them, with their tokens.
 */
export async function createBindingPhone(context: BrowserContext, approve: () => boolean) {
  const end = new AbortController();
  const apps = await Promise.all(
    APPS.map(async (androidPackage) => {
      const requests: string[] = [];
      const wallet = await createMockWallet({
        approve: async () => ({ approved: approve() }),
        onRequest: (_, params) => requests.push(JSON.stringify(params)),
        ...(androidPackage === 'app.first' && { walletUriBase: LINK }),
      });
      return { androidPackage, wallet, requests };
    }),
  );
  const dead = new Set<App>();
  const system = createWalletApps(
    APPS.map((androidPackage) => ({ name: androidPackage, androidPackage })),
    () => true,
  );
  await context.exposeBinding(BINDING, async ({ page }, address: string, refusal?: string) => {
    if (refusal !== undefined) return;
    const target = system.find(address, { androidPackage: 'app.first', isAlways: false });
    const app =
      target.type === 'app' &&
      apps.find(({ androidPackage }) => androidPackage === target.app.androidPackage);
    if (!app || target.type !== 'app') throw new Error(`Nothing opens ${address}`);
    if (dead.has(app.androidPackage)) return page.evaluate(setPageHidden, true);
    await openAssociation(app.wallet, target.uri, { signal: end.signal });
  });
  await context.addInitScript(catchLaunches, {
    binding: BINDING,
    commonAddress: COMMON_ADDRESS.source,
    prefixes: [LINK],
    launchesPerTap: Number.MAX_SAFE_INTEGER,
    launchConsumesActivation: false,
    playedPhone: PLAYED_PHONE,
    playedApps: PLAYED_APPS,
    isIphone: false,
    linkBinding: BINDING,
    walletLinks: [],
  });
  return { apps, dead, close: () => end.abort() };
}
