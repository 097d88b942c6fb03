import { type Driver, NAME, REFUSAL } from '../driver.js';

const createVue = (walletName: string): Driver => ({
  app: 'vue',
  async connect(page) {
    const button = page.locator('.swv-button-trigger');
    const label = await button.textContent();
    await button.click();
    if (label === 'Select Wallet') await page.getByRole('button', { name: walletName }).click();
  },
  async disconnect(page) {
    await page.locator('.swv-button-trigger').click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  },
  cannot: { 'sign-in': 'The library has no method for it.' },
  refusal: REFUSAL,
  keepsError: true,
  consoleErrors: [/^WalletSignMessageError: User rejected/],
});

/**
 * On Android, the library takes a wallet of this name for its own adapter, and selects it without asking:
 * rule 46.
 */
export const vue: Driver = {
  ...createVue(NAME),
  forgets: { Android: 'The library restores connections by a method that only its own adapter has.' },
  keepsShowing: { Android: 'The library ignores that its own adapter has disconnected.' },
};

const OWN_NAME = 'Phone Wallet';

export const vueNamed: Driver = { ...createVue(OWN_NAME), parameters: { name: OWN_NAME } };
