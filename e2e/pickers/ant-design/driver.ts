import { clickDisconnect, type Driver, NAME, REFUSAL } from '../driver.js';

export const antDesign: Driver = {
  async connect(page) {
    await page.getByRole('button', { name: 'Connect Wallet' }).click();
    await page.getByRole('dialog').getByText(NAME).click();
  },
  async disconnect(page) {
    await page.locator('.ant-web3-connect-button').click();
    await clickDisconnect(page);
  },
  refusal: REFUSAL,
  keepsError: true,
  consoleErrors: [],
};
