import { p256 } from '@noble/curves/nist.js';
import { type Channel, createChannelPair } from '../../src/connection/channel.js';
import { createSecureChannel, type SecureChannel } from '../../src/connection/secure-channel.js';
import { encodeHelloRsp } from '../../src/protocol/hello.js';
import { createSessionKeyPair, deriveSessionKeys, exportPoint } from '../../src/protocol/session-keys.js';
import type { Bytes } from '../../src/util/bytes.js';

const POINT_LENGTH = 65;

/** Returns the dapp's session key, which is the first part of HELLO_REQ. */
export const getDappPoint = (helloReq: Bytes): Bytes => helloReq.slice(0, POINT_LENGTH);

/** Returns the public keys that HELLO_REQ's signature may belong to. One of them is the association key. */
export function recoverAssociationPoints(helloReq: Bytes): readonly Bytes[] {
  const dappPoint = getDappPoint(helloReq);
  const signature = helloReq.subarray(POINT_LENGTH);
  return [0, 1].map((recovery) => {
    const recovered = p256.recoverPublicKey(Uint8Array.of(recovery, ...signature), dappPoint);
    return Uint8Array.from(p256.Point.fromBytes(recovered).toBytes(false));
  });
}

/** Returns a channel whose first message is `message`, and which then reads what `channel` does. */
export function withFirstMessage(channel: Channel, message: Bytes): Channel {
  let first: Bytes | undefined = message;
  return {
    ...channel,
    read() {
      const next = first;
      first = undefined;
      return next ? Promise.resolve(next) : channel.read();
    },
  };
}

/**
 * Opens a session as a wallet that knows only what it receives over the channel. Its answer is a legacy one,
 * which needs no association key, so the dapp's first message tells which of the recovered points is the key.
 */
export async function openAsImpostor(channel: Channel): Promise<SecureChannel> {
  const helloReq = await channel.read();
  const own = await createSessionKeyPair();
  channel.send(encodeHelloRsp(await exportPoint(own)));
  const frame = await channel.read();
  const [unused] = createChannelPair();
  for (const point of recoverAssociationPoints(helloReq)) {
    const { key } = await deriveSessionKeys(own.privateKey, getDappPoint(helloReq), point);
    const isKey = await createSecureChannel(unused, key)
      .open(frame)
      .then(
        () => true,
        () => false,
      );
    if (isKey) return createSecureChannel(withFirstMessage(channel, frame), key);
  }
  throw new Error('neither point is the association key');
}
