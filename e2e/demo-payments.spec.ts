import { expect, type Page, type Route, test } from '@playwright/test';
import { createSolanaRpc, signature } from '@solana/kit';
import { decide, disconnect, openPlayground } from './demo.js';
import { connect, getAccount, getWallet, SHOP } from './panel.js';

const RPC = '**/__mobile-wallet/rpc{,/**}';

/** Lets RPC requests fail for whose method `answer` says so. */
async function interfere(page: Page, answer: (method: string) => 'fail' | undefined): Promise<void> {
  await page.route(RPC, (route: Route) => {
    const { method } = route.request().postDataJSON() as { method: string };
    return answer(method) === 'fail' ? route.abort() : route.continue();
  });
}

/** Makes payments unreadable. */
const hidePayments = (method: string): 'fail' | undefined =>
  method === 'getSignaturesForAddress' ? 'fail' : undefined;

test('a transfer is confirmed although polls fail, and the balances cannot be read', async ({ page }) => {
  await connect(page);
  await expect(page.getByTestId('balance')).toContainText('SOL');
  let polls = 0;
  await interfere(page, (method) => {
    if (method === 'getBalance') return 'fail';
    return method === 'getSignaturesForAddress' && polls++ < 2 ? 'fail' : undefined;
  });
  const transfer = await openPlayground(page);
  await transfer.getByRole('button', { name: 'Send transfer' }).click();
  await decide(page, 'Approve');
  await expect(transfer.getByRole('status').filter({ hasText: 'Sent 0.01 test SOL' })).toBeVisible();
  expect(polls).toBeGreaterThan(2);
});

