import { generateKeyPair, getAddressDecoder, getAddressFromPublicKey, isAddress } from '@solana/kit';
import { recall, remember } from './memory.js';

/** Shortens a base58 address so that a person can still tell it: `4wBq…k9iW`. */
export function shortenAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/**
 * Gives the account that test transfers go to: the one of the last visit, or a new one. Its key is thrown away,
 * so what is sent there stays there.
 */
export async function getRecipient(): Promise<string> {
  const known = recall('recipient');
  if (known !== undefined && isAddress(known)) return known;
  const recipient = await createAddress();
  remember('recipient', recipient);
  return recipient;
}

async function createAddress(): Promise<string> {
  try {
    const { publicKey } = await generateKeyPair();
    return await getAddressFromPublicKey(publicKey);
  } catch {
    // Browsers without Ed25519: any 32 bytes can hold a balance.
    return getAddressDecoder().decode(crypto.getRandomValues(new Uint8Array(32)));
  }
}
