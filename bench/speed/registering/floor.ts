import { registerWallet } from '@wallet-standard/wallet';
import { runRegistering } from './run.js';

// The least that a wallet does: a look into the store, and the standard's own registration.
runRegistering(() => {
  localStorage.getItem('floor');
  registerWallet({
    version: '1.0.0',
    name: 'Floor',
    icon: 'data:image/png;base64,',
    chains: ['solana:devnet'],
    features: {},
    accounts: [],
  });
});
