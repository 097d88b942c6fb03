import { anchorUmi } from './anchor-umi/driver.js';
import { antDesign } from './ant-design/driver.js';
import { clickDisconnect, clickWallet, type Driver, REFUSAL } from './driver.js';
import { jupiter } from './jupiter/driver.js';
import { phantom } from './phantom/driver.js';
import { privy } from './privy/driver.js';
import { reown } from './reown/driver.js';
import { turnkey } from './turnkey/driver.js';
import { vue, vueNamed } from './vue/driver.js';
import { web3auth } from './web3auth/driver.js';

const walletAdapter: Driver = {
  async connect(page) {
    await page.getByRole('button', { name: 'Select Wallet' }).click();
    await clickWallet(page);
  },
  async disconnect(page) {
    await page.locator('.wallet-adapter-button-trigger').click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  },
  refusal: REFUSAL,
  // Without `onError`, the picker also logs the errors that it throws.
  keepsError: true,
  consoleErrors: [/^WalletSignMessageError: User rejected/],
};

/**
 * Pickers that run on a page alone, by the names of their folders. `pickers-remote.spec.ts` drives them, too.
 */
export const DRIVERS: Readonly<Record<string, Driver>> = {
  'wallet-adapter': walletAdapter,
  connector: {
    connect: clickWallet,
    disconnect: clickDisconnect,
    cannot: { 'sign-in': 'The library has no hook for it.' },
    submits: true,
    // The picker's own message. The wallet's message is in the error's `originalError`.
    refusal: 'Failed to sign message',
    keepsError: true,
    consoleErrors: [],
  },
  'solana-react': {
    connect: clickWallet,
    disconnect: clickDisconnect,
    submits: true,
    refusal: REFUSAL,
    keepsError: true,
    consoleErrors: [],
  },
  'wallet-ui': {
    async connect(page) {
      await page.getByRole('button', { name: 'Select Wallet' }).click();
      await clickWallet(page);
    },
    async disconnect(page) {
      // Once connected, the dropdown's button is named by the wallet's icon.
      await clickWallet(page);
      await clickDisconnect(page);
    },
    refusal: REFUSAL,
    keepsError: true,
    consoleErrors: [],
  },
  client: {
    connect: clickWallet,
    disconnect: clickDisconnect,
    cannot: { 'sign-in': 'Its sessions have no method for it.' },
    refusal: REFUSAL,
    keepsError: true,
    consoleErrors: [],
  },
};

/** Further libraries, whose drivers are in their folders. */
export const LIBRARIES: Readonly<Record<string, Driver>> = {
  'anchor-umi': anchorUmi,
  'ant-design': antDesign,
  jupiter,
  phantom,
  privy,
  reown,
  turnkey,
  vue,
  'vue with a name': vueNamed,
  'wallet-adapter with an effect': {
    ...walletAdapter,
    app: 'wallet-adapter',
    parameters: { connect: 'effect' },
  },
  web3auth,
};
