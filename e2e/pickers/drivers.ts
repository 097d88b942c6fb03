import type { Page } from '@playwright/test';

/** What differs between pickers in how a person uses them, and in what they show. */
export type Driver = Readonly<{
  /** Picks the wallet in the picker's own UI, on a page that was just opened. */
  connect(page: Page): Promise<void>;
  disconnect(page: Page): Promise<void>;
  /** Whether the picker can sign in. */
  signsIn: boolean;
  /** Whether the app has kit send and confirm a transaction that the wallet has signed. */
  submits: boolean;
  /** What is shown after a refusal. */
  refusal: string;
  /** Errors that the picker itself writes on the console, by their beginnings. */
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

/** By the names of the pickers' folders. */
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
    // Where an app gives no `onError`, the picker logs what it also throws.
    consoleErrors: [/^WalletSignMessageError: User rejected/],
  },
  connector: {
    connect: clickWallet,
    disconnect: clickDisconnect,
    signsIn: false,
    submits: true,
    // Its own words; the wallet's are in the error's cause.
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
      // Once connected, the dropdown's button bears the wallet's icon, and so its name.
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
