import { Transaction, VersionedTransaction } from '@solana/web3.js';
import {
  transact as publishedTransact,
  type Web3MobileWallet,
} from '@solana-mobile/mobile-wallet-adapter-protocol-web3js';
import { transact as ownTransact } from 'mobile-wallet-standard/web3js';
import { type Context, identity } from './client.js';
import { createLegacy, createMessage } from './web3js-client.js';

/**
 * What only a client for web3.js can get wrong: what becomes of the caller's objects, and of their classes.
 */
function createCases(transact: typeof publishedTransact) {
  const sign = async <T extends Transaction | VersionedTransaction>(
    blockhash: string,
    create: (context: Context) => T,
  ): Promise<Readonly<{ asked: T; signed: T }>> =>
    transact(async (wallet: Web3MobileWallet) => {
      const { accounts } = await wallet.authorize({ chain: 'solana:devnet', identity });
      const asked = create({ payer: accounts[0]?.address ?? '', blockhash });
      const [signed = asked] = await wallet.signTransactions({ transactions: [asked] });
      return { asked, signed };
    });

  return {
    async countCallersSignatures(blockhash: string) {
      const { asked } = await sign(blockhash, (context) => createLegacy(context, 'memo'));
      return asked.signatures.length;
    },
    async signWithLastValidBlockHeight(blockhash: string) {
      const { signed } = await sign(blockhash, (context) => {
        const transaction = createLegacy(context, 'memo');
        transaction.lastValidBlockHeight = 1_000;
        return transaction;
      });
      return { lastValidBlockHeight: signed.lastValidBlockHeight ?? null };
    },
    async signLegacyMessage(blockhash: string) {
      const { signed } = await sign(
        blockhash,
        (context) => new VersionedTransaction(createMessage(context, 'memo').compileToLegacyMessage()),
      );
      return { isVersioned: signed instanceof VersionedTransaction, isLegacy: signed instanceof Transaction };
    },
  };
}

export const publishedWeb3Cases = createCases(publishedTransact);
export const ownWeb3Cases = createCases(ownTransact as unknown as typeof publishedTransact);
