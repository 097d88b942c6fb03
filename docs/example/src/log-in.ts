import type { Wallet } from '@wallet-standard/base';
import type { MobileWalletFeatures, SolanaSignInInput } from 'mobile-wallet-standard';

/** Fetches what the user shall sign. Call it before the tap, because a tap counts for seconds only. */
export async function fetchSignIn(): Promise<SolanaSignInInput> {
  return (await fetch('/sign-in')).json();
}

/** Signs the user in. Call it in a click handler. Returns the address, which the server has verified. */
export async function logIn(wallet: Wallet, input: SolanaSignInInput): Promise<string> {
  const { 'solana:signIn': feature }: Partial<MobileWalletFeatures> = wallet.features;
  if (!feature) throw new Error('This wallet cannot sign in');
  const [output] = await feature.signIn(input);
  if (!output) throw new Error('The wallet has not signed in');
  const response = await fetch('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      nonce: input.nonce,
      signedMessage: toBase64(output.signedMessage),
      signature: toBase64(output.signature),
    }),
  });
  if (!response.ok) throw new Error('The server has refused the sign-in');
  return (await response.json()).address;
}

/** Signs the user out. */
export async function logOut(): Promise<void> {
  await fetch('/sign-in', { method: 'DELETE' });
}

/** JSON has no bytes: it would write a `Uint8Array` as an object with a number for each. */
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
