import { registerMobileWallet } from 'mobile-wallet-standard';
import { runRegistering } from './run.js';

runRegistering(() =>
  registerMobileWallet({
    identity: { name: 'Bench', uri: location.origin, icon: 'favicon.png' },
    chains: ['solana:devnet'],
  }),
);
