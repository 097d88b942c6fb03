import type { WalletHost } from '../../phone/wallet-state.js';

/** The key of the symbol under which a page keeps its wallet for the frames of its panel. */
const KEY = Symbol.for('mock-mobile-wallet:host');
type Holder = { [KEY]?: WalletHost };

/** Offers the wallet to the frames of this page, which are of the same origin. */
export function shareHost(host: WalletHost): void {
  // Cloned, so that bytes that a frame has made belong to this page.
  const shared: WalletHost = { ...host, run: async (command) => host.run(structuredClone(command)) };
  (globalThis as Holder)[KEY] = shared;
}

/** Returns the wallet of the page that embeds this document; throws if there is none. */
export function connectToSharedHost(): WalletHost {
  const host = (parent as unknown as Holder)[KEY];
  if (!host) throw new Error('This page is a part of another page, whose mock wallet it shows.');
  const follow = (stop: () => void): (() => void) => {
    addEventListener('pagehide', stop);
    return stop;
  };
  // Cloned, and with errors of its own, because `instanceof` knows only what was made in this document.
  return {
    watchApprovals: (page, listener, onLost) =>
      follow(host.watchApprovals(page, (state) => listener(structuredClone(state)), onLost)),
    watchWallet: (listener, onLost) =>
      follow(host.watchWallet((state) => listener(structuredClone(state)), onLost)),
    findApp: (address, choice) => host.findApp(address, choice).catch(remake),
    launch: (page, uri, androidPackage) => host.launch(page, uri, androidPackage).catch(remake),
    decide: (page, id, decision) => host.decide(page, id, decision).catch(remake),
    leave: (page) => host.leave(page).catch(remake),
    run: (command) => host.run(command).catch(remake),
  };
}

function remake(error: { message?: unknown }): never {
  throw new Error(String(error.message ?? error));
}
