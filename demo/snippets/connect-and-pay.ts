import type { MobileStandardWallet } from 'mobile-wallet-standard';

/** Builds what is to be sent, for the account that pays. */
export type Build = (
  payer: string,
) => Promise<{ transactions: readonly Uint8Array[]; minContextSlot: number }>;

/** Connects and pays in one visit to the wallet. Call it in the click. Returns the signature. */
export async function connectAndPay(wallet: MobileStandardWallet, build: Build) {
  const { transact } = wallet.features['mobile-wallet-standard:transact'];
  const [signature] = await transact(async (session) => {
    await session.authorize(); // asks the user only if the wallet is not connected yet
    const [account] = wallet.accounts;
    if (!account) throw new Error('No account was shared.');
    return session.signAndSendTransactions(await build(account.address));
  });
  return signature;
}
