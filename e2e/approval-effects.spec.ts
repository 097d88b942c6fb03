import { expect, test } from '@playwright/test';
import { generateKeyPairSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { ask, connectChain, openDapp, readOutcome, type TestChain } from './approvals/open-dapp.js';

const SOL = 1_000_000_000n;

let chain: TestChain;
test.beforeEach(({ baseURL }) => {
  chain = connectChain(baseURL);
});

test('of three payments the second fails once the first is sent, and the page says so', async ({ page }) => {
  await openDapp(page, chain, async (source) => {
    const { value: balance } = await chain.rpc.getBalance(source.address).send();
    const most = balance - SOL / 10n;
    const destinations = await Promise.all([1, 2, 3].map(() => generateKeyPairSigner()));
    return [most, most, SOL / 1000n].map((amount, index) => [
      getTransferSolInstruction({
        source,
        destination: destinations[index]?.address ?? source.address,
        amount,
      }),
    ]);
  });
  const wallet = await ask(page, 'Sign and send');
  await expect(
    wallet.getByText(/^Transaction 2 of 3 would fail once the one before it is sent\. .+ SOL would be taken/),
  ).toBeVisible();
  await expect(wallet.getByText(/^Transaction [13] of 3 would fail/)).toHaveCount(0);
  await expect(wallet.getByRole('region', { name: 'Expected changes, all together' })).toContainText(
    'Without the one that would fail.',
  );
  await wallet.getByRole('button', { name: 'Decline' }).click();
  expect(await readOutcome(page)).toMatchObject({ code: 'SUBMISSION_UNKNOWN', rpcCode: -3 });
});

test('three requests at once are 1 of 3, 2 of 3 and 3 of 3', async ({ page }) => {
  await openDapp(page, chain, async (source) => {
    const destinations = await Promise.all([1, 2, 3].map(() => generateKeyPairSigner()));
    return destinations.map(({ address }) => [
      getTransferSolInstruction({ source, destination: address, amount: SOL / 1000n }),
    ]);
  });
  const wallet = await ask(page, 'Send all at once');
  for (const place of ['1 of 3', '2 of 3', '3 of 3']) {
    await expect(wallet.getByText(place, { exact: true })).toBeVisible();
    await wallet.getByRole('button', { name: 'Approve' }).press('Enter');
  }
  expect(await readOutcome(page)).toEqual({
    returned: [1, 2, 3].map(() => ({ signatures: [expect.any(String)] })),
  });
});
