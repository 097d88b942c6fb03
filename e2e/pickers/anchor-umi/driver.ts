import { clickWallet, type Driver, REFUSAL } from '../driver.js';

export const anchorUmi: Driver = {
  async connect(page) {
    await page.getByRole('button', { name: 'Select Wallet' }).click();
    await clickWallet(page);
  },
  async disconnect(page) {
    await page.locator('.wallet-adapter-button-trigger').click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  },
  cannot: { 'sign-in': 'Neither Anchor nor Umi has a method for it.' },
  submits: true,
  refusal: REFUSAL,
  // Without `onError`, wallet-adapter also logs the errors that it throws.
  keepsError: true,
  consoleErrors: [/^WalletSignMessageError: User rejected/],
};
