import { abortable } from '../abort.js';
import type { MobileWallet } from '../dapp/mobile-wallet.js';

/** Ends a session's wallet earlier than its session: with the signal, pending and later calls reject with its reason. */
export function endWith(wallet: MobileWallet, signal: AbortSignal): MobileWallet {
  const end =
    <TParams extends readonly unknown[], T>(call: (...params: TParams) => Promise<T>) =>
    async (...params: TParams): Promise<T> => {
      signal.throwIfAborted();
      return abortable(call(...params), signal);
    };
  return {
    authorize: end(wallet.authorize),
    reauthorize: end(wallet.reauthorize),
    deauthorize: end(wallet.deauthorize),
    getCapabilities: end(wallet.getCapabilities),
    cloneAuthorization: end(wallet.cloneAuthorization),
    signAndSendTransactions: end(wallet.signAndSendTransactions),
    signTransactions: end(wallet.signTransactions),
    signMessages: end(wallet.signMessages),
  };
}
