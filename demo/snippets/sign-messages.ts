import type { MobileStandardWallet } from 'mobile-wallet-standard';

/** Signs any number of texts. The wallet opens once. */
export async function signMessages(wallet: MobileStandardWallet, ...texts: readonly string[]) {
  const [account] = wallet.accounts;
  if (!account) throw new Error('Connect first.');
  const inputs = texts.map((text) => ({ account, message: new TextEncoder().encode(text) }));
  return wallet.features['solana:signMessage'].signMessage(...inputs);
}
