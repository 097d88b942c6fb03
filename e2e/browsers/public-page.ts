import { createServer } from 'node:http';
import type { Browser, Tab } from './engine.js';
import { PUBLIC_HOST } from './firefox.js';
import { waitFor } from './screen.js';

/**
 * What Firefox asks about a page that it takes for public, and what it knows of the answer. Its own question
 * about apps on this device is meant, which is shown above the page.
 */
export type PublicPage = Readonly<{
  /** Returns the address of the page on its public origin. */
  getUrl(url: string): string;
  /** Returns the names of the questions that are open. */
  readQuestions(): Promise<unknown>;
  /** Waits for the question, and answers it. */
  answer(button: 'Allow' | 'Block'): Promise<void>;
  /** Makes Firefox ask, as a page does that fetches from an app on this device, and answers. */
  decide(tab: Tab, button: 'Allow' | 'Block'): Promise<void>;
  /** Takes back the answer, as a user does in the page's permissions. */
  forget(): Promise<unknown>;
  /** Opens another tab in front of the page, as a wallet app does, or closes it. */
  cover(): Promise<unknown>;
  uncover(): Promise<unknown>;
  /** Makes Firefox ask for WebSockets, too, or not any more. */
  gateWebSockets(isGated: boolean): Promise<unknown>;
  /** Forgets all that was set. */
  reset(): Promise<unknown>;
}>;

const SPACE = 'network.lna.address_space.public.override';
const WEBSOCKETS = 'network.lna.websocket.enabled';
const NOTIFICATIONS = 'PopupNotifications._currentNotifications';

/** Lets a test see and do what the user does around the page. */
export function createPublicPage(evaluate: NonNullable<Browser['evaluateInWindow']>): PublicPage {
  const setPreference = (name: string, kind: 'Bool' | 'String', value: boolean | string) =>
    evaluate(`Services.prefs.set${kind}Pref(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
  const page: PublicPage = {
    getUrl: (url) => url.replace('localhost', PUBLIC_HOST),
    readQuestions: () => evaluate(`${NOTIFICATIONS}.map(({ id }) => id)`),
    async answer(button) {
      const name = button === 'Allow' ? 'button' : 'secondaryButton';
      // The buttons do nothing for a moment after they have appeared.
      await evaluate(`(async () => {
        const panel = PopupNotifications.panel;
        while (${NOTIFICATIONS}.length === 0 || panel.state !== 'open') await new Promise((next) => setTimeout(next, 20));
        while (${NOTIFICATIONS}.length > 0) {
          panel.firstElementChild?.${name}.click();
          await new Promise((next) => setTimeout(next, 20));
        }
      })()`);
    },
    async decide(tab, button) {
      const server = createServer((_, response) => response.end());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      await tab.evaluate(`void fetch('http://localhost:${port}', { mode: 'no-cors' }).catch(() => {})`);
      await page.answer(button);
      const state = button === 'Allow' ? 'granted' : 'denied';
      await waitFor(
        tab,
        `navigator.permissions.query({ name: 'loopback-network' }).then(({ state }) => state === '${state}')`,
      );
      server.closeAllConnections();
      server.close();
    },
    forget: () =>
      evaluate(`(() => {
        const { SitePermissions } = ChromeUtils.importESModule('resource:///modules/SitePermissions.sys.mjs');
        const browser = gBrowser.selectedBrowser;
        SitePermissions.removeFromPrincipal(browser.contentPrincipal, 'loopback-network', browser);
      })()`),
    cover: () => evaluate("(() => { gBrowser.selectedTab = gBrowser.addTrustedTab('about:blank'); })()"),
    uncover: () => evaluate('(() => gBrowser.removeTab(gBrowser.selectedTab))()'),
    gateWebSockets: (isGated) => setPreference(WEBSOCKETS, 'Bool', isGated),
    reset: () =>
      evaluate(`(() => {
        for (const name of ['${SPACE}', '${WEBSOCKETS}']) Services.prefs.clearUserPref(name);
        Services.perms.removeAll();
      })()`),
  };
  return page;
}

/** Makes Firefox take the page of this address for public. */
export function makePublic(
  evaluate: NonNullable<Browser['evaluateInWindow']>,
  url: string,
): Promise<unknown> {
  const { port } = new URL(url);
  const addresses = `127.0.0.1:${port},[::1]:${port}`;
  return evaluate(`Services.prefs.setStringPref('${SPACE}', '${addresses}')`);
}
