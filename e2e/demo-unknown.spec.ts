import { expect, type Page, test } from '@playwright/test';
import { decide, getShop } from './demo.js';
import { connect, getApprove, getWallet, type Place, SHOP } from './panel.js';

const RPC = '**/__mobile-wallet/rpc{,/**}';
const UNKNOWN = { hasText: 'We can’t tell if you paid 0.01 test SOL' };
const UNKNOWN_TOKENS = { hasText: 'We can’t tell if you sent 25 tokens' };

const getPayment = (page: Place) => page.getByRole('region', { name: 'Your payment' });

/** Connects, and leaves the page when the wallet asks for the payment, as if the browser had dropped it. */
async function leaveWhileAsked(page: Page): Promise<void> {
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await decide(page, 'Approve');
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await page.reload();
}

test('a payment without an answer stays unknown, also after a reload, and is never called not sent', async ({
  page,
}) => {
  await leaveWhileAsked(page);
  const payment = getPayment(page);
  for (const _ of ['after a reload', 'after another']) {
    await expect(payment.getByRole('status').filter(UNKNOWN)).toBeVisible();
    await expect(payment).toContainText('Check your balance before you pay again.');
    await expect(payment).not.toContainText(/not sent|try again/i);
    await expect(payment.getByRole('button', { name: 'Pay' })).toHaveCount(0);
    await page.reload();
  }
  await payment.getByRole('button', { name: 'Check again' }).click();
  await expect(payment.getByRole('status').filter(UNKNOWN)).toBeVisible();
  await payment.getByRole('button', { name: 'start over' }).click();
  await expect(payment).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await expect(payment).toHaveCount(0);
});

test('a payment whose tab was closed while the wallet asked is known to the next tab', async ({
  page,
  context,
}) => {
  await leaveWhileAsked(page);
  await page.close();
  const next = await context.newPage();
  await next.goto(SHOP);
  await expect(getPayment(next).getByRole('status').filter(UNKNOWN)).toBeVisible();
});

test('a payment that is undecided in one tab is not asked for again in another', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(SHOP);
  await expect(other.getByRole('button', { name: 'Pay with your wallet' })).toBeVisible();
  await page.bringToFront();
  await leaveWhileAsked(page);
  await expect(getPayment(page).getByRole('status').filter(UNKNOWN)).toBeVisible();
  await other.bringToFront();
  await other.getByRole('button', { name: 'Pay with your wallet' }).click();
  await expect(getPayment(other).getByRole('status').filter(UNKNOWN)).toBeVisible();
  await expect(getPayment(other)).toContainText('Check your balance before you pay again.');
  await expect(getPayment(other).getByRole('button', { name: 'Pay' })).toHaveCount(0);
});

