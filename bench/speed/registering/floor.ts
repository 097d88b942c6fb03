import { registerWallet } from '@wallet-standard/wallet';
import { runRegistering } from './run.js';

// The least that a wallet does: it reads the store once and registers with the standard's own package.
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
