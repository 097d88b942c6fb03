import type { WalletAccount } from 'mobile-wallet-standard';
import { payOnce } from './pay-once';
import { RPC_MS } from './rpc';
import { type AnyWallet, CHAIN, getAccount } from './wallets';

type Offer = { transaction: Uint8Array; minContextSlot: number };
type Sign = (offer: Offer, account: WalletAccount) => Promise<readonly Uint8Array[]>;

/**
 * Connects if necessary, and pays for an order with any wallet that signs without sending: your server pays
 * the fee, and sends. Call it in a click handler. Returns the signature in base58; `undefined` if the order
 * was paid before, or may have been.
 */
export async function paySponsored(wallet: AnyWallet, order: string): Promise<string | undefined> {
  const inOneVisit = wallet.features['mobile-wallet-standard:transact'];
  if (inOneVisit)
    return inOneVisit.transact(async (session) => {
      await session.authorize();
      return payBy(wallet, order, ({ transaction }) =>
        session.signTransactions({ transactions: [transaction] }),
      );
    });
  if (!getAccount(wallet)) await wallet.features['standard:connect'].connect();
  return payBy(wallet, order, async ({ transaction, minContextSlot }, account) => {
    const options = { minContextSlot };
    const input = { account, chain: CHAIN, transaction, options } as const;
    const outputs = (await wallet.features['solana:signTransaction']?.signTransaction(input)) ?? [];
    return outputs.map(({ signedTransaction }) => signedTransaction);
  });
}

/** Pays from the account that is connected. The reference is kept before the wallet is asked. */
async function payBy(wallet: AnyWallet, order: string, sign: Sign): Promise<string | undefined> {
  const account = getAccount(wallet);
  if (!account) throw new Error(`The wallet has shared no account for ${CHAIN}`);
  // Some wallet apps say so only when they are connected.
  if (!wallet.features['solana:signTransaction']) throw new Error('This wallet signs only what it sends');
  return payOnce(
    order,
    (reference) => fetchOffer({ order, payer: account.address, reference }),
    async (offer) => {
      const [signed] = await sign(offer, account);
      if (!signed) throw new Error('The wallet has signed nothing');
      // From here on, whatever fails, the server may have sent it.
      return (await post('/sponsored/send', { signed: btoa(String.fromCharCode(...signed)) })).signature;
    },
  );
}

async function fetchOffer(order: { order: string; payer: string; reference: string }): Promise<Offer> {
  const { transaction, minContextSlot } = await post('/sponsored/offer', order);
  return { transaction: Uint8Array.from(atob(transaction), (char) => char.charCodeAt(0)), minContextSlot };
}

async function post(path: string, body: Record<string, string>) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(RPC_MS),
  });
  if (!response.ok) throw new Error(`The server has answered ${path} with ${response.status}`);
  return response.json();
}
