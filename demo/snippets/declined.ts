import { findMobileWalletError, type MobileStandardWallet } from 'mobile-wallet-standard';

/** Returns `undefined` if the user declines. Every other failure has a code of its own. */
export async function trySign(wallet: MobileStandardWallet, message: Uint8Array) {
  const [account] = wallet.accounts;
  if (!account) throw new Error('Connect first.');
  try {
    const [output] = await wallet.features['solana:signMessage'].signMessage({ account, message });
    return output?.signature;
  } catch (error) {
    if (findMobileWalletError(error, 'USER_REJECTED')) return undefined;
    throw error;
  }
}
