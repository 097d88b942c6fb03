import { getWallets } from '@wallet-standard/app';

// A page of another origin in a frame of the dapp. It collects everything that it can get of the wallet.
const { get, on } = getWallets();
const names: string[] = get().map(({ name }) => name);
on('register', (...wallets) => names.push(...wallets.map(({ name }) => name)));
const messages: unknown[] = [];
addEventListener('message', ({ data }) => messages.push(data));

function read(take: () => unknown): unknown {
  try {
    return take();
  } catch (error) {
    return (error as Error).name;
  }
}

Object.assign(globalThis, {
  /** Returns everything that this page could get. */
  tell: () => ({
    wallets: names,
    messages,
    entries: Object.keys(localStorage),
    parentStore: read(() => parent.localStorage.length),
    parentWallet: read(() => Reflect.get(parent, Symbol.for('mobile-wallet-standard:registration'))),
  }),
});
