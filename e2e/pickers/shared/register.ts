import { registerMobileWallet } from 'mobile-wallet-standard';
import { CHAINS, LINGER, LOCAL, NAME, OPEN_IN, REMOTE } from './page.js';

// A separate module that is imported first, so that the wallet is registered before anything renders.
registerMobileWallet({
  identity: { name: 'Picker' },
  chains: CHAINS,
  ...LINGER,
  ...LOCAL,
  ...NAME,
  ...OPEN_IN,
  ...REMOTE,
});
