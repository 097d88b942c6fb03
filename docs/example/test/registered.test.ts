import { createMobileWallet } from 'mobile-wallet-standard';
import { createLiteSvmChain } from 'mock-mobile-wallet/chains';
import { createTestWallet, type TestWallet } from 'mock-mobile-wallet/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let phone: TestWallet;
beforeEach(async () => {
  phone = await createTestWallet({ chain: createLiteSvmChain() }); // it can send, too
});
afterEach(() => phone.close());

test('a connect asks the wallet', async () => {
  const wallet = createMobileWallet({
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: ['solana:devnet'],
    launch: phone.launch,
    dial: phone.dial,
  });
  const { accounts } = await wallet.features['standard:connect'].connect();
  expect(accounts).toMatchObject([{ address: phone.accounts[0]?.address }]);
  expect(phone.requests.map(({ method }) => method)).toContain('authorize');
});
