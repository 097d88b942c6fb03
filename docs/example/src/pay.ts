import { encodeBase58, type MobileWalletTransactFeature, type WalletAccount } from 'mobile-wallet-standard';
import { buildPayment, type Payment } from './build-payment';
import { payOnce } from './pay-once';
import { type AnyWallet, CHAIN, getAccount } from './wallets';

type Transact = MobileWalletTransactFeature['mobile-wallet-standard:transact']['transact'];

/**
 * Connects if necessary, and pays for an order, with any wallet. Call it in a click handler. Returns the
 * signature in base58; `undefined` if the order was paid before, or may have been.
 */
export async function pay(wallet: AnyWallet, order: string): Promise<string | undefined> {
  const inOneVisit = wallet.features['mobile-wallet-standard:transact'];
  const signatures = await (inOneVisit
    ? payInOneVisit(inOneVisit.transact, wallet, order)
    : payByTwoCalls(wallet, order));
  const signature = signatures?.[0];
  return signature && encodeBase58(signature);
}

/** With a wallet of this library: the wallet app opens once. */
function payInOneVisit(transact: Transact, wallet: AnyWallet, order: string) {
  return transact(async (session) => {
    await session.authorize(); // asks the user only if the wallet is not connected yet
    return payFrom(wallet, order, ({ transaction, minContextSlot }) =>
      session.signAndSendTransactions({ transactions: [transaction], minContextSlot }),
    );
  });
}

/** With any other wallet, such as that of a wallet app's own browser. */
async function payByTwoCalls(wallet: AnyWallet, order: string) {
  if (!getAccount(wallet)) await wallet.features['standard:connect'].connect();
  return payFrom(wallet, order, async ({ transaction, minContextSlot }, account) => {
    const outputs = await wallet.features['solana:signAndSendTransaction'].signAndSendTransaction({
      account,
      chain: CHAIN,
      transaction,
      options: { minContextSlot },
    });
    return outputs.map(({ signature }) => signature);
  });
}

/** Pays from the account that is connected. */
export async function payFrom(
  wallet: AnyWallet,
  order: string,
  send: (payment: Payment, account: WalletAccount) => Promise<readonly Uint8Array[]>,
) {
  const account = getAccount(wallet);
  if (!account) throw new Error(`The wallet has shared no account for ${CHAIN}`);
  return payOnce(
    order,
    (reference) => buildPayment(account.address, reference),
    (payment) => send(payment, account),
  );
}
