/**
 * The wallet of a call that ends when a signal aborts, and what releases the signal when the call has
 * settled.
 */
type EndedWallet<TWallet> = Readonly<{ wallet: TWallet; release: () => void }>;

type EndWallet<TWallet> = (signal: AbortSignal) => EndedWallet<TWallet>;

const ways = new WeakMap<object, EndWallet<unknown>>();

/** Remembers how to create, from a wallet of a callback, one whose calls also end when a signal aborts. */
export function setEndWallet<TWallet extends object>(wallet: TWallet, way: EndWallet<TWallet>): void {
  ways.set(wallet, way);
}

/**
 * Returns a wallet whose calls also end when the signal aborts; `undefined` if a dapp made the wallet itself.
 */
export function endWallet<TWallet extends object>(
  wallet: TWallet,
  signal: AbortSignal | undefined,
): EndedWallet<TWallet> | undefined {
  return signal && (ways.get(wallet) as EndWallet<TWallet> | undefined)?.(signal);
}
