import assert from 'node:assert/strict';
import { createMobileWallet } from 'mobile-wallet-standard';
import { createTestWallet } from 'mock-mobile-wallet/testing';

const phone = await createTestWallet();
const wallet = createMobileWallet({
  identity: { name: 'Fresh dapp', uri: 'https://dapp.example' },
  launch: phone.launch,
  dial: phone.dial,
});
const { accounts } = await wallet.features['standard:connect'].connect();
const message = new TextEncoder().encode('Hello');
const [{ signature }] = await wallet.features['solana:signMessage'].signMessage({
  account: accounts[0],
  message,
});
assert.equal(signature.length, 64);
await phone.close();
