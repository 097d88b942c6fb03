import { createClusterChain } from 'mock-mobile-wallet/chains';
import { expect, test } from 'mock-mobile-wallet/playwright';

const rpc = 'http://localhost:4173/__mobile-wallet/rpc/devnet';

test.use({ mockWalletOptions: { chain: createClusterChain(rpc) } });

test('a user connects and pays in one tap', async ({ page, request, mockWallet }) => {
  const address = mockWallet.accounts[0]?.address;
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const answer = await request.post(rpc, { data: { jsonrpc: '2.0', id: 1, method, params } });
    return (await answer.json()).result;
  };
  await ask('requestAirdrop', address, 1_000_000_000); // lamports

  await page.goto('/');
  await page.getByRole('button', { name: 'Connect and pay' }).dblclick(); // the second tap is no payment
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  expect(mockWallet.launches).toHaveLength(1);

  const [newest, ...others] = await ask('getSignaturesForAddress', address);
  expect(newest).toMatchObject({ err: null });
  expect(others).toHaveLength(1); // the airdrop
});

test('a user is told what to do when nobody knows whether the payment was sent', async ({
  page,
  mockWallet,
}) => {
  mockWallet.answerNext({ instead: { type: 'crash' } }, 'sign_and_send_transactions');
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect and pay' }).click();
  const unknown = page.getByText('can’t tell if it was paid');
  await expect(unknown).toBeVisible();
  await page.reload();
  await expect(unknown).toBeVisible();
  await page.getByRole('button', { name: 'I have checked' }).click();
  await expect(page.getByRole('button', { name: 'Pay' })).toBeEnabled();
});
