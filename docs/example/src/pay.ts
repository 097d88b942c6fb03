import type { Wallet } from '@wallet-standard/base';
import { isDeclined, type MobileWalletFeatures, sortSend } from 'mobile-wallet-standard';

/** The network that this dapp uses. */
export const CHAIN = 'solana:devnet';

/**
 * What the server knows of an order. `mayAskAgain`: the wallet may be asked again, for what it did not send.
 */
export type OrderState = { status: 'open' | 'pending' | 'paid' | 'expired'; mayAskAgain?: boolean };

/** Asks the server for an order's state, or tells it something. */
export async function ask(order: string, body?: Record<string, string>) {
  const signal = AbortSignal.timeout(60_000); // longer than the server may wait for the chain
  const options = body ? { method: 'POST', body: JSON.stringify(body), signal } : { signal };
  const response = await fetch(`/orders/${encodeURIComponent(order)}`, options);
  if (!response.ok) throw new Error(`The server has answered with ${response.status}`);
  return response.json();
}

/** Connects if necessary, and pays for an order, with any wallet. Call it in a click handler. */
export async function pay(wallet: Wallet, order: string): Promise<void> {
  const features: Partial<MobileWalletFeatures> = wallet.features;
  const inOneVisit = features['mobile-wallet-standard:transact'];
  if (inOneVisit)
    return inOneVisit.transact(async (session) => {
      await session.authorize(); // asks the user only if the wallet is not connected yet
      await payFrom(wallet, order); // its calls of the wallet are in the same session
    });
  if (wallet.accounts.length === 0) await features['standard:connect']?.connect();
  return payFrom(wallet, order);
}

/** Pays from the account that is connected. */
async function payFrom({ accounts, features }: Wallet, order: string): Promise<void> {
  const account = accounts.find(({ chains }) => chains.includes(CHAIN));
  if (!account) throw new Error(`The wallet has shared no account for ${CHAIN}`);
  const { offer } = await ask(order, { payer: account.address });
  if (!offer) return; // the server is looking for what was asked before, or the order is paid
  const transaction = Uint8Array.from(atob(offer.transaction), (char) => char.charCodeAt(0));
  const options = { minContextSlot: offer.minContextSlot };
  const input = { account, chain: CHAIN, transaction, options } as const;
  const able: Partial<MobileWalletFeatures> = features;
  try {
    const sending = able['solana:signAndSendTransaction'];
    if (sending) return void (await sending.signAndSendTransaction(input));
    const [signed] = (await able['solana:signTransaction']?.signTransaction(input)) ?? [];
    if (signed) await ask(order, { signed: btoa(String.fromCharCode(...signed.signedTransaction)) });
  } catch (error) {
    const isUnsent = isDeclined(error) || sortSend([offer], error).unsent.length > 0;
    if (isUnsent) await ask(order, { unsent: offer.reference }).catch(() => {});
    throw error;
  }
}
