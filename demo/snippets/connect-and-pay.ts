import type { WalletAccount } from '@wallet-standard/base';
import type { MobileStandardWallet } from 'mobile-wallet-standard';

/** Builds what is to be sent, for an account that the wallet shares. */
export type Build = (
  accounts: readonly WalletAccount[],
) => Promise<{ transactions: readonly Uint8Array[]; minContextSlot: number }>;

/** Connects and pays in one visit to the wallet. Call it in the click. Returns the signature. */
export async function connectAndPay(wallet: MobileStandardWallet, build: Build) {
  const { transact } = wallet.features['mobile-wallet-standard:transact'];
  const [signature] = await transact(async (session) => {
    await session.authorize(); // asks only if the wallet is not connected yet
    return session.signAndSendTransactions(await build(wallet.accounts));
  });
  return signature;
}
