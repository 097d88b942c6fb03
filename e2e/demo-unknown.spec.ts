import { expect, type Page, test } from '@playwright/test';
import { decide, disconnect, getShop } from './demo.js';
import { connect, getAccount, getWallet, type Place, SHOP } from './panel.js';

const RPC = '**/__mobile-wallet/rpc{,/**}';
const LOOKING = { hasText: 'It may have been paid' };
const LOOKING_FOR_TOKENS = { hasText: 'It may have been sent' };
const EXPIRED = { hasText: 'The request has expired' };

const getPayment = (page: Place) => page.getByRole('region', { name: 'Your payment' });
const getStatus = (page: Place) => getPayment(page).getByRole('status');
const getPay = (page: Place) => page.getByRole('button', { name: 'Pay with your wallet' });

/** Presses Pay, approves the connection, and waits until the wallet asks for the payment. */
async function beginToPay(place: Place): Promise<void> {
  await getPay(place).click();
  await decide(place, 'Approve');
  await expect(getWallet(place).getByRole('heading', { name: /send/i })).toBeVisible();
}

/** Connects, and leaves the page when the wallet asks for the payment, as if the browser had dropped it. */
async function leaveWhileAsked(page: Page): Promise<void> {
  await page.goto(SHOP);
  await beginToPay(page);
  await page.reload();
}

/** Lets the chain say that so many blocks have passed that no transaction of before can come any more. */
async function passBlocks(page: Page): Promise<void> {
  const result = { absoluteSlot: 1, blockHeight: 1e10, epoch: 0, slotIndex: 1, slotsInEpoch: 432_000 };
  await page.route(RPC, (route) => {
    const { method, id } = route.request().postDataJSON() as { method: string; id: unknown };
    if (method !== 'getEpochInfo') return route.continue();
    return route.fulfill({ json: { jsonrpc: '2.0', id, result: { ...result, transactionCount: 1 } } });
  });
}

test('a payment without an answer is looked for, also after a reload and in another tab, until it can not come any more', async ({
  page,
  context,
}) => {
  await leaveWhileAsked(page);
  const other = await context.newPage();
  await other.goto(SHOP);
  await page.bringToFront();
  for (const tab of [page, other, page]) {
    await tab.bringToFront();
    await expect(getStatus(tab).filter(LOOKING)).toContainText('This can take two minutes.');
    await expect(getPayment(tab)).not.toContainText(/not sent|try again|declined|silent/i);
    await expect(tab.getByRole('button', { name: /^pay/i })).toHaveCount(0);
    await tab.reload();
  }
  await passBlocks(page);
  await expect(getStatus(page).filter(EXPIRED)).toContainText('none can arrive any more');
  await page.unrouteAll();
  await getPay(page).click();
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await decide(page, 'Approve');
  await expect(getStatus(page).filter({ hasText: 'Paid 0.01 test SOL' })).toBeVisible();
});

test('a payment that one tab asks for is not asked for in another, which says that it looks', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(SHOP);
  await expect(getPay(other)).toBeEnabled();
  await page.bringToFront();
  await leaveWhileAsked(page);
  await expect(getStatus(page).filter(LOOKING)).toBeVisible();
  await other.bringToFront();
  await getPay(other).click();
  await expect(getStatus(other).filter(LOOKING)).toBeVisible();
  await expect(getPayment(other)).not.toContainText(/answer|did not say/);
  await expect(other.getByRole('button', { name: /^pay/i })).toHaveCount(0);
});

test('a payment that was declined is looked for, and the same one is asked for again', async ({ page }) => {
  await page.goto(SHOP);
  await getPay(page).click();
  await decide(page, 'Approve');
  for (const decision of ['Decline', 'Decline', 'Approve'] as const) {
    await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
    await decide(page, decision);
    if (decision === 'Approve') break;
    await expect(getPayment(page)).toContainText('Your wallet declined');
    await expect(getPayment(page)).toContainText('The chain shows no payment so far.');
    await getPay(page).click();
  }
  await expect(getStatus(page).filter({ hasText: 'Paid 0.01 test SOL' })).toBeVisible();
  await page.reload();
  await expect(getAccount(page)).toBeVisible();
  await expect(getPayment(page)).toHaveCount(0);
});

test('the page is shown whatever others have written into its storage', async ({ page }) => {
  await page.addInitScript(() => {
    const address = '11111111111111111111111111111112';
    for (const name of ['sent', `sent:${address}`, 'sent:a b c', 'mint', 'recipient', 'wallet']) {
      localStorage.setItem(`demo:${name}`, 'a b c');
    }
  });
  await page.goto(SHOP);
  await beginToPay(page);
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
  await beginToPay(page);
  await page.evaluate(() => {
    document.documentElement.dataset['drop'] = 'yes';
  });
  await decide(page, 'Approve');
  await expect(getStatus(page).filter({ hasText: 'Paid 0.01 test SOL' })).toBeVisible();
});

test('tokens whose fate is open stay in view when their user disconnects', async ({ page }) => {
  await connect(page);
  await page.getByRole('button', { name: 'Send tokens' }).click();
  const wallet = getWallet(page);
  await expect(wallet.getByRole('heading', { name: /send/i })).toBeVisible();
  await wallet.getByRole('button', { name: 'Other answers' }).click();
  await wallet.getByLabel('Crash').check();
  await wallet.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(page.getByRole('status').filter(LOOKING_FOR_TOKENS)).toBeVisible();
  await disconnect(page);
  await expect(getPayment(page).getByRole('status').filter(LOOKING_FOR_TOKENS)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay with your wallet' })).toHaveCount(0);
});

test('a user who declined a payment and disconnects is offered it once, and no line counts as run', async ({
  page,
}) => {
  await page.goto('/');
  const shop = getShop(page);
  await beginToPay(shop);
  await decide(shop, 'Decline');
  await expect(getPayment(shop)).toContainText('Your wallet declined');
  await expect(page.locator('[data-state="done"]:visible')).toHaveCount(1);
  const threw = page.locator('[data-state="failed"][data-code="USER_REJECTED"]');
  await expect(threw).toContainText('session.signAndSendTransactions(');
  await expect(page.getByText('threw USER_REJECTED')).toBeVisible();
  await disconnect(shop);
  await expect(shop.getByRole('button', { name: /^pay/i })).toHaveCount(1);
  await expect(getPayment(shop)).toHaveCount(0);
  await expect(page.locator('[data-state="done"]')).toHaveCount(0);
  await expect(page.locator('.lead').getByText('on the phone')).toBeVisible();
});

test('a line whose payment nobody knows of has thrown, and the page says that it looks until it offers it again', async ({
  page,
}) => {
  await page.goto('/');
  const shop = getShop(page);
  await beginToPay(shop);
  await getWallet(shop).getByRole('button', { name: 'Leave the wallet' }).click();
  await expect(getStatus(shop).filter(LOOKING)).toBeVisible();
  const threw = page.locator('[data-state="failed"][data-code="SUBMISSION_UNKNOWN"]');
  await expect(threw).toContainText('session.signAndSendTransactions(');
  const lead = page.locator('.lead');
  await expect(lead).toHaveText(
    'The line that waited threw SUBMISSION_UNKNOWN. The page looks before it offers “Pay” again.',
  );
  // Only the page itself knows what was thrown.
  await page.reload();
  await expect(lead).toHaveText('The page looks before it offers “Pay” again.');
  await expect(page.locator('[data-state="failed"]')).toHaveCount(0);
  await passBlocks(page);
  await expect(lead).toContainText('Press “Pay”');
  await expect(shop.getByRole('button', { name: 'Pay with your wallet' })).toBeVisible();
});
