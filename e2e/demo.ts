import { expect, type Locator, type Page } from '@playwright/test';
import { getWallet } from './panel.js';

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
export function getPlayground(page: Page): Locator {
  return page.getByRole('region', { name: 'Playground' });
}

/** Unfolds what is for developers, and returns it. */
export async function openPlayground(page: Page): Promise<Locator> {
  const playground = getPlayground(page);
  await expect(page.getByText('For developers')).toBeVisible();
  if (!(await playground.isVisible())) await page.getByText('For developers').click();
  return playground;
}

/** Shows the form with this button, and presses it, so that the wallet is asked for something. */
export async function ask(page: Page, name: keyof typeof PLACES): Promise<void> {
  const playground = await openPlayground(page);
  const [tab, choice] = PLACES[name];
  await playground.getByRole('tab', { name: tab, exact: true }).click();
  if (choice) await playground.getByRole('radio', { name: choice, exact: true }).check();
  await playground.getByRole('button', { name, exact: true }).click();
}

/** Answers the wallet's request. */
export async function decide(page: Page, decision: 'Approve' | 'Decline'): Promise<void> {
  await getWallet(page).getByRole('button', { name: decision }).click();
}

/** Returns the playground's result with this headline. */
export function getResult(page: Page, hasText: string | RegExp): Locator {
  return getPlayground(page).getByRole('status').filter({ hasText });
}

/** Connects and pays in one visit, by three presses from the first view. */
export async function connectAndPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect and pay 0.01 test SOL' }).click();
  await decide(page, 'Approve');
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await decide(page, 'Approve');
  await expect(page.getByText('Paid 0.01 test SOL')).toBeVisible();
}
