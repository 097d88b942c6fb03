import { registerMobileWallet } from 'mobile-wallet-standard';
import { LOCAL, REMOTE } from './page.js';

// A separate module that is imported first, so that the wallet is registered before anything renders.
registerMobileWallet({ identity: { name: 'Picker' }, chains: ['solana:devnet'], ...LOCAL, ...REMOTE });
