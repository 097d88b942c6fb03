import { clickDisconnect, clickWallet, type Driver, REFUSAL } from '../driver.js';

export const phantom: Driver = {
  connect: clickWallet,
  disconnect: clickDisconnect,
  cannot: { 'sign-in': 'The library has no method for it.' },
  refusal: REFUSAL,
  keepsError: true,
  consoleErrors: [],
};
