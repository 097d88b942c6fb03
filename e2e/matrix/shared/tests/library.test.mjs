import { createMobileWallet, registerMobileWallet } from 'mobile-wallet-standard';
import { parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { transact } from 'mobile-wallet-standard/session';

const identity = { name: 'Fresh dapp', uri: 'https://dapp.example' };

test('imports every subpath that needs no peer', () => {
  expect([typeof parseAssociationUri, typeof transact]).toEqual(['function', 'function']);
});

test('creates a wallet', () => {
  const wallet = createMobileWallet({ identity, launch() {} });
  expect(Object.keys(wallet.features)).toContain('solana:signTransaction');
});

test('registers no wallet where no phone is', () => {
  const { registered, reason } = registerMobileWallet({ identity });
  expect(registered).toBe(false);
  if (typeof document === 'undefined') expect(reason).toBe('server');
});
