import { expect, type Locator, type Page } from '@playwright/test';
import { getAccount, getWallet, type Place } from './panel.js';

/** Where the demo's buttons are: the tab of its playground, and what is chosen there. */
const PLACES = {
  'Send transfer': ['Pay'],
  'Sign in': ['Sign in'],
  'Sign message': ['Sign', 'A message'],
  'Sign three messages': ['Sign', 'Three messages'],
  'Sign one transaction': ['Sign', 'A transaction'],
  'Sign 25 transactions': ['Sign', '25 transactions'],
  'Send 25 tokens': ['Tokens'],
  'Ask for a refusal': ['Refuse'],
} as const satisfies Readonly<Record<string, readonly [tab: string, choice?: string]>>;

/** Returns what the demo shows of a connected wallet besides its account and the payment. */
export function getPlayground(page: Place): Locator {
  return page.getByRole('region', { name: 'Playground' });
}

/** Returns the shop: in the phone that the first page draws where there is room, or that page itself. */
export function getShop(page: Page): Place {
  return (page.viewportSize()?.width ?? 0) < 700 ? page : page.frameLocator('iframe[name="shop"]');
}

/** Ends the connection by the menu of the account. */
export async function disconnect(page: Place): Promise<void> {
  await getAccount(page).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
}

/** Unfolds all actions of a connected wallet, and returns the playground. */
export async function openPlayground(page: Place): Promise<Locator> {
  const playground = getPlayground(page);
  const summary = page.locator('summary').filter({ hasText: 'All actions' });
  await expect(getAccount(page)).toBeVisible();
  if ((await summary.locator('..').getAttribute('open')) === null) await summary.click();
  await expect(playground).toBeVisible();
  return playground;
}

/** Shows the form with this button, and presses it, so that the wallet is asked for something. */
export async function ask(page: Place, name: keyof typeof PLACES): Promise<void> {
  const playground = await openPlayground(page);
  const [tab, choice] = PLACES[name];
  await playground.getByRole('tab', { name: tab, exact: true }).click();
  if (choice) await playground.getByRole('radio', { name: choice, exact: true }).check();
  await playground.getByRole('button', { name, exact: true }).click();
}

/** Answers the wallet's request. */
export async function decide(page: Place, decision: 'Approve' | 'Decline'): Promise<void> {
  await getWallet(page).getByRole('button', { name: decision }).click();
}

/** Returns the playground's result with this headline. */
export function getResult(page: Place, hasText: string | RegExp): Locator {
  return getPlayground(page).getByRole('status').filter({ hasText });
}

/** Connects and pays in one visit, by three presses from the first view. */
export async function connectAndPay(page: Place): Promise<void> {
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await decide(page, 'Approve');
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await decide(page, 'Approve');
  await expect(page.getByText('Paid 0.01 test SOL')).toBeVisible();
}
