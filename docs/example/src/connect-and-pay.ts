import { encodeBase58 } from 'mobile-wallet-standard';
import { buildPayment } from './build-payment';
import { payOnce } from './pay-once';
import { mobileWallet } from './wallet';

/**
 * Connects if necessary, and pays for an order. Call it in a click handler. Returns the signature in base58;
 * `undefined` if the order was paid before, or may have been.
 */
export async function connectAndPay(order: string): Promise<string | undefined> {
  const wallet = mobileWallet;
  if (!wallet) throw new Error('No wallet app can be reached here');
  const { transact } = wallet.features['mobile-wallet-standard:transact'];
  const signatures = await transact(async (session) => {
    await session.authorize(); // asks the user only if the wallet is not connected yet
    const [account] = wallet.accounts;
    return payOnce(
      order,
      (reference) => buildPayment(account.address, reference),
      (transaction) => session.signAndSendTransactions({ transactions: [transaction] }),
    );
  });
  return signatures && encodeBase58(signatures[0]);
}
