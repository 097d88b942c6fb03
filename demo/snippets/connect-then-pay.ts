import type { SolanaSignAndSendTransactionFeature } from '@solana/wallet-standard-features';
import type { WalletAccount, WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import type { Build } from './connect-and-pay.js';

type AnyWallet = WalletWithFeatures<StandardConnectFeature & SolanaSignAndSendTransactionFeature>;

/** Connects and pays with any wallet of the Wallet Standard, one request after the other. */
export async function connectThenPay(wallet: AnyWallet, build: Build, payer?: WalletAccount) {
  if (!payer) await wallet.features['standard:connect'].connect();
  const chain = 'solana:devnet' as const;
  const account = payer ?? wallet.accounts.find(({ chains }) => chains.includes(chain));
  if (!account) throw new Error('No account was shared.');
  const { transactions, minContextSlot } = await build([account]);
  const options = { minContextSlot, preflightCommitment: 'confirmed' } as const;
  const [output] = await wallet.features['solana:signAndSendTransaction'].signAndSendTransaction(
    ...transactions.map((transaction) => ({ account, chain, transaction, options })),
  );
  return output?.signature;
}
