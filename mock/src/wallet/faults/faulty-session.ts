import {
  type Bytes,
  type Channel,
  createSecureChannel,
  createSessionKeyPair,
  decodeHelloReq,
  delay,
  deriveSessionKeys,
  type EstablishedSession,
  encodeHelloRsp,
  encodeUtf8,
  exportPoint,
  sealFrame,
} from 'mobile-wallet-standard/endpoint';
import { type Fault, type FaultyChannel, findMessageFault, type ReplyFault, WalletHangUp } from './fault.js';

/** The wallet's end of a session whose messages may have faults. */
export type FaultySession = Pick<EstablishedSession, 'deriveSecret'> &
  Readonly<{
    /** Reads the dapp's next message as any other wallet does. */
    read(): Promise<string>;
    send: SendWithFault;
  }>;

/**
 * Seals a text and sends it, with `fault`, or the fault of its place if there is one. Without a text, sends an empty
 * message. `wrap` converts the sealed bytes to the message.
 */
type SendWithFault = (
  place: string,
  text: string | undefined,
  fault?: ReplyFault,
  wrap?: (sealed: Bytes) => Bytes,
) => Promise<void>;

/**
 * Performs the wallet's handshake and returns a session, with faults in what the wallet sends.
 *
 * @param channel is closed by faults
 * @param carrier is closed when the dapp violates the protocol
 * @param signal drops the messages that a fault still delays
 */
export async function faultyHandshake(
  channel: FaultyChannel,
  carrier: Channel,
  associationPublicKey: Bytes,
  properties: string | undefined,
  getFaults: () => readonly Fault[],
  signal: AbortSignal,
): Promise<FaultySession> {
  let hello = await carrier.read();
  while (hello.length === 0) hello = await carrier.read();
  const dappPoint = await decodeHelloReq(hello, associationPublicKey);
  if (!dappPoint) throw new Error('HELLO_REQ is malformed or its signature does not verify');
  const own = await createSessionKeyPair();
  const { key, deriveSecret } = await deriveSessionKeys(own.privateKey, dappPoint, associationPublicKey);

  const send = createFaultySender(channel, key, getFaults, signal);
  const point = await exportPoint(own);
  await send('hello', properties, undefined, (sealed) => encodeHelloRsp(point, sealed));
  return { deriveSecret, read: createSecureChannel(carrier, key).read, send };
}

function createFaultySender(
  channel: FaultyChannel,
  key: CryptoKey,
  getFaults: () => readonly Fault[],
  signal: AbortSignal,
): SendWithFault {
  const counts = new Map<string, number>();
  let lastNumber = 0;
  let lastSend: Promise<void> = Promise.resolve();

  const seal = (text: string | undefined, fault: ReplyFault | undefined): Promise<Bytes> | Bytes => {
    if (text === undefined) return new Uint8Array();
    lastNumber++;
    if (fault?.number) lastNumber = fault.number(lastNumber);
    return sealFrame(key, lastNumber, encodeUtf8(text));
  };

  const sendNow = async (
    texts: readonly (string | undefined)[],
    wrap: (sealed: Bytes) => Bytes,
    fault: ReplyFault | undefined,
  ): Promise<void> => {
    for (const text of texts) {
      const message = wrap(await seal(text, fault));
      for (const sent of fault?.send?.(message) ?? [message]) {
        if (fault?.inOtherKind) channel.sendInOtherKind?.(sent);
        else channel.send(sent);
      }
    }
    if (fault?.goesDeaf) channel.pause?.();
    if (fault?.end !== undefined) channel.close(new WalletHangUp(fault.end));
  };

  return async (place, text, given, wrap = (sealed) => sealed) => {
    const nth = (counts.get(place) ?? 0) + 1;
    counts.set(place, nth);
    const fault = given ?? findMessageFault(getFaults(), place, nth);
    if (fault?.delay !== undefined) await delay(fault.delay, signal);
    const texts = text === undefined ? [text] : (fault?.rewrite?.(text) ?? [text]);
    // One at a time, so that messages leave in the order of their sequence numbers.
    lastSend = lastSend.catch(() => {}).then(() => sendNow(texts, wrap, fault));
    return lastSend;
  };
}
