import { registerMobileWallet } from 'mobile-wallet-standard';

Object.assign(globalThis, { loaded: performance.getEntriesByType('resource').map(({ name }) => name) });
const registration = registerMobileWallet({
  identity: { name: 'Example', uri: location.origin, icon: 'favicon.png' },
  chains: ['solana:devnet'],
  local: 'always',
});
const accounts = registration.registered ? registration.wallet.accounts.length : -1;
document.body.append(
  Object.assign(document.createElement('output'), { textContent: `${accounts} accounts` }),
);
