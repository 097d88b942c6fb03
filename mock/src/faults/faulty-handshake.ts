import {
  type Bytes,
  type Channel,
  createSecureChannel,
  createSessionKeyPair,
  decodeHelloReq,
  deriveSessionKeys,
  type EstablishedSession,
  encodeHelloRsp,
  exportPoint,
} from 'mobile-wallet-standard/endpoint';
import type { Fault, FaultyChannel } from './fault.js';
import { createFaultySender } from './faulty-sender.js';
import { createRequestNames } from './request-names.js';

/**
 * The wallet's handshake, and a session after it, with faults in what it sends. What it reads, it reads as any wallet.
 *
 * @param channel is what faults end
 * @param carrier is what a breach of the protocol by the dapp ends
 */
export async function faultyHandshake(
  channel: FaultyChannel,
  carrier: Channel,
  associationPublicKey: Bytes,
  properties: string | undefined,
  getFaults: () => readonly Fault[],
): Promise<EstablishedSession> {
  let hello = await channel.read();
  while (hello.length === 0) hello = await channel.read();
  const dappPoint = await decodeHelloReq(hello, associationPublicKey);
  if (!dappPoint) throw new Error('HELLO_REQ is malformed or its signature does not verify');
  const own = await createSessionKeyPair();
  const { key, deriveSecret } = await deriveSessionKeys(own.privateKey, dappPoint, associationPublicKey);

  const sender = createFaultySender(channel, key, getFaults);
  const point = await exportPoint(own);
  await sender.send('hello', properties, (sealed) => encodeHelloRsp(point, sealed));

  const names = createRequestNames();
  const secure = createSecureChannel(carrier, key);
  return {
    protocol: properties === undefined ? 'legacy' : 'v1',
    deriveSecret,
    secure: {
      ...secure,
      send: (text) => sender.send(names.getName(text), text, (sealed) => sealed),
      async read() {
        try {
          const text = await secure.read();
          names.note(text);
          return text;
        } catch (error) {
          sender.stop(error);
          throw error;
        }
      },
    },
  };
}
