import { generateKeyPair, getAddressDecoder, getAddressFromPublicKey, isAddress } from '@solana/kit';
import { recall, remember } from './memory.js';

/** Returns a short form of a base58 address that a user can still recognise: `4wBq…k9iW`. */
export function shortenAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/**
 * Returns the address that test transfers go to: that of the last visit, or a new one. Its private key is
 * discarded, so nobody can spend what is sent there.
 */
export async function getRecipient(): Promise<string> {
  const known = recall('recipient');
  if (known !== undefined && isAddress(known)) return known;
  const recipient = await createAddress();
  remember('recipient', recipient);
  return recipient;
}

/** Returns an address that nobody has used. */
export async function createAddress(): Promise<string> {
  try {
    const { publicKey } = await generateKeyPair();
    return await getAddressFromPublicKey(publicKey);
  } catch {
    // The browser does not support Ed25519. Any 32 bytes are an address that can have a balance.
    return getAddressDecoder().decode(crypto.getRandomValues(new Uint8Array(32)));
  }
}
