import { createClusterChain } from 'mock-mobile-wallet/chains';
import { expect, test } from 'mock-mobile-wallet/playwright';

const rpc = 'http://localhost:4173/__mobile-wallet/rpc/devnet';

test.use({ mockWalletOptions: { chain: createClusterChain(rpc) } });

test.beforeEach(({ page }) => page.goto(`/?order=${crypto.randomUUID()}`));

test('a user connects and pays in one tap', async ({ page, request, mockWallet }) => {
  const address = mockWallet.accounts[0]?.address;
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const answer = await request.post(rpc, { data: { jsonrpc: '2.0', id: 1, method, params } });
    return (await answer.json()).result;
  };
  await ask('requestAirdrop', address, 1_000_000_000); // lamports

  await page.getByRole('button', { name: 'Connect and pay' }).dblclick(); // the second tap is no payment
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  expect(mockWallet.launches).toHaveLength(1);

  const [newest, ...others] = await ask('getSignaturesForAddress', address);
  expect(newest).toMatchObject({ err: null });
  expect(others).toHaveLength(1); // the airdrop
});

test('a user waits when nobody knows whether the payment was sent', async ({ page, mockWallet }) => {
  mockWallet.answerNext({ instead: { type: 'crash' } }, 'sign_and_send_transactions');
  await page.getByRole('button', { name: 'Connect and pay' }).click();
  const looking = page.getByText('We are looking. This can take two minutes.');
  await expect(looking).toBeVisible();
  await page.reload();
  await expect(looking).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay 0.01 SOL' })).toBeDisabled();
});

test('a user who has declined may be asked again at once', async ({ page, mockWallet }) => {
  mockWallet.answerNext({ approved: false }, 'sign_and_send_transactions');
  await page.getByRole('button', { name: 'Connect and pay' }).click();
  await expect(page.getByText('Your wallet declined. We are checking')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay 0.01 SOL' })).toBeEnabled();
});

test('a user who declines to connect has not paid', async ({ page, mockWallet }) => {
  mockWallet.answerNext({ approved: false }, 'authorize');
  await page.getByRole('button', { name: 'Connect and pay' }).click();
  await expect(page.getByText('Your wallet declined. It was not paid.')).toBeVisible();
});

test('a user hears that a payment cannot come any more, and may pay again', async ({ page }) => {
  await page.route('**/orders/*', (route) => route.fulfill({ json: { status: 'expired' } }));
  await page.reload();
  await expect(page.getByText('It was not paid. You can pay again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect and pay' })).toBeEnabled();
});
