import type { MobileStandardWallet } from 'mobile-wallet-standard';

export async function signIn(wallet: MobileStandardWallet, nonce: string) {
  const [output] = await wallet.features['solana:signIn'].signIn({
    domain: location.host,
    statement: 'Sign in to Example.',
    nonce,
  });
  return output; // Your server verifies `signedMessage` and `signature`.
}
