import type { Page } from '@playwright/test';

/** The differences between pickers: how a user operates them, and what they show. */
export type Driver = Readonly<{
  /** Selects the wallet in the picker's own UI, on a page that was just opened. */
  connect(page: Page): Promise<void>;
  disconnect(page: Page): Promise<void>;
  /** Whether the picker can sign in. */
  signsIn: boolean;
  /** Whether the app uses kit to send and confirm a transaction that the wallet has signed. */
  submits: boolean;
  /** The text that is shown after a refusal. */
  refusal: string;
  /** Patterns of the errors that the picker itself writes to the console. */
  consoleErrors: readonly RegExp[];
}>;

const NAME = 'Mobile Wallet Adapter';
const REFUSAL = 'User rejected';

async function clickWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: NAME }).click();
}

async function clickDisconnect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect' }).click();
}

/** The drivers by the names of the pickers' folders. */
export const DRIVERS: Readonly<Record<string, Driver>> = {
  'wallet-adapter': {
    async connect(page) {
      await page.getByRole('button', { name: 'Select Wallet' }).click();
      await clickWallet(page);
    },
    async disconnect(page) {
      await page.locator('.wallet-adapter-button-trigger').click();
      await page.getByRole('menuitem', { name: 'Disconnect' }).click();
    },
    signsIn: true,
    submits: false,
    refusal: REFUSAL,
    // Without `onError`, the picker also logs the errors that it throws.
    consoleErrors: [/^WalletSignMessageError: User rejected/],
  },
  connector: {
    connect: clickWallet,
    disconnect: clickDisconnect,
    signsIn: false,
    submits: true,
    // The picker's own message. The wallet's message is in the error's `cause`.
    refusal: 'Failed to sign message',
    consoleErrors: [],
  },
  'solana-react': {
    connect: clickWallet,
    disconnect: clickDisconnect,
    signsIn: true,
    submits: true,
    refusal: REFUSAL,
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
    signsIn: true,
    submits: false,
    refusal: REFUSAL,
    consoleErrors: [],
  },
  client: {
    connect: clickWallet,
    disconnect: clickDisconnect,
    signsIn: false,
    submits: false,
    refusal: REFUSAL,
    consoleErrors: [],
  },
};
