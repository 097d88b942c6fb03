import {
  clickDisconnect,
  clickWallet,
  type Driver,
  openWalletAgain,
  REFUSAL,
  SIGNS_AFTER_CONNECTING,
} from '../driver.js';
import { answerWeb3Auth } from '../servers/web3auth.js';

export const web3auth: Driver = {
  answer: answerWeb3Auth,
  async connect(page) {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await clickWallet(page);
    await openWalletAgain(page);
  },
  disconnect: clickDisconnect,
  launches: SIGNS_AFTER_CONNECTING,
  cannot: { 'sign-in': 'The library signs a message of its own server to connect.' },
  refusal: REFUSAL,
  keepsError: true,
  consoleErrors: [],
};
