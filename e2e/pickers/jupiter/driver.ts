import { type Driver, REFUSAL } from '../driver.js';

export const jupiter: Driver = {
  async connect(page) {
    await page.getByRole('button', { name: /^Connect( Wallet)?$/ }).click();
    // On Android the library also lists an entry of its own, after this one. It opens this wallet, too.
    await page.getByRole('dialog').getByRole('button', { name: 'Mobile' }).last().click();
  },
  async disconnect(page) {
    await page.getByRole('button', { name: 'Wallet logo' }).click();
  },
  refusal: REFUSAL,
  keepsError: true,
  consoleErrors: [],
};
