import { setDeadline } from '../abort.js';
import type { Bytes } from '../bytes.js';
import { MobileWalletError } from '../errors.js';
import type { ProtocolVersion } from '../protocol/association.js';
import {
  createSessionKeyPair,
  type DappHello,
  decodeHelloReq,
  decodeHelloRsp,
  deriveSessionKeys,
  encodeHelloRsp,
  exportPoint,
  parseSessionProperties,
  type SessionKeys,
} from '../protocol/hello.js';
import type { Channel } from './channel.js';
import { createSecureChannel, type SecureChannel } from './secure-channel.js';

/** A session after the handshake: what to speak over, and which version of the protocol. */
export type EstablishedSession = Readonly<{
  secure: SecureChannel;
  protocol: ProtocolVersion;
  deriveSecret: SessionKeys['deriveSecret'];
}>;

const HELLO_RSP_TIMEOUT = 10_000;

/**
 * The dapp's handshake: sends the one HELLO_REQ ({@link createDappHello}), waits up to 10 s for HELLO_RSP, derives the session key. A
 * failure closes the channel.
 *
 * @throws `SESSION_TIMEOUT`, `SESSION_CLOSED`, `PROTOCOL_VIOLATION`
 */
export async function dappHandshake(
  channel: Channel,
  hello: DappHello | Promise<DappHello>,
  timeoutMs = HELLO_RSP_TIMEOUT,
): Promise<EstablishedSession> {
  const cancelTimeout = setDeadline(timeoutMs, () =>
    channel.close(new MobileWalletError('SESSION_TIMEOUT', 'The wallet did not answer the handshake')),
  );
  try {
    const { associationPoint, request } = await hello;
    const { privateKey, message } = await request;
    channel.send(message);

    const response = decodeHelloRsp(await readHello(channel));
    if (!response) throw createViolation('The wallet answered the handshake with too few bytes');
    const { key, deriveSecret } = await deriveSessionKeys(
      privateKey,
      response.walletPoint,
      associationPoint,
    ).catch((cause) => {
      throw createViolation('The wallet answered the handshake with a point that is not on the curve', cause);
    });
    const secure = createSecureChannel(channel, key);
    if (!response.sealedProperties) return { secure, protocol: 'legacy', deriveSecret };

    const protocol = parseSessionProperties(await secure.open(response.sealedProperties));
    if (!protocol) throw createViolation('The wallet speaks an unknown version of the session protocol');
    return { secure, protocol, deriveSecret };
  } catch (error) {
    channel.close(error);
    throw error;
  } finally {
    cancelTimeout();
  }
}

/**
 * The wallet's handshake: waits for HELLO_REQ, verifies it by the association key, answers HELLO_RSP with the
 * session properties, or without them where the dapp offers no known version.
 *
 * @param properties the session properties' text; `undefined` makes a legacy session
 * @throws `SESSION_CLOSED`, `PROTOCOL_VIOLATION`
 */
export async function walletHandshake(
  channel: Channel,
  associationPublicKey: Bytes,
  properties: string | undefined,
): Promise<EstablishedSession> {
  try {
    const dappPoint = await decodeHelloReq(await readHello(channel), associationPublicKey);
    if (!dappPoint) throw createViolation('HELLO_REQ is malformed or its signature does not verify');
    const own = await createSessionKeyPair();
    const { key, deriveSecret } = await deriveSessionKeys(own.privateKey, dappPoint, associationPublicKey);
    const secure = createSecureChannel(channel, key);
    const sealed = properties === undefined ? undefined : await secure.seal(properties);
    channel.send(encodeHelloRsp(await exportPoint(own), sealed));
    return { secure, protocol: properties === undefined ? 'legacy' : 'v1', deriveSecret };
  } catch (error) {
    channel.close(error);
    throw error;
  }
}

/** Both ends ignore empty messages: a reflector's APP_PING. */
async function readHello(channel: Channel): Promise<Bytes> {
  const message = await channel.read();
  return message.length === 0 ? readHello(channel) : message;
}

function createViolation(message: string, cause?: unknown): MobileWalletError<'PROTOCOL_VIOLATION'> {
  return new MobileWalletError('PROTOCOL_VIOLATION', message, {}, { cause });
}
