import { encodeBase58 } from 'mobile-wallet-standard';
import { pay, payFrom } from './pay';
import type { AnyWallet } from './wallets';

/**
 * Pays for several orders, one after the other. Returns a signature for each order; `undefined` for one that
 * was paid before, or may have been. If it rejects, ask `checkOrder` for each order what became of it.
 */
export async function paySeveral(wallet: AnyWallet, orders: readonly string[]) {
  const feature = wallet.features['mobile-wallet-standard:transact'];
  const sent: (string | undefined)[] = [];
  if (!feature) {
    for (const order of orders) sent.push(await pay(wallet, order));
    return sent;
  }
  return feature.transact(async (session) => {
    await session.authorize();
    for (const order of orders) {
      const signatures = await payFrom(wallet, order, ({ transaction, minContextSlot }) =>
        session.signAndSendTransactions({ transactions: [transaction], minContextSlot }),
      );
      sent.push(signatures?.[0] && encodeBase58(signatures[0]));
    }
    return sent;
  });
}
