import { encodeBase58 } from 'mobile-wallet-standard';
import { buildPayment } from './build-payment';
import { mobileWallet } from './wallet';

/** Connects if necessary, and pays. Call it in a click handler. Returns the signature in base58. */
export async function connectAndPay(): Promise<string> {
  const wallet = mobileWallet;
  if (!wallet) throw new Error('No wallet app can be reached here');
  const { transact } = wallet.features['mobile-wallet-standard:transact'];
  const [signature] = await transact(async (session) => {
    await session.authorize(); // asks the user only if the wallet is not connected yet
    const [account] = wallet.accounts;
    return session.signAndSendTransactions({ transactions: [await buildPayment(account.address)] });
  });
  return encodeBase58(signature);
}
