const { createMobileWallet } = require('mobile-wallet-standard');

test('creates a wallet', () => {
  const wallet = createMobileWallet({
    identity: { name: 'Fresh dapp', uri: 'https://dapp.example' },
    launch() {},
  });
  expect(wallet.name).toBe('Mobile Wallet Adapter');
});
