import { getBrowserChain, launchInPanel } from '../../screens/panel/browser-frame.js';
import { registerBrowserWallet } from './browser-wallet.js';

// The script that pages load in the browser of a wallet app. In the panel's frame it registers the wallet; in
// Playwright, the code behind it does.

const chain = getBrowserChain();
if (chain !== undefined) registerBrowserWallet({ launch: launchInPanel, chain });

export { registerBrowserWallet };