test('a transfer whose confirmation cannot be read offers to check it, and not to send again', async ({
  page,
  baseURL,
}) => {
  await connect(page);
  await interfere(page, hidePayments);
  const transfer = await openPlayground(page);
  await transfer.getByRole('button', { name: 'Send transfer' }).click();
  await decide(page, 'Approve');
  const unread = { hasText: 'The chain could not be asked' };
  await expect(transfer.getByRole('status').filter(unread)).toBeVisible();
  await expect(transfer.getByRole('button', { name: 'Send transfer' })).toBeHidden();
  await expect(transfer).not.toContainText(/try (it )?again/i);
  const sent = await transfer.locator('.outcome .code:visible').first().innerText();
  const rpc = createSolanaRpc(new URL('/__mobile-wallet/rpc', baseURL).href);
  await expect
    .poll(async () => (await rpc.getSignatureStatuses([signature(sent)]).send()).value[0]?.err)
    .toBeNull();

  await transfer.getByRole('button', { name: 'Check again' }).press('Enter');
  await expect(transfer.getByRole('status').filter(unread)).toBeVisible();
  await expect(transfer.getByRole('button', { name: 'Check again' })).toBeFocused();

  await page.reload();
  const payment = page.getByRole('region', { name: 'Your payment' });
  await expect(payment.getByRole('status').filter(unread)).toBeVisible();
  await expect(payment.getByRole('button', { name: 'Check again' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Send transfer' })).toBeHidden();
  await page.unroute(RPC);
  await payment.getByRole('button', { name: 'Check again' }).click();
  await expect(payment.getByRole('status').filter({ hasText: 'Sent 0.01 test SOL' })).toBeVisible();
  await openPlayground(page);
  await expect(page.getByRole('button', { name: 'Send transfer' })).toBeVisible();
  await page.reload();
  await expect(getAccount(page)).toBeVisible();
  await expect(payment).toBeHidden();
});

test('a form is shown again once its transfer is confirmed', async ({ page }) => {
  await connect(page);
  await interfere(page, hidePayments);
  const transfer = await openPlayground(page);
  await transfer.getByRole('button', { name: 'Send transfer' }).click();
  await decide(page, 'Approve');
  const again = transfer.getByRole('button', { name: 'Check again' });
  await expect(again).toBeVisible();
  await page.unroute(RPC);
  await again.click();
  await expect(transfer.getByRole('status').filter({ hasText: 'Sent 0.01 test SOL' })).toBeVisible();
  await expect(transfer.getByRole('button', { name: 'Send transfer' })).toBeVisible();
});

test('a payment while connecting whose confirmation cannot be read offers to check it, and not to pay again', async ({
  page,
}) => {
  await page.goto(SHOP);
  await interfere(page, hidePayments);
  const pay = page.getByRole('button', { name: 'Pay with your wallet' });
  await pay.click();
  await decide(page, 'Approve');
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await decide(page, 'Approve');
  const payment = page.getByRole('region', { name: 'Your payment' });
  const unread = { hasText: 'The chain could not be asked' };
  await expect(payment.getByRole('status').filter(unread)).toBeVisible();
  await expect(payment).not.toContainText(/try (it )?again/i);

  await disconnect(page);
  await expect(page.getByRole('button', { name: 'Mobile Wallet Adapter' })).toBeVisible();
  await expect(payment.getByRole('status').filter(unread)).toBeVisible();
  await expect(pay).toBeHidden();
  await page.unroute(RPC);
  await payment.getByRole('button', { name: 'Check again' }).click();
  await expect(payment.getByRole('status').filter({ hasText: 'Paid 0.01 test SOL' })).toBeVisible();
  await expect(payment.getByRole('button', { name: 'Pay again' })).toBeVisible();
});

test('a wait for the chain has a clock, and after ten seconds it says not to pay again', async ({ page }) => {
  await page.goto(SHOP);
  await page.route(RPC, (route) => {
    const { method, id } = route.request().postDataJSON() as { method: string; id: unknown };
    const isList = method === 'getSignaturesForAddress';
    return isList ? route.fulfill({ json: { jsonrpc: '2.0', id, result: [] } }) : route.continue();
  });
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await decide(page, 'Approve');
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await decide(page, 'Approve');
  const payment = page.getByRole('region', { name: 'Your payment' });
  const status = payment.getByRole('status').filter({ hasText: 'Confirming…' });
  await expect(status).toContainText('This takes a few seconds.');
  await expect(payment.locator('.clock')).toHaveText(/^[1-9]$/);
  await expect(status).toContainText('Longer than usual. Do not pay again.');
  await expect(status).not.toContainText('a few seconds');
  await expect(payment.locator('.clock')).toHaveText(/^[1-9]\d$/);
  await page.unroute(RPC);
  await expect(payment.getByRole('status').filter({ hasText: 'Paid 0.01 test SOL' })).toBeVisible();
  await expect(payment.locator('.clock')).toHaveCount(0);
});

test('an amount is shown as it is read, and what the chain would refuse is explained before the wallet opens', async ({
  page,
}) => {
  await connect(page);
  const balance = page.getByTestId('balance');
  await expect(balance).toContainText('SOL');
  const transfer = await openPlayground(page);
  const amount = transfer.getByLabel('Amount in test SOL');
  await amount.fill('1,000');
  await expect(transfer.getByText('You send 1 test SOL: a comma begins the decimals.')).toBeVisible();
  await amount.fill('1000');
  await expect(transfer.getByText('You send 1,000 test SOL.')).toBeVisible();

  const whole = (await balance.innerText()).replace(/[^\d.]/g, '');
  const launches: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/__mobile-wallet/launch')) launches.push(request.url());
  });
  await amount.fill((Number(whole) - 0.0001).toFixed(9));
  await transfer.getByRole('button', { name: 'Send transfer' }).click();
  await expect(transfer.getByText('too little for the account to exist')).toBeVisible();
  await expect(amount).toBeFocused();
  expect(launches).toEqual([]);
});

test('a refusal of the chain is explained in words', async ({ page }) => {
  await connect(page);
  await page.route(RPC, async (route) => {
    const { method, id } = route.request().postDataJSON() as { method: string; id: unknown };
    if (method === 'getSignaturesForAddress')
      return route.fulfill({ json: { jsonrpc: '2.0', id, result: [] } });
    if (method !== 'getSignatureStatuses') return route.continue();
    const status = { slot: 1, confirmations: null, err: { InsufficientFundsForRent: { account_index: 0 } } };
    const result = { context: { slot: 1 }, value: [{ ...status, confirmationStatus: 'finalized' }] };
    return route.fulfill({ json: { jsonrpc: '2.0', id, result } });
  });
  const transfer = await openPlayground(page);
  await transfer.getByRole('button', { name: 'Send transfer' }).click();
  await decide(page, 'Approve');
  const status = transfer.getByRole('status').filter({ hasText: 'The chain refused the transaction' });
  await expect(status).toContainText('too little test SOL to exist');
  await expect(status).toContainText('Only the fee was paid.');
  await expect(transfer.locator('.outcome:visible')).not.toContainText(/[{}]/);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('no element keeps a hover style', async ({ page }) => {
    await page.goto(SHOP);
    const rules = await page.evaluate(() => {
      const list = (all: CSSRuleList): CSSRule[] =>
        [...all].flatMap((rule) => {
          if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) return [];
          if (rule instanceof CSSImportRule) return rule.styleSheet ? list(rule.styleSheet.cssRules) : [];
          return 'cssRules' in rule && (rule.cssRules as CSSRuleList).length > 0
            ? list(rule.cssRules as CSSRuleList)
            : [rule];
        });
      const sheets = [...document.styleSheets].flatMap((sheet) => list(sheet.cssRules));
      return {
        count: sheets.length,
        hovering: sheets.map((rule) => rule.cssText).filter((text) => text.includes(':hover')),
      };
    });
    expect(rules.count).toBeGreaterThan(50);
    expect(rules.hovering).toEqual([]);
  });
});

test('a balance that the chain does not tell is announced', async ({ page }) => {
  await interfere(page, (method) => (method === 'getBalance' ? 'fail' : undefined));
  await connect(page);
  await expect(page.getByRole('status').filter({ hasText: 'Balance not available' })).toHaveCount(1);
});
