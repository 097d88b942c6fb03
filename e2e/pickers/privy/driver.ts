import { clickDisconnect, type Driver, openWalletAgain, REFUSAL, SIGNS_AFTER_CONNECTING } from '../driver.js';
import { answerPrivy } from '../servers/privy.js';

/** Under the default name the library itself asks for another tap on a phone, see `logins.spec.ts`. */
const NAME = 'Wallet app';

export const privy: Driver = {
  parameters: { name: NAME },
  answer: answerPrivy,
  async connect(page) {
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: NAME }).click();
    await openWalletAgain(page);
  },
  disconnect: clickDisconnect,
  launches: SIGNS_AFTER_CONNECTING,
  cannot: { 'sign-in': 'The library signs a message of its own server to log in.' },
  refusal: REFUSAL,
  keepsError: true,
  consoleErrors: [],
};
