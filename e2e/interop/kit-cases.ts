import {
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Transaction,
} from '@solana/kit';
import { transact as publishedTransact } from '@solana-mobile/mobile-wallet-adapter-protocol-kit';
import { transact as ownTransact } from 'mobile-wallet-standard/kit';
import { identity, toBase64 } from './client.js';
import { createTransaction } from './kit-client.js';

const chain = 'solana:devnet';

/** Operations that only a client for kit can get wrong. */
function createCases(transact: typeof publishedTransact) {
  const transactAuthorized = async <T>(
    run: (wallet: Parameters<Parameters<typeof transact>[0]>[0], payer: string) => Promise<T>,
  ): Promise<T> =>
    transact(async (wallet) => {
      const { accounts } = await wallet.authorize({ chain, identity });
      return run(wallet, accounts[0]?.address ?? '');
    });

  return {
    /** Signs a message of `length` bytes. Returns the length of the signed payload. */
    signLargeMessage: (length: number) =>
      transactAuthorized(async (wallet, address) => {
        const payloads = [new Uint8Array(length)];
        return (await wallet.signMessages({ addresses: [address], payloads })).map((signed) => signed.length);
      }),

    signVersion1: (blockhash: string) =>
      transactAuthorized(async (wallet, payer) => {
        const { lifetimeConstraint, ...memo } = createTransaction({ payer, blockhash }, 'memo');
        const feePayer = Object.keys(memo.signatures)[0] as Parameters<
          typeof setTransactionMessageFeePayer
        >[0];
        const paid = setTransactionMessageFeePayer(feePayer, createTransactionMessage({ version: 1 }));
        const transaction: Transaction = compileTransaction(
          setTransactionMessageLifetimeUsingBlockhash(lifetimeConstraint, paid),
        );
        const [signed = transaction] = await wallet.signTransactions({ transactions: [transaction] });
        return toBase64(getTransactionEncoder().encode(signed));
      }),

    signWithLifetime: (blockhash: string) =>
      transactAuthorized(async (wallet, payer) => {
        const transaction = createTransaction({ payer, blockhash }, 'memo');
        const [signed = transaction] = await wallet.signTransactions({ transactions: [transaction] });
        return { blockhash: signed.lifetimeConstraint?.blockhash ?? null };
      }),
  };
}

export const publishedKitCases = createCases(publishedTransact);
export const ownKitCases = createCases(ownTransact as unknown as typeof publishedTransact);
