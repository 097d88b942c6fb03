import type { MobileWallet } from '../../dapp/mobile-wallet.js';
import { isMobileWalletError } from '../../errors.js';

/** Calls `onRefusal` when the wallet says that it cannot sign transactions without sending them. */
export function watchSigning(wallet: MobileWallet, onRefusal: () => void): MobileWallet {
  return {
    ...wallet,
    async signTransactions(params) {
      try {
        return await wallet.signTransactions(params);
      } catch (error) {
        if (isMobileWalletError(error, 'METHOD_NOT_SUPPORTED')) onRefusal();
        throw error;
      }
    },
  };
}
