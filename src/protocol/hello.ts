import { type Bytes, concatBytes, POINT_LENGTH } from '../util/bytes.js';
import { attempt } from '../util/errors.js';
import { isJsonObject } from '../util/json-object.js';
import { createAssociationKeyPair, createSessionKeyPair, ECDSA, exportPoint } from './session-keys.js';

/** The dapp's part of one handshake, created in advance. */
export type DappHello = Readonly<{
  /** The association public key for the association URI: 65 bytes. */
  associationPoint: Bytes;
  /** The dapp's session key and HELLO_REQ. They are first needed when the wallet has connected. */
  request: Promise<
    Readonly<{
      /** The dapp's session key. */
      privateKey: CryptoKey;
      /** HELLO_REQ, 129 bytes. */
      message: Bytes;
    }>
  >;
}>;

/**
 * Creates the dapp's part of a handshake, so that nothing slow is left to do once the wallet has connected.
 * Usable for one session.
 */
export async function createDappHello(
  association: CryptoKeyPair | Promise<CryptoKeyPair> = createAssociationKeyPair(),
): Promise<DappHello> {
  const createRequest = async () => {
    const [signer, keyPair] = await Promise.all([association, createSessionKeyPair()]);
    return {
      privateKey: keyPair.privateKey,
      message: await encodeHelloReq(signer, await exportPoint(keyPair)),
    };
  };
  const request = createRequest();
  // The handshake reports this error. If the launch fails first there is no handshake, and the error must not
  // be unhandled.
  request.catch(() => {});
  return { associationPoint: await exportPoint(await association), request };
}

/** Encodes HELLO_REQ, 129 bytes: the dapp's session point, and its signature by the association key. */
export async function encodeHelloReq(association: CryptoKeyPair, dappPoint: Bytes): Promise<Bytes> {
  const signature = await crypto.subtle.sign(ECDSA, association.privateKey, dappPoint);
  return concatBytes(dappPoint, new Uint8Array(signature));
}

/**
 * Decodes and verifies HELLO_REQ.
 *
 * @returns the dapp's session point; `undefined` if the length or the signature is wrong
 */
export async function decodeHelloReq(
  message: Bytes,
  associationPublicKey: Bytes,
): Promise<Bytes | undefined> {
  const dappPoint = message.slice(0, POINT_LENGTH);
  const key = await crypto.subtle.importKey('raw', associationPublicKey, ECDSA, false, ['verify']);
  const isValid = await crypto.subtle.verify(ECDSA, key, message.slice(POINT_LENGTH), dappPoint);
  return isValid ? dappPoint : undefined;
}

/**
 * Encodes HELLO_RSP: the wallet's session point and, except in a legacy session, the sealed session
 * properties.
 */
export function encodeHelloRsp(walletPoint: Uint8Array, sealedProperties?: Uint8Array): Bytes {
  return concatBytes(walletPoint, sealedProperties ?? new Uint8Array());
}

/**
 * Splits HELLO_RSP into the wallet's session point and the sealed session properties, which a legacy (1.x)
 * wallet omits.
 *
 * @returns `undefined` if the message is too short for a point
 */
export function decodeHelloRsp(message: Bytes):
  | Readonly<{
      /** The wallet's session point, 65 bytes. */
      walletPoint: Bytes;
      /** The sealed session properties; absent from a legacy wallet. */
      sealedProperties: Bytes | undefined;
    }>
  | undefined {
  if (message.length < POINT_LENGTH) return undefined;
  const sealed = message.slice(POINT_LENGTH);
  return {
    walletPoint: message.slice(0, POINT_LENGTH),
    sealedProperties: sealed.length > 0 ? sealed : undefined,
  };
}

/**
 * Returns the session properties that a wallet sends for the versions that an association URI offers:
 * `{"v":"v1"}`, or `undefined` for a legacy (1.x) session if version 1 is not among them.
 */
export function getSessionProperties(versions: readonly string[]): string | undefined {
  return versions.some((version) => /^v?1$/i.test(version)) ? '{"v":"v1"}' : undefined;
}

/**
 * Parses the session properties, `{"v":"v1"}`. Wallets also write `v` as `1`, `"1"` or `"legacy"`, and leave
 * it out in a legacy session.
 *
 * @returns `undefined` for any other text
 */
export function parseSessionProperties(text: string): 'v1' | 'legacy' | undefined {
  const properties: unknown = attempt(() => JSON.parse(text));
  if (!isJsonObject(properties)) return undefined;
  const { v = 'legacy' } = properties;
  if (v === 1 || v === '1' || v === 'v1') return 'v1';
  return v === 'legacy' ? 'legacy' : undefined;
}
