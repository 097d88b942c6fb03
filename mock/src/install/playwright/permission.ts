import type { Page } from '@playwright/test';

/** The permission to connect to apps on this device. */
const NAME = 'loopback-network';
/** Its name in Chromium 142 to 144. */
const FORMER_NAME = 'local-network-access';

/**
 * Lets all pages of a page's browser context connect to the wallet. Other permissions stay as they are, unlike with
 * `context.grantPermissions`, which denies those that it does not name. Does nothing where there is no such permission.
 */
export async function grantLoopback(page: Page): Promise<void> {
  try {
    const context = page.context();
    const ofPage = await context.newCDPSession(page);
    const { targetInfo } = await ofPage.send('Target.getTargetInfo');
    await ofPage.detach();
    const ofBrowser = await context.browser()?.newBrowserCDPSession();
    const { browserContextId } = targetInfo;
    const grant = (name: string): Promise<unknown> | undefined =>
      ofBrowser?.send('Browser.setPermission', {
        permission: { name },
        setting: 'granted',
        ...(browserContextId !== undefined && { browserContextId }),
      });
    await grant(NAME)?.catch(() => grant(FORMER_NAME));
    // The permission lasts as long as this session.
    context.once('close', () => void ofBrowser?.detach().catch(() => {}));
  } catch {
    // The browser is not Chromium, or the page is closed already.
  }
}
