import { transact } from 'mobile-wallet-standard/session';
import { createTestWallet } from 'mock-mobile-wallet/testing';
import { expect, test } from 'vitest';

test('a user can decline', async () => {
  const wallet = await createTestWallet();
  wallet.declineNext();
  const connecting = transact(
    (mobile) => mobile.authorize({ chain: 'solana:devnet', identity: { name: 'Example' } }),
    { launch: wallet.launch, dial: wallet.dial }, // in memory
  );
  await expect(connecting).rejects.toMatchObject({ code: 'USER_REJECTED' });
  await wallet.close();
});
