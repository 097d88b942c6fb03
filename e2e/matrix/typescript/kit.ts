import {
  type Address,
  type Blockhash,
  createTransactionMessage,
  type SignatureBytes,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  signOffchainMessageWithSigners,
  signTransactionMessageWithSigners,
  type Transaction,
} from '@solana/kit';
import {
  type AccountSigner,
  createAccountSigner,
  getAccountAddress,
  transact,
} from 'mobile-wallet-standard/kit';
export const signers: Promise<readonly AccountSigner[]> = transact(async (wallet) => {
  const { accounts } = await wallet.authorize();
  return accounts.flatMap((account) => [
    createAccountSigner(wallet, account),
    createAccountSigner(wallet, getAccountAddress(account)),
  ]);
});
export async function pay(
  signer: AccountSigner,
  blockhash: Blockhash,
  abortSignal: AbortSignal,
): Promise<SignatureBytes> {
  const empty = setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 }));
  const message = setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 1n }, empty);
  await signTransactionMessageWithSigners(message);
  await signOffchainMessageWithSigners({ version: 1, content: 'Hello', requiredSignatories: [signer] });
  return signAndSendTransactionMessageWithSigners(message, { abortSignal, minContextSlot: 1n });
}
export const send = (transaction: Transaction): Promise<SignatureBytes[]> =>
  transact((wallet) => wallet.signAndSendTransactions({ transactions: [transaction] }));
export const address: Address = getAccountAddress({ address: 'AAAA' });
