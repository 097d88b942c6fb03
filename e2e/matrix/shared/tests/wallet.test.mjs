import { createMobileWallet } from 'mobile-wallet-standard';
import { createTestWallet } from 'mock-mobile-wallet/testing';

const identity = { name: 'Fresh dapp', uri: 'https://dapp.example' };

test('connects and signs with the mock wallet', async () => {
  const message = new TextEncoder().encode('Hello from a test');
  const phone = await createTestWallet();
  const wallet = createMobileWallet({ identity, launch: phone.launch, dial: phone.dial, dialogs: false });
  const { accounts } = await wallet.features['standard:connect'].connect();
  const [account] = accounts;
  const [{ signature }] = await wallet.features['solana:signMessage'].signMessage({ account, message });
  expect(signature.length).toBe(64);
  await phone.close();
});
