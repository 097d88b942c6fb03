import type { Locator, Page } from '@playwright/test';

/** Where a picker is driven. */
export type Machine = 'Android' | 'a desktop';

/** The steps whose number of launches may differ between libraries. */
export type Step = 'connect' | 'sign-two' | 'send' | 'sign-message' | 'refuse';

/** What a library may lack. */
export type Ability = 'sign-in';

/** The differences between pickers: how a user operates them, and what they show. */
export type Driver = Readonly<{
  /** The folder of the app, if it is not the driver's name. */
  app?: string;
  /** Parameters of the page's address, see `shared/page.ts`. */
  parameters?: Readonly<Record<string, string>>;
  /** Answers the library's own servers. Other sites are never reached. */
  answer?(page: Page): Promise<void>;
  /** Selects the wallet in the picker's own UI, on a page that was just opened. */
  connect(page: Page): Promise<void>;
  disconnect(page: Page): Promise<void>;
  /** What the library cannot do, each with the reason. */
  cannot?: Readonly<Partial<Record<Ability, string>>>;
  /** Whether the app uses kit to send and confirm a transaction that the wallet has signed. */
  submits?: boolean;
  /** How often a step opens the wallet app, if not once, each with the reason. */
  launches?: Readonly<Partial<Record<Step, Readonly<{ count: number; because: string }>>>>;
  /**
   * The machines where a reload loses the connection, each with the reason. The next tap then opens no wallet
   * app.
   */
  forgets?: Readonly<Partial<Record<Machine, string>>>;
  /** The machines where a disconnected account is shown until the page is reloaded, each with the reason. */
  keepsShowing?: Readonly<Partial<Record<Machine, string>>>;
  /** The text that is shown after a refusal. */
  refusal: string;
  /** Whether `findMobileWalletError` finds the wallet's error in what the library throws. */
  keepsError?: true;
  /** Patterns of the errors that the picker itself writes to the console. */
  consoleErrors: readonly RegExp[];
}>;

export const NAME = 'Mobile Wallet Adapter';
/** How the message of a refusal begins. */
export const REFUSAL = 'User rejected';

/** Clicks the wallet where the app lists it, or a button that is named by the wallet's icon. */
export async function clickWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: NAME }).click();
}

export async function clickDisconnect(scope: Page | Locator): Promise<void> {
  await scope.getByRole('button', { name: 'Disconnect' }).click();
}

/**
 * Presses “Open wallet” in this library's dialog, which asks for another tap when a call opens the wallet app
 * again.
 */
export async function openWalletAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Picker asks for your signature' });
  await dialog.getByRole('button', { name: 'Open wallet' }).press('Enter');
}

/** Why a connect opens the wallet app twice. */
export const SIGNS_AFTER_CONNECTING = {
  connect: {
    count: 2,
    because:
      'The library connects, asks its server for a message, and has it signed. By then the session has ended.',
  },
} as const;
