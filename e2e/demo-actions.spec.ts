import { expect, type Locator, type Page, test } from '@playwright/test';
import { getWallet } from './panel.js';

async function approve(page: Page): Promise<void> {
  await getWallet(page).getByRole('button', { name: 'Approve' }).click();
}

async function connect(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await approve(page);
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
}

function getCard(page: Page, name: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** Returns the steps that a card's diagram shows, e.g. `→ authorize`. */
async function readSteps(card: Locator): Promise<readonly string[]> {
  const arrows: Readonly<Record<string, string>> = { out: '→', back: '←', none: '·' };
  const rows = await card.locator('.step').all();
  return Promise.all(
    rows.map(async (row) => {
      const direction = (await row.getAttribute('data-direction')) ?? '';
      return `${arrows[direction]} ${await row.locator('.step-label').innerText()}`;
    }),
  );
}

test('tokens are made up, given and sent in one visit to the wallet', async ({ page }) => {
  await connect(page);
  const card = getCard(page, 'Send tokens');
  await card.getByRole('button', { name: 'Send 25 tokens' }).click();
  await approve(page);
  await expect(card.getByRole('status').filter({ hasText: '25 tokens sent: confirmed' })).toBeVisible();
  await expect(card.locator('.fact').filter({ hasText: 'Your tokens' })).toContainText('225');
  expect((await readSteps(card)).filter((step) => step === '→ Opens the wallet app')).toHaveLength(1);

  await card.getByRole('button', { name: 'Send 25 tokens' }).click();
  await expect(getWallet(page).locator('.changes > li').first()).toContainText(/−25 tokens/);
  await approve(page);
  await expect(card.locator('.fact').filter({ hasText: 'Your tokens' })).toContainText('200');
});

test('25 transactions are signed in one visit, in as many requests as the limit asks for', async ({
  page,
}) => {
  await connect(page);
  const card = getCard(page, 'Sign 25 transactions');
  await card.getByRole('button', { name: 'Sign 25 transactions' }).click();
  for (const count of [10, 10, 5]) {
    await expect(getWallet(page).getByRole('heading', { name: `${count} transactions` })).toBeVisible();
    await approve(page);
  }
  await expect(
    card.getByRole('status').filter({ hasText: '25 transactions signed: verified' }),
  ).toBeVisible();
  const steps = await readSteps(card);
  expect(steps.filter((step) => step === '→ Opens the wallet app')).toHaveLength(1);
  expect(steps.filter((step) => step === '→ sign_transactions')).toHaveLength(3);
});

test('a request that is declined shows what the page learned, and one that is not says so', async ({
  page,
}) => {
  await connect(page);
  const card = getCard(page, 'Decline a request');
  const ask = card.getByRole('button', { name: 'Ask for a refusal' });
  await ask.click();
  await getWallet(page).getByRole('button', { name: 'Decline' }).click();
  await expect(card.getByRole('status').filter({ hasText: 'Declined, and the page knows' })).toBeVisible();
  await expect(card.getByText('USER_REJECTED', { exact: true }).first()).toBeVisible();
  await ask.click();
  await approve(page);
  await expect(card.getByRole('status').filter({ hasText: 'You approved it' })).toBeVisible();
});

test('the diagram of a visit shows the launch, every message and the end', async ({ page }) => {
  await connect(page);
  const card = getCard(page, 'Sign three messages');
  await card.getByRole('button', { name: 'Sign three messages' }).click();
  await approve(page);
  await expect(card.locator('.step').last()).toContainText('Closes the session');
  expect([...(await readSteps(card))].sort()).toEqual(
    [
      '→ Opens the wallet app',
      '· Encrypted session',
      '→ authorize',
      '← authorize',
      '→ get_capabilities',
      '← get_capabilities',
      '→ sign_messages',
      '← sign_messages',
      '→ Closes the session',
    ].sort(),
  );
  await expect(card.locator('.step').filter({ hasText: 'sign_messages' }).first()).toContainText(
    /\d+ characters/,
  );
  const all = page.getByRole('region', { name: 'Between this page and the wallet' });
  await expect(all.locator('.step').filter({ hasText: 'Opens the wallet app' })).toHaveCount(2);
});

test('a card shows the code that does it, and copies it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await connect(page);
  const card = getCard(page, 'Sign in');
  await card.getByText('The code').click();
  await expect(card.getByRole('region', { name: 'The code: Sign in' })).toContainText(
    "wallet.features['solana:signIn']",
  );
  await card.getByRole('button', { name: 'Copy the code' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('export async function signIn');
});
