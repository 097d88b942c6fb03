import { getTransactionEncoder } from '@solana/kit';
import {
  type MobileWallet,
  transact as publishedTransact,
} from '@solana-mobile/mobile-wallet-adapter-protocol';
import { transact as nextTransact } from 'next-protocol';
import { type Client, fromBase64, toBase64 } from './client.js';
import { createTransaction } from './kit-client.js';

const toPayload = (transaction: ReturnType<typeof createTransaction>): string =>
  toBase64(getTransactionEncoder().encode(transaction));

const createByteClient = (transact: typeof publishedTransact): Client<MobileWallet> => ({
  transact: async (callback, config) => transact(callback, config),
  async signMessages(wallet, addresses, messages) {
    const { signed_payloads } = await wallet.signMessages({ addresses, payloads: messages.map(toBase64) });
    return signed_payloads.map(fromBase64);
  },
  async signTransactions(wallet, context) {
    const payloads = [createTransaction(context, 'one'), createTransaction(context, 'two', 'legacy')];
    const { signed_payloads } = await wallet.signTransactions({ payloads: payloads.map(toPayload) });
    return signed_payloads.map(fromBase64);
  },
  async sendTransactions(wallet, context, { minContextSlot, skipPreflight }) {
    const payloads = [createTransaction(context, 'sent'), createTransaction(context, 'too', 'legacy')];
    const { signatures } = await wallet.signAndSendTransactions({
      options: { min_context_slot: minContextSlot, skip_preflight: skipPreflight },
      payloads: payloads.map(toPayload),
    });
    return signatures.map(fromBase64);
  },
});

/** The published protocol package alone, where all payloads are base64. */
export const publishedBytes = createByteClient(publishedTransact);
/** That of its next release. */
export const nextBytes = createByteClient(nextTransact as unknown as typeof publishedTransact);
