import { readFile } from 'node:fs/promises';
import { ed25519 } from '@noble/curves/ed25519.js';
import { devices, expect, type Locator, type Page, test } from '@playwright/test';
import { address, createSolanaRpc, getBase58Encoder, signature } from '@solana/kit';
import { ask, connectAndPay, decide, disconnect, getPlayground, getResult, getShop } from './demo.js';
import { connect, getAccount, getWallet, SHOP, WALLET_FRAME } from './panel.js';

const CHAIN = '/__mobile-wallet/rpc/devnet';

/** Has the wallet asked for something, approves, and waits for the result. */
async function run(page: Page, button: Parameters<typeof ask>[1], status: string | RegExp): Promise<void> {
  await ask(page, button);
  await decide(page, 'Approve');
  await expect(getResult(page, status)).toBeVisible();
}

/** Returns the signature in the result that is shown. */
const readSignature = (page: Page) =>
  getPlayground(page).locator('.outcome .code:visible').first().innerText();

test('a user connects, signs in, signs, sends and disconnects, without warnings and errors', async ({
  page,
  baseURL,
}) => {
  const printed: string[] = [];
  page.on('console', (message) => {
    // On a busy computer the first probe may come before the wallet listens, which the browser logs as an
    // error.
    const isRefusal = message.text().includes('ERR_CONNECTION_REFUSED');
    if (['error', 'warning'].includes(message.type()) && !isRefusal) {
      printed.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', ({ message }) => printed.push(message));
  await connect(page);
  await run(page, 'Sign in', 'Signed in: verified');
  await run(page, 'Sign one transaction', 'Transaction signed: verified');
  await run(page, 'Sign three messages', 'Three messages signed: verified');
  await run(page, 'Sign message', 'Message signed: verified');

  const signed = await readSignature(page);
  const account = await page.evaluate(() => {
    const stored = Object.entries(localStorage).find(([key]) => key.startsWith('mobile-wallet-standard:'));
    return JSON.parse((stored?.[1] ?? '').replace(/^-?\d+/, '')).byChain['solana:devnet'].accounts[0]
      .address as string;
  });
  const text = await page.getByRole('textbox', { name: 'Message' }).inputValue();
  const decode = (base58: string) => Uint8Array.from(getBase58Encoder().encode(base58));
  expect(ed25519.verify(decode(signed), new TextEncoder().encode(text), decode(account))).toBe(true);

  const rpc = createSolanaRpc(new URL(CHAIN, baseURL).href);
  const recipient = address(await page.getByLabel('Recipient').inputValue());
  const { value: before } = await rpc.getBalance(recipient).send();
  await run(page, 'Send transfer', 'Sent 0.01 test SOL');
  const { value: after } = await rpc.getBalance(recipient).send();
  expect(after - before).toBe(10_000_000n);
  const sent = signature(await readSignature(page));
  expect((await rpc.getSignatureStatuses([sent]).send()).value[0]).toMatchObject({ err: null });

  await page.reload({ waitUntil: 'networkidle' });
  await disconnect(page);
  await expect(page.getByRole('button', { name: 'Mobile Wallet Adapter' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Mobile Wallet Adapter' })).toBeVisible();
  expect(printed).toEqual([]);
});

test('a user connects and pays in one visit to the wallet', async ({ page, baseURL }) => {
  const launches: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/__mobile-wallet/launch')) launches.push(request.url());
  });
  await page.goto(SHOP);
  await connectAndPay(page);
  const payment = page.getByRole('region', { name: 'Your payment' });
  expect(launches).toHaveLength(1);
  await expect(payment.getByText(/One visit to the test wallet, \d+\.\d\ss\. No real money\./)).toBeVisible();
  await payment.getByText('Receipt').click();
  await expect(payment.locator('.fact').filter({ hasText: 'Your balance' })).toHaveText(
    /\d → [\d.]+ test SOL/,
  );

  const rpc = createSolanaRpc(new URL(CHAIN, baseURL).href);
  const paid = signature(await payment.locator('.facts .code').innerText());
  const { value } = await rpc.getSignatureStatuses([paid]).send();
  expect(value[0]).toMatchObject({ err: null });
  await page.reload();
  await expect(getAccount(page)).toBeVisible();
});

test('a user who declines only the payment is connected, sees that, and can still pay', async ({ page }) => {
  await page.goto(SHOP);
  const pay = page.getByRole('button', { name: 'Pay with your wallet' });
  await pay.click();
  await decide(page, 'Decline');
  await expect(page.getByText('Your wallet declined').first()).toBeVisible();
  await pay.click();
  await decide(page, 'Approve');
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await decide(page, 'Decline');
  const payment = page.getByRole('region', { name: 'Your payment' });
  await expect(payment.getByRole('status').filter({ hasText: 'Your wallet declined' })).toBeVisible();
  await expect(getAccount(page)).toBeVisible();
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await decide(page, 'Approve');
  await expect(payment.getByRole('status').filter({ hasText: 'Paid 0.01 test SOL' })).toBeVisible();
});

test('a reload keeps the connection and does not open the wallet', async ({ page }) => {
  await connect(page);
  const launches: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/__mobile-wallet/launch')) launches.push(request.url());
  });
  await page.reload();
  await expect(getAccount(page)).toBeVisible();
  await expect(page.getByTestId('balance')).toContainText('SOL');
  expect(launches).toEqual([]);
  await run(page, 'Sign message', 'Message signed: verified');
  expect(launches).toHaveLength(1);
});

test('signing in keeps every account that was shared', async ({ page }) => {
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  const boxes = getWallet(page).getByRole('checkbox');
  await boxes.nth(1).check();
  await boxes.nth(0).check();
  await decide(page, 'Approve');
  await getAccount(page).click();
  const options = page.getByLabel('Account', { exact: true }).getByRole('option');
  await expect(options).toHaveCount(2);
  await run(page, 'Sign in', 'Signed in: verified');
  await getAccount(page).click();
  await expect(options).toHaveCount(2);
});

test('a sign-in as another account than the page asked for says who signed', async ({ page, context }) => {
  await page.goto(SHOP);
  const full = await context.newPage();
  await full.goto('/__mobile-wallet/');
  const more = full.getByRole('button', { name: 'More' });
  await more.click();
  await full.getByRole('button', { name: 'New account' }).click();
  await expect(full.getByRole('list', { name: 'Accounts' }).getByRole('button')).toHaveCount(3);
  await page.bringToFront();
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  const boxes = getWallet(page).getByRole('checkbox');
  await boxes.nth(2).check();
  await boxes.nth(0).uncheck();
  await decide(page, 'Approve');
  await expect(getAccount(page)).toBeVisible();
  await full.bringToFront();
  await more.click();
  await full.getByRole('button', { name: 'Remove' }).click();
  await full.getByRole('group').getByRole('button', { name: 'Remove' }).click();
  await expect(full.getByRole('list', { name: 'Accounts' }).getByRole('button')).toHaveCount(2);
  await page.bringToFront();
  await run(page, 'Sign in', 'Signed in as another account: verified');
  const outcome = getPlayground(page).locator('.outcome:visible').first();
  await expect(outcome).toContainText('Signed in as');
  await expect(outcome).toContainText('Asked for');
});

test('tabs connect and disconnect together', async ({ page, context }) => {
  await connect(page);
  const other = await context.newPage();
  await other.goto(SHOP);
  await expect(getAccount(other)).toBeVisible();
  await disconnect(other);
  await expect(page.getByRole('button', { name: 'Mobile Wallet Adapter' })).toBeVisible();
});

test('a refusal is explained, and the user can try again', async ({ page }) => {
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await decide(page, 'Decline');
  await expect(page.getByText('Your wallet declined').first()).toBeVisible();
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await decide(page, 'Approve');

  await ask(page, 'Sign message');
  await decide(page, 'Decline');
  await expect(getResult(page, 'Your wallet declined')).toBeVisible();
  await run(page, 'Sign message', 'Message signed: verified');
});

test.describe('on a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  test.use(phone);

  test('the wallet fills the screen, and then shows the page again', async ({ page }) => {
    await page.goto(SHOP);
    await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).tap();
    const approve = getWallet(page).getByRole('button', { name: 'Approve' });
    await expect(approve).toBeInViewport();
    const frame = await page.locator(WALLET_FRAME).boundingBox();
    expect(frame?.width).toBeCloseTo(page.viewportSize()?.width ?? 0, 0);
    await approve.tap();
    await expect(getAccount(page)).toBeInViewport();
    await expect(page.locator(WALLET_FRAME)).toBeHidden();
  });
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]) {
  test(`the first view says what this is and what to press, and one visit lights two lines, ${viewport.width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const shop = getShop(page);
    const pay = shop.getByRole('button', { name: 'Pay with your wallet' });
    for (const shown of [
      page.getByRole('heading', { level: 1, name: 'Let people pay with the wallet on their phone' }),
      page.getByRole('link', { name: 'Docs' }),
      page.getByRole('link', { name: 'GitHub' }),
      shop.getByText('Pocket Coffee', { exact: true }),
      shop.getByRole('heading', { name: 'Flat white' }),
      shop.getByText('0.01 test SOL').first(),
      shop.getByText('A test wallet, not your own. It costs nothing.'),
      shop.locator('summary').filter({ hasText: 'All actions' }),
      pay,
    ]) {
      await expect(shown).toBeInViewport({ ratio: 1 });
    }
    const now = page.locator('[aria-current="step"]');
    const approve = getWallet(shop).getByRole('button', { name: 'Approve' });
    await pay.click();
    await expect(now).toContainText('session.authorize(');
    await approve.click();
    await expect(getWallet(shop).getByRole('heading', { name: /send/i })).toBeVisible();
    await expect(now).toContainText('session.signAndSendTransactions(');
    if (viewport.width >= 700) {
      await expect(now).toBeInViewport({ ratio: 1 });
      // The wallet is inside the drawn phone.
      const [phone, sheet] = await Promise.all([page.locator('.phone').boundingBox(), approve.boundingBox()]);
      expect(sheet?.x).toBeGreaterThan(phone?.x ?? 0);
      expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThan((phone?.y ?? 0) + (phone?.height ?? 0));
    }
    await approve.click();
    await expect(shop.getByText('Paid 0.01 test SOL')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('[data-state="done"]:visible')).toHaveCount(2);
    await expect(now).toHaveCount(0);
    await expect(page.getByText('Connected and paid in one tap and one visit')).toBeInViewport({ ratio: 1 });
    for (const shown of [
      shop.getByText('No real money.'),
      shop.getByRole('button', { name: 'Pay again' }),
      shop.getByText('Receipt'),
      shop.getByText('Pocket Coffee', { exact: true }),
      getAccount(shop),
      page.getByRole('link', { name: 'GitHub' }),
    ]) {
      await expect(shown).toBeInViewport({ ratio: 1 });
    }
    // Two presses to all that the wallet can do.
    await shop.locator('summary').filter({ hasText: 'All actions' }).click();
    await shop.getByRole('button', { name: /^Send tokens/ }).click();
    await expect(approve).toBeEnabled();
  });
}

test('the code beside the shop is the code that runs, line by line', async ({ page }) => {
  await page.goto('/');
  const shown = await page.locator('[data-way="connect-and-pay"] pre:not(.setup) .line').allInnerTexts();
  const source = await readFile(new URL('../demo/snippets/connect-and-pay.ts', import.meta.url), 'utf8');
  const lines = source.slice(source.indexOf('export async function')).trim().split('\n');
  expect(shown).toEqual(lines.map((line) => line.trim()));
  expect(lines).toHaveLength(8);
});

test('connecting, paying and declining work by keyboard alone', async ({ page }) => {
  await page.goto('/');
  const shop = getShop(page);
  const pressAt = async (target: Locator) => {
    await expect(target).toBeEnabled();
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element.matches(':focus'))) return page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
    }
    throw new Error('The Tab key does not reach this element');
  };
  const wallet = getWallet(shop);
  await pressAt(shop.getByRole('button', { name: 'Pay with your wallet' }));
  await pressAt(wallet.getByRole('button', { name: 'Approve' }));
  await expect(wallet.getByRole('heading', { name: /send/i })).toBeVisible();
  await pressAt(wallet.getByRole('button', { name: 'Approve' }));
  await expect(shop.getByText('Paid 0.01 test SOL')).toBeVisible();

  await pressAt(shop.locator('summary').filter({ hasText: 'All actions' }));
  await pressAt(shop.getByRole('button', { name: /^Sign in/ }));
  await pressAt(wallet.getByRole('button', { name: 'Approve' }));
  await expect(shop.getByRole('status').filter({ hasText: 'Signed in: verified' })).toBeVisible();

  await pressAt(shop.getByRole('tab', { name: 'Pay' }));
  for (let tab = 0; tab < 4; tab++) await page.keyboard.press('ArrowRight');
  await pressAt(shop.getByRole('button', { name: 'Ask for a refusal' }));
  await pressAt(wallet.getByRole('button', { name: 'Decline' }));
  await expect(getResult(shop, 'Your wallet declined. Nothing was signed.')).toBeVisible();

  const account = getAccount(shop);
  const end = shop.getByRole('button', { name: 'Disconnect' });
  await pressAt(account);
  await expect(end).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(end).toBeHidden();
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await pressAt(end);
  await expect(shop.getByRole('button', { name: 'Connect only' })).toBeVisible();
});