test('a payment that was declined is looked for without a word, and then asked for again', async ({
  page,
}) => {
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await decide(page, 'Approve');
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await decide(page, 'Decline');
  const payment = getPayment(page);
  await expect(payment).toContainText('Your wallet declined');
  const looks: string[] = [];
  await page.route(RPC, (route) => {
    const { method } = route.request().postDataJSON() as { method: string };
    if (method === 'getSignaturesForAddress') looks.push(method);
    return route.continue();
  });
  await payment.getByRole('button', { name: 'Pay 0.01 test SOL' }).click();
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  // Once more after a while, because it may have been on its way.
  expect(looks).toHaveLength(2);
  await decide(page, 'Approve');
  await expect(payment.getByRole('status').filter({ hasText: 'Paid 0.01 test SOL' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await expect(payment).toHaveCount(0);
});

test('the page is shown whatever others have written into its storage', async ({ page }) => {
  await page.addInitScript(() => {
    const address = '11111111111111111111111111111112';
    for (const name of ['sent', `sent:${address}`, 'sent:a b c', 'mint', 'recipient', 'wallet']) {
      localStorage.setItem(`demo:${name}`, 'a b c');
    }
  });
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await decide(page, 'Approve');
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await decide(page, 'Approve');
  await expect(getPayment(page).getByRole('status').filter({ hasText: 'Paid 0.01 test SOL' })).toBeVisible();
  await page.getByRole('button', { name: 'Send tokens' }).click();
  await decide(page, 'Approve');
  await expect(page.getByRole('status').filter({ hasText: 'Sent 25 tokens' })).toBeVisible();
});

test('a payment whose answer got lost is found on the chain by its reference', async ({ page }) => {
  // The connection ends in place of the wallet’s answer, although the wallet sends the payment.
  await page.addInitScript(() => {
    const NativeSocket = window.WebSocket;
    window.WebSocket = class extends NativeSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        const drop = (event: Event): void => {
          if (!document.documentElement.dataset['drop']) return;
          event.stopImmediatePropagation();
          this.close();
        };
        this.addEventListener('message', drop);
      }
    };
  });
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await decide(page, 'Approve');
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  // Nothing is found until the chain may be asked, which is what “Check again” is for.
  await page.route(RPC, (route) => {
    const { method } = route.request().postDataJSON() as { method: string };
    return method === 'getSignaturesForAddress' ? route.abort() : route.continue();
  });
  await page.evaluate(() => {
    document.documentElement.dataset['drop'] = 'yes';
  });
  await decide(page, 'Approve');
  const payment = getPayment(page);
  await expect(payment.getByRole('status').filter(UNKNOWN)).toContainText('The chain could not be asked.');
  await page.unroute(RPC);
  await page.reload();
  await expect(payment.getByRole('status').filter({ hasText: 'Paid 0.01 test SOL' })).toBeVisible();
});

test('an undecided payment stays in view when its user connects again, and is kept when tokens are declined', async ({
  page,
}) => {
  await leaveWhileAsked(page);
  const undecided = getPayment(page).getByRole('status').filter(UNKNOWN);
  await expect(undecided).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  for (const decision of ['Decline', 'Approve'] as const) {
    await page.getByRole('button', { name: 'Connect only' }).click();
    await expect(getApprove(page)).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Pay with your wallet' })).toHaveCount(0);
    await decide(page, decision);
    await expect(undecided).toBeVisible();
  }
  await page.getByRole('button', { name: 'Send tokens' }).click();
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await decide(page, 'Decline');
  await expect(page.getByText('Your wallet declined')).toBeVisible();
  await page.reload();
  await expect(undecided).toBeVisible();
});

test('tokens whose fate is open come into view when the payment has been checked', async ({ page }) => {
  await leaveWhileAsked(page);
  const undecided = getPayment(page).getByRole('status');
  await expect(undecided.filter(UNKNOWN)).toBeVisible();
  await page.getByRole('button', { name: 'Send tokens' }).click();
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await page.reload();
  await expect(undecided.filter(UNKNOWN)).toBeVisible();
  await getPayment(page).getByRole('button', { name: 'start over' }).click();
  await expect(undecided.filter(UNKNOWN_TOKENS)).toBeVisible();
});

test('tokens whose fate is open stay in view when their user disconnects', async ({ page }) => {
  await connect(page);
  await page.getByRole('button', { name: 'Send tokens' }).click();
  const wallet = getWallet(page);
  await expect(wallet.getByRole('heading', { name: /send/i })).toBeVisible();
  await wallet.getByRole('button', { name: 'Other answers' }).click();
  await wallet.getByLabel('Crash').check();
  await wallet.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(page.getByRole('status').filter(UNKNOWN_TOKENS)).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(getPayment(page).getByRole('status').filter(UNKNOWN_TOKENS)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay with your wallet' })).toHaveCount(0);
});

test('a user who declined a payment and disconnects is offered it once, and no line counts as run', async ({
  page,
}) => {
  await page.goto('/');
  const shop = getShop(page);
  await shop.getByRole('button', { name: 'Pay with your wallet' }).click();
  await decide(shop, 'Approve');
  await expect(getWallet(shop).getByRole('heading', { name: /send/i })).toBeVisible();
  await decide(shop, 'Decline');
  await expect(getPayment(shop)).toContainText('Your wallet declined');
  await expect(page.locator('[data-state="done"]:visible')).toHaveCount(1);
  await shop.getByRole('button', { name: 'Disconnect' }).click();
  await expect(shop.getByRole('button', { name: /^pay/i })).toHaveCount(1);
  await expect(getPayment(shop)).toHaveCount(0);
  await expect(page.locator('[data-state="done"]')).toHaveCount(0);
});
