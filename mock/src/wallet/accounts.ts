import { type Bytes, concatBytes, decodeBase64Url, encodeBase58 } from 'mobile-wallet-standard/endpoint';

/** The public part of an account of the mock wallet. */
export type MockAccount = Readonly<{
  /** The public key in base58. */
  address: string;
  /** 32 bytes. */
  publicKey: Bytes;
  /** The account's name for people. */
  label: string;
}>;

/** An account with its private key. */
export type Signer = Readonly<{
  account: MockAccount;
  /** Signs with Ed25519; the signature has 64 bytes. */
  sign(message: Uint8Array): Promise<Bytes>;
}>;

const SEED_LENGTH = 32;
/** The bytes before the seed in an Ed25519 private key of PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEADER = Uint8Array.of(0x30, 46, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 34, 4, 32);

/**
 * Creates an account from its 32-byte seed. Uses only WebCrypto, which browsers have as well as Node.
 *
 * @throws RangeError when the seed has another length
 */
export async function createSigner(seed: Uint8Array, label: string): Promise<Signer> {
  if (seed.length !== SEED_LENGTH)
    throw new RangeError(`A seed has ${SEED_LENGTH} bytes, not ${seed.length}`);
  const pkcs8 = concatBytes(PKCS8_HEADER, seed);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
  const { x } = await crypto.subtle.exportKey('jwk', key);
  if (x === undefined) throw new TypeError('The private key was exported without its public key');
  const publicKey = decodeBase64Url(x);
  return {
    account: { address: encodeBase58(publicKey), publicKey, label },
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, concatBytes(message))),
  };
}
