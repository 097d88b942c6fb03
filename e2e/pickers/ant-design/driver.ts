import type { Locator, Page } from '@playwright/test';
import { clickDisconnect, type Driver, NAME, REFUSAL } from '../driver.js';

/**
 * Returns the open dialog once it has grown. Before it grows, it is laid out in full for some frames, and
 * transparent. A press in these frames begins on a button, may end beside it, and then is no click.
 * Playwright checks only where a press begins.
 */
const getDialog = (page: Page): Locator =>
  page.getByRole('dialog').and(page.locator(':not([class*="ant-zoom"])'));

export const antDesign: Driver = {
  async connect(page) {
    await page.getByRole('button', { name: 'Connect Wallet' }).click();
    await getDialog(page).getByText(NAME).click();
  },
  async disconnect(page) {
    await page.locator('.ant-web3-connect-button').click();
    await clickDisconnect(getDialog(page));
  },
  refusal: REFUSAL,
  keepsError: true,
  consoleErrors: [],
};
