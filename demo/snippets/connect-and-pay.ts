import type { MobileStandardWallet } from 'mobile-wallet-standard';

/**
 * Connects and pays in one visit to the wallet. `build` makes the transaction for the account that was
 * granted.
 */
export function connectAndPay(wallet: MobileStandardWallet, build: (payer: string) => Promise<Uint8Array>) {
  return wallet.features['mobile-wallet-standard:transact'].transact(async (mobile) => {
    await mobile.authorize();
    const [account] = wallet.accounts;
    if (!account) throw new Error('No account was granted.');
    const [signature] = await mobile.signAndSendTransactions({
      transactions: [await build(account.address)],
    });
    return signature;
  });
}
