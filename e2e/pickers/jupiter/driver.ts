import { type Driver, REFUSAL } from '../driver.js';

export const jupiter: Driver = {
  async connect(page) {
    await page.getByRole('button', { name: /^Connect( Wallet)?$/ }).click();
    // On Android the library lists an entry of its own, too, with the same name.
    await page.getByRole('dialog').getByRole('button', { name: 'Mobile' }).first().click();
  },
  async disconnect(page) {
    await page.getByRole('button', { name: 'Wallet logo' }).click();
  },
  refusal: REFUSAL,
  keepsError: true,
  consoleErrors: [],
};
