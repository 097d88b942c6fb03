import { clickDisconnect, type Driver, NAME } from '../driver.js';
import { answerTurnkey } from '../servers/turnkey.js';

export const turnkey: Driver = {
  answer: answerTurnkey,
  connect: (page) => page.getByRole('button', { name: NAME, exact: true }).click(),
  disconnect: clickDisconnect,
  cannot: { 'sign-in': 'The wallet signs a request to the library’s server instead.' },
  // The library's own message. The wallet's error is its `cause`.
  refusal: 'Failed to sign message',
  keepsError: true,
  consoleErrors: [],
};
