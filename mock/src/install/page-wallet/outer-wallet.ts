import type { Channel } from 'mobile-wallet-standard/endpoint';
import { registerBrowserWallet } from '../wallet-browser/browser-wallet.js';

/** What a page in the browser of a wallet app needs of the wallet of the page around it. */
type Outer = Readonly<{ launch(uri: string): Promise<void>; dial(url: string): Promise<Channel> }>;

/**
 * Returns the wallet of the page around this one, for a page in the browser of a wallet app, and registers it
 * as that app does.
 */
export function joinOuterWallet<T extends Outer>(outer: T, chain: string): T {
  const launch = (uri: string): Promise<void> => outer.launch(uri).catch(remake);
  const dial = async (url: string): Promise<Channel> => {
    const channel = await outer.dial(url).catch(remake);
    return { ...channel, read: () => channel.read().catch(remake) };
  };
  registerBrowserWallet({ launch, dial, chain });
  // A panel in the panel would be one too many.
  return { ...outer, launch, dial, showPanel() {} };
}

/** Throws an error of this document, because `instanceof` knows only those. */
function remake(error: { name?: unknown; message?: unknown }): never {
  throw Object.assign(new Error(String(error.message ?? error)), error, { name: error.name });
}
