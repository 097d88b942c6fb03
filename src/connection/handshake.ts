import type { ProtocolVersion } from '../protocol/association.js';
import {
  type DappHello,
  decodeHelloReq,
  decodeHelloRsp,
  encodeHelloRsp,
  parseSessionProperties,
} from '../protocol/hello.js';
import {
  createSessionKeyPair,
  deriveSessionKeys,
  exportPoint,
  type SessionKeys,
} from '../protocol/session-keys.js';
import { setDeadline } from '../util/abort.js';
import type { Bytes } from '../util/bytes.js';
import { MobileWalletError } from '../util/errors.js';
import { type Channel, createViolationError, readMessage } from './channel.js';
import { createSecureChannel, type SecureChannel } from './secure-channel.js';

/** A session after the handshake: its encrypted channel and its protocol version. */
export type EstablishedSession = Readonly<{
  /** Sends and receives the encrypted messages. */
  secure: SecureChannel;
  /** The protocol version that the wallet speaks. */
  protocol: ProtocolVersion;
  /** Derives another secret of the session, which both ends can. */
  deriveSecret: SessionKeys['deriveSecret'];
}>;

const HELLO_RSP_TIMEOUT_MS = 10_000;

// Each arrow is one message of the channel; numbers on the left are byte offsets.
//
//   dapp                                                                        wallet
//     │                                                                            │  has the 65 bytes of
//     │   HELLO_REQ, 129 bytes                                                     │  the association point
//     │     0  session point of the dapp: P-256, 0x04 || x || y (65)               │  from the URI
//     │    65  ECDSA signature of these 65 bytes by the association key (64)       │
//     ├───────────────────────────────────────────────────────────────────────────►│
//     │                                                                            │
//     │   HELLO_RSP, 65 bytes from a legacy (1.x) wallet, otherwise longer         │
//     │     0  session point of the wallet (65)                                    │
//     │    65  the wallet's frame 1, whose plaintext is {"v":"v1"}                 │
//     │◄───────────────────────────────────────────────────────────────────────────┤
//     │                                                                            │
//     │   Both derive the key of AES-128-GCM: HKDF-SHA-256 of the ECDH secret      │
//     │   of the session points, with the association point as salt, without info  │
//     │                                                                            │
//     │   Frames, each a JSON-RPC request of the dapp or a response of the wallet  │
//     │     0  sequence number, big-endian, not encrypted but authenticated (4)    │
//     │     4  random IV (12)                                                      │
//     │    16  ciphertext, as long as the plaintext, and the tag (16)              │
//     │◄──────────────────────────────────────────────────────────────────────────►│
//
// Each end numbers its frames from 1, without a gap. Any other number ends the session, and so does a frame
// that cannot be decrypted. Empty messages mean nothing.

/**
 * Does the dapp's handshake: sends HELLO_REQ, waits for HELLO_RSP and derives the session key. Closes the
 * channel if it fails.
 *
 * @param hello from {@link createDappHello}, not used before
 * @param timeoutMs how long to wait for HELLO_RSP, by default 10 s
 * @throws `SESSION_TIMEOUT`, `SESSION_CLOSED`, `PROTOCOL_VIOLATION`
 */
export async function dappHandshake(
  channel: Channel,
  hello: DappHello | Promise<DappHello>,
  timeoutMs = HELLO_RSP_TIMEOUT_MS,
): Promise<EstablishedSession> {
  const cancelTimeout = setDeadline(timeoutMs, () =>
    channel.close(new MobileWalletError('SESSION_TIMEOUT', 'The wallet did not answer the handshake')),
  );
  try {
    const { associationPoint, request } = await hello;
    const { privateKey, message } = await request;
    channel.send(message);

    const response = decodeHelloRsp(await readMessage(channel));
    if (!response) throw createViolationError('The wallet sent too short a HELLO_RSP');
    const { key, deriveSecret } = await deriveSessionKeys(
      privateKey,
      response.walletPoint,
      associationPoint,
    ).catch((cause) => {
      throw createViolationError('The wallet sent a HELLO_RSP whose point is not on the curve', cause);
    });
    const secure = createSecureChannel(channel, key);
    if (!response.sealedProperties) return { secure, protocol: 'legacy', deriveSecret };

    const protocol = parseSessionProperties(await secure.open(response.sealedProperties));
    if (!protocol) throw createViolationError('The wallet speaks an unknown version of the protocol');
    return { secure, protocol, deriveSecret };
  } catch (error) {
    channel.close(error);
    throw error;
  } finally {
    cancelTimeout();
  }
}

/**
 * Does the wallet's handshake: waits for HELLO_REQ, verifies it with the association key and sends HELLO_RSP.
 * Closes the channel if it fails.
 *
 * @param associationPublicKey from the association URI: 65 bytes
 * @param properties the session properties ({@link getSessionProperties}); `undefined` for a legacy session
 * @throws `SESSION_CLOSED`, `PROTOCOL_VIOLATION`
 */
export async function walletHandshake(
  channel: Channel,
  associationPublicKey: Bytes,
  properties: string | undefined,
): Promise<EstablishedSession> {
  try {
    const dappPoint = await decodeHelloReq(await readMessage(channel), associationPublicKey);
    if (!dappPoint) throw createViolationError('HELLO_REQ is malformed or its signature does not verify');
    const keyPair = await createSessionKeyPair();
    const { key, deriveSecret } = await deriveSessionKeys(
      keyPair.privateKey,
      dappPoint,
      associationPublicKey,
    );
    const secure = createSecureChannel(channel, key);
    const sealed = properties === undefined ? undefined : await secure.seal(properties);
    channel.send(encodeHelloRsp(await exportPoint(keyPair), sealed));
    const protocol = properties === undefined ? 'legacy' : (parseSessionProperties(properties) ?? 'v1');
    return { secure, protocol, deriveSecret };
  } catch (error) {
    channel.close(error);
    throw error;
  }
}
