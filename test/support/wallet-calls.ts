import type { WalletAccount } from '@wallet-standard/base';
import type { MobileStandardWallet } from '../../src/index.js';
import { decodeBase58 } from '../../src/util/base58.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import { getSignTransaction } from './sign-transaction.js';
import { createTransactionInputs } from './wallet.js';

type Call = (wallet: MobileStandardWallet, account: WalletAccount) => Promise<unknown>;

const message = new Uint8Array([1]);

/** The calls of a wallet object that need its user, by name. */
export const WALLET_CALLS = {
  connect: ({ features }) => features['standard:connect'].connect(),
  signIn: ({ features }) => features['solana:signIn'].signIn({}),
  signMessage: ({ features }, account) => features['solana:signMessage'].signMessage({ account, message }),
  signTransaction: ({ features }, account) =>
    getSignTransaction(features).signTransaction(...createTransactionInputs(account, ['memo'])),
  signAndSendTransaction: ({ features }, account) =>
    features['solana:signAndSendTransaction'].signAndSendTransaction(
      ...createTransactionInputs(account, ['memo']),
    ),
  // Resolves with what became of each transaction.
  async signAndSendAllTransactions({ features }, account) {
    const { signAndSendAllTransactions } = features['solana:signAndSendAllTransactions'];
    const [result] = await signAndSendAllTransactions(createTransactionInputs(account, ['memo']));
    if (result?.status === 'rejected') throw result.reason;
  },
  signOffchainMessage: ({ features }, account) =>
    features['solana:signOffchainMessage'].signOffchainMessage({
      account,
      messageVersion: 1,
      message: 'Hello',
      requiredSigners: [account.publicKey],
    }),
  transact: ({ features }) =>
    features['mobile-wallet-standard:transact'].transact((session) => session.authorize()),
  'a later call of transact': ({ features }, { address }) =>
    features['mobile-wallet-standard:transact'].transact(async (session) => {
      await session.getCapabilities();
      const addresses = [encodeBase64(decodeBase58(address))];
      return session.signMessages({ addresses, payloads: [message] });
    }),
} satisfies Readonly<Record<string, Call>>;
