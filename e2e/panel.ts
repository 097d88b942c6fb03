import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { createEvent } from '../test/support/event.js';

/** The demo's shop as a page of its own, with all its actions open. */
export const SHOP = '/shop.html#actions';

/** Where the page reports a launch to the dev server. */
export const LAUNCH = '**/__mobile-wallet/launch';

/** The frame of the panel that shows requests for approval. */
export const WALLET_FRAME = 'iframe[title="Mock wallet"]';

/** A page, or one in a frame. */
export type Place = Pick<Page, 'frameLocator' | 'getByRole' | 'getByTestId' | 'getByText' | 'locator'>;

/** Returns the mock wallet's panel. */
export function getPanel(page: Place): Locator {
  return page.locator('mobile-wallet-panel');
}

/** Returns the content of the frame with the wallet's requests for approval. */
export function getWallet(page: Place): FrameLocator {
  return page.frameLocator(WALLET_FRAME);
}

/** Returns the content of the frame with the wallet's own screens. */
export function getHome(page: Place): FrameLocator {
  return page.frameLocator('iframe[title^="Accounts"]');
}

/** Expects no open request. */
export async function expectNoVisit(page: Place): Promise<void> {
  await expect(getPanel(page).locator(WALLET_FRAME)).toBeHidden();
}

/** Expects no open request: on wide pages the phone stays beside the page, on narrow ones it is removed. */
export async function expectRest(page: Page): Promise<void> {
  await expectNoVisit(page);
  if ((page.viewportSize()?.width ?? 0) < 900) return expect(getPanel(page)).toHaveCount(0);
  await expect(getPanel(page).getByText('Ready', { exact: true })).toBeVisible();
}

/** Returns the button by which the user approves. */
export function getApprove(page: Place): Locator {
  return getWallet(page).getByRole('button', { name: 'Approve' });
}

/** Returns the button of the demo's connected account, behind which it can be disconnected. */
export function getAccount(page: Place): Locator {
  return page.getByRole('button', { name: /^Account / });
}

/** Opens the demo's shop, connects, and approves. */
export async function connect(page: Page): Promise<void> {
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await getApprove(page).click();
  await expect(getAccount(page)).toBeVisible();
}

/** Holds back the page's launches until the returned function is called. */
export async function holdLaunch(page: Page): Promise<() => void> {
  const { happen: release, happened: released } = createEvent();
  await page.route(LAUNCH, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Connects and pays as a user does, with the button of the guides. */
export async function connectAndPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect and pay 0.01 SOL' }).click();
  await getApprove(page).click();
  await expect(getWallet(page).getByRole('heading', { name: 'Send 0.01 test SOL' })).toBeVisible();
  await getApprove(page).click();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
}

/** Connects and signs in a page with two buttons and an `<output>`, as a user does. */
export async function connectAndSign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect' }).click();
  await getApprove(page).click();
  await expect(page.locator('output')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  await page.getByRole('button', { name: 'Sign' }).click();
  await getApprove(page).click();
  await expect(page.locator('output')).toHaveText(/^[0-9a-f]{128}$/);
}

/** Waits until the document of an element has loaded the wallet's font. */
export async function expectWalletFont(element: Locator): Promise<void> {
  const readFonts = () =>
    element.evaluate(({ ownerDocument }) =>
      [...ownerDocument.fonts].map(({ family, status }) => `${family.replaceAll('"', '')}: ${status}`),
    );
  await expect.poll(readFonts).toContain('Mock Wallet Inter: loaded');
}
