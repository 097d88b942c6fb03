import { getBase64EncodedWireTransaction, getTransactionDecoder } from '@solana/kit';
import { payFrom } from './pay';
import { RPC_MS, rpc } from './rpc';
import { type AnyWallet, CHAIN, getAccount } from './wallets';

/**
 * Pays for an order: the wallet signs, and this page sends. Returns `undefined` if the order was paid before,
 * or may have been.
 */
export async function signThenSend(wallet: AnyWallet, order: string) {
  const feature = wallet.features['solana:signTransaction'];
  if (!feature) throw new Error('This wallet signs only what it sends');
  const signAndSend = () =>
    payFrom(wallet, order, async ({ transaction, minContextSlot }, account) => {
      const outputs = await feature.signTransaction({
        account,
        chain: CHAIN,
        transaction,
        options: { minContextSlot },
      });
      for (const { signedTransaction } of outputs) {
        const wire = getBase64EncodedWireTransaction(getTransactionDecoder().decode(signedTransaction));
        const options = { encoding: 'base64', preflightCommitment: 'confirmed' } as const;
        await rpc
          .sendTransaction(wire, { ...options, minContextSlot: BigInt(minContextSlot) })
          .send({ abortSignal: AbortSignal.timeout(RPC_MS) });
      }
      return [];
    });
  const inOneVisit = wallet.features['mobile-wallet-standard:transact'];
  if (inOneVisit) {
    return inOneVisit.transact(async (session) => {
      await session.authorize();
      return signAndSend(); // its calls of the wallet are in the same session
    });
  }
  if (!getAccount(wallet)) await wallet.features['standard:connect'].connect();
  return signAndSend();
}
