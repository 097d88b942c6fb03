import type { MobileStandardWallet } from 'mobile-wallet-standard';

export async function send(wallet: MobileStandardWallet, transaction: Uint8Array, minContextSlot: number) {
  const [account] = wallet.accounts;
  if (!account) throw new Error('Connect first.');
  const [output] = await wallet.features['solana:signAndSendTransaction'].signAndSendTransaction({
    account,
    transaction,
    chain: 'solana:devnet',
    options: { minContextSlot },
  });
  return output?.signature;
}
