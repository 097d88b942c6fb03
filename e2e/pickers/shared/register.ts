import { registerMobileWallet } from 'mobile-wallet-standard';
import { LOCAL } from './page.js';

// A module of its own, imported before all others, so that the wallet is there before anything renders.
registerMobileWallet({ identity: { name: 'Picker' }, chains: ['solana:devnet'], ...LOCAL });
