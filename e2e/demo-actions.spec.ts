import { expect, type Page, test } from '@playwright/test';
import { ask, decide, getPlayground, getResult, openPlayground } from './demo.js';
import { connect, getWallet } from './panel.js';

/** Returns the messages of the last visit, e.g. `→ authorize`, and leaves their tab open. */
async function readSteps(page: Page): Promise<readonly string[]> {
  const arrows: Readonly<Record<string, string>> = { out: '→', back: '←', none: '·' };
  const playground = getPlayground(page);
  await playground.getByRole('tab', { name: 'Log' }).click();
  await expect(playground.locator('.step:visible').last()).toContainText('Closes the session');
  const rows = await playground.locator('.step:visible').all();
  return Promise.all(
    rows.map(async (row) => {
      const direction = (await row.getAttribute('data-direction')) ?? '';
      return `${arrows[direction]} ${await row.locator('.step-label').innerText()}`;
    }),
  );
}

test('tokens are made up, given and sent in one visit to the wallet', async ({ page }) => {
  // Another page of this origin may have used the name.
  await page.addInitScript(() =>
    localStorage.setItem('demo:mint', localStorage.getItem('demo:mint') ?? 'a b c'),
  );
  await connect(page);
  const tokens = getPlayground(page).locator('.fact').filter({ hasText: 'Your tokens' });
  await ask(page, 'Send 25 tokens');
  await decide(page, 'Approve');
  await expect(getResult(page, 'Sent 25 tokens')).toBeVisible();
  await expect(tokens).toContainText('225');
  expect((await readSteps(page)).filter((step) => step === '→ Opens the wallet app')).toHaveLength(1);

  await ask(page, 'Send 25 tokens');
  await expect(getWallet(page).getByRole('heading', { name: 'Send 25 tokens' })).toBeVisible();
  await decide(page, 'Approve');
  await expect(tokens).toContainText('200');
});

test('25 transactions are signed in one visit, in as many requests as the limit asks for', async ({
  page,
}) => {
  await connect(page);
  await ask(page, 'Sign 25 transactions');
  for (const count of [10, 10, 5]) {
    await expect(getWallet(page).getByRole('heading', { name: `Approve ${count} payments` })).toBeVisible();
    await decide(page, 'Approve');
  }
  await expect(getResult(page, '25 transactions signed: verified')).toBeVisible();
  const steps = await readSteps(page);
  expect(steps.filter((step) => step === '→ Opens the wallet app')).toHaveLength(1);
  expect(steps.filter((step) => step === '→ sign_transactions')).toHaveLength(3);
});

test('a request that is declined shows what the page learned, and one that is not says so', async ({
  page,
}) => {
  await connect(page);
  await ask(page, 'Ask for a refusal');
  await decide(page, 'Decline');
  await expect(getResult(page, 'Your wallet declined. Nothing was signed.')).toBeVisible();
  await expect(getPlayground(page).getByText('USER_REJECTED', { exact: true }).first()).toBeVisible();
  await ask(page, 'Ask for a refusal');
  await decide(page, 'Approve');
  await expect(getResult(page, 'You approved it')).toBeVisible();
});

test('the messages are those of the last visit: the launch, every request and answer, and the end', async ({
  page,
}) => {
  await connect(page);
  await ask(page, 'Ask for a refusal');
  await decide(page, 'Decline');
  await expect(getResult(page, 'Declined')).toBeVisible();
  await ask(page, 'Sign three messages');
  await decide(page, 'Approve');
  await expect(getResult(page, 'Three messages signed: verified')).toBeVisible();
  expect([...(await readSteps(page))].sort()).toEqual(
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
  const request = getPlayground(page).locator('.step:visible').filter({ hasText: 'sign_messages' }).first();
  await expect(request).toContainText(/\d+ characters/);
});

test('a tab shows the code that does it, and copies it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await connect(page);
  const playground = await openPlayground(page);
  await playground.getByRole('tab', { name: 'Sign in' }).press('Enter');
  await playground.getByRole('tab', { name: 'Result' }).press('ArrowRight');
  await expect(playground.getByRole('tab', { name: 'Code', selected: true })).toBeFocused();
  await expect(playground.locator('pre:visible')).toContainText("wallet.features['solana:signIn']");
  await playground.getByRole('button', { name: 'Copy the code' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('export async function signIn');
});
