import { createKeyPairFromPrivateKeyBytes } from '@solana/kit';
import { type Bytes, encodeBase58 } from 'mobile-wallet-standard/endpoint';

/** The public part of an account of the mock wallet. */
export type MockAccount = Readonly<{
  /** The public key in base58. */
  address: string;
  /** 32 bytes. */
  publicKey: Bytes;
  /** The account's name for people. */
  label: string;
}>;

/** An account with its keys (Ed25519). */
export type Signer = Readonly<{ account: MockAccount; keys: CryptoKeyPair }>;

const SEED_LENGTH = 32;

/** Creates an account from its seed. Rejects with a RangeError if that has not 32 bytes. */
export async function createSigner(seed: Uint8Array, label: string): Promise<Signer> {
  if (seed.length !== SEED_LENGTH)
    throw new RangeError(`A seed has ${SEED_LENGTH} bytes, not ${seed.length}`);
  const keys = await createKeyPairFromPrivateKeyBytes(seed);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
  return { account: { address: encodeBase58(publicKey), publicKey, label }, keys };
}
