import { type Bytes, encodeUtf8 } from '../util/bytes.js';

/** How association keys sign. */
export const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** How the two ends agree on a secret. */
const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** Creates the dapp's association key pair (P-256 ECDSA). Every association needs a new one. */
export function createAssociationKeyPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify']) as Promise<CryptoKeyPair>;
}

/** Creates the ephemeral key pair of one end (P-256 ECDH). Every session needs a new one. */
export function createSessionKeyPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ECDH, false, ['deriveBits']) as Promise<CryptoKeyPair>;
}

/** What both ends derive from their ECDH secret. */
export type SessionKeys = Readonly<{
  /** The key that seals frames: AES-GCM, 128 bits. */
  key: CryptoKey;
  /** Derives 32 bytes for another purpose, which `info` names. They reveal nothing about `key`. */
  deriveSecret(info: string): Promise<Bytes>;
}>;

/**
 * Derives the session key: ECDH, then HKDF-SHA-256 salted with the association point, to 128-bit AES-GCM
 * (Mobile Wallet Adapter 2.0, "Session establishment"). Rejects if `peerPoint` is not on the curve.
 */
export async function deriveSessionKeys(
  privateKey: CryptoKey,
  peerPoint: Bytes,
  associationPublicKey: Bytes,
): Promise<SessionKeys> {
  const peer = await crypto.subtle.importKey('raw', peerPoint, ECDH, false, []);
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, privateKey, 256);
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey', 'deriveBits']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: associationPublicKey, info: new Uint8Array() };
  const aes = { name: 'AES-GCM', length: 128 };
  return {
    key: await crypto.subtle.deriveKey(hkdf, material, aes, false, ['encrypt', 'decrypt']),
    async deriveSecret(info) {
      return new Uint8Array(
        await crypto.subtle.deriveBits({ ...hkdf, info: encodeUtf8(info) }, material, 256),
      );
    },
  };
}

/** Exports a public key as an uncompressed P-256 point, 65 bytes. */
export async function exportPoint({ publicKey }: CryptoKeyPair): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
}
