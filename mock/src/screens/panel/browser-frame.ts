/**
 * How the name of a frame begins in which the browser of a wallet app shows a page. The page's scripts know
 * by it where they are, from the first line on; the dapp's chain follows.
 */
export const BROWSER_FRAME = 'mock-mobile-wallet:browser ';

/** What a page in that frame asks of the panel: to open an association URI. It answers at a port. */
export type LaunchMessage = Readonly<{ type: 'mobile-wallet:launch'; uri: string }>;

/** What the panel answers: nothing, or why it could not. */
export type LaunchAnswer = Readonly<{ error?: string }>;

/** Returns the dapp's chain if this page is in the browser of a wallet app, else `undefined`. */
export function getBrowserChain(): string | undefined {
  if (typeof window === 'undefined' || parent === window) return undefined;
  const { name } = window;
  return name.startsWith(BROWSER_FRAME) ? name.slice(BROWSER_FRAME.length) : undefined;
}

/** Reads a message of the frame, or returns `undefined` if it is none. */
export function readLaunchMessage({
  type,
  uri,
}: Readonly<Record<string, unknown>>): LaunchMessage | undefined {
  return type === 'mobile-wallet:launch' && typeof uri === 'string' ? { type, uri } : undefined;
}

/**
 * Opens an association URI in the mock wallet of the page around the frame. Rejects with the reason if it
 * cannot.
 */
export function launchInPanel(uri: string): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const message: LaunchMessage = { type: 'mobile-wallet:launch', uri };
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }: MessageEvent<LaunchAnswer>) => {
      port1.close();
      if (data.error === undefined) resolve();
      else reject(new Error(data.error));
    };
    parent.postMessage(message, '*', [port2]);
  });
}

/**
 * Returns the chain that the page's dapp uses first, by the wallet of mobile-wallet-standard that is
 * registered in it. Playwright serialises this function, so it cannot use anything outside of itself.
 */
export function findDappChain(): string {
  let chain = 'solana:devnet';
  type Registered = Readonly<{ chains: readonly string[]; features: object }>;
  const register = (...wallets: readonly Registered[]): (() => void) => {
    const own = wallets.find(({ features }) => 'mobile-wallet-standard:transact' in features);
    chain = own?.chains[0] ?? chain;
    return () => {};
  };
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: Object.freeze({ register }) }));
  return chain;
}

/**
 * Makes the page look hidden to its scripts, as behind another app, or visible again. Playwright serialises
 * this function, so it cannot use anything outside of itself.
 */
export function setPageHidden(isHidden: boolean): void {
  if (isHidden) {
    const values = { hidden: true, visibilityState: 'hidden' };
    for (const [name, value] of Object.entries(values)) {
      Object.defineProperty(document, name, { configurable: true, value });
    }
  } else {
    // The browser's own are those of the prototype.
    for (const name of ['hidden', 'visibilityState']) Reflect.deleteProperty(document, name);
  }
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
