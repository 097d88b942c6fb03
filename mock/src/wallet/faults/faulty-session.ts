import {
  type Bytes,
  type Channel,
  createSecureChannel,
  createSessionKeyPair,
  decodeHelloReq,
  delay,
  deriveSessionKeys,
  encodeHelloRsp,
  encodeUtf8,
  exportPoint,
  sealFrame,
} from 'mobile-wallet-standard/endpoint';
import { type Fault, type FaultyChannel, type MessageFault, type ReplyFault, WalletHangUp } from './fault.js';

/** The wallet's end of a session whose messages may have faults. */
export type FaultySession = Readonly<{
  /** Derives 32 bytes for another use, named by `info`, from what both ends know. */
  deriveSecret(info: string): Promise<Uint8Array>;
  /** Reads the dapp's next message, decrypted; rejects when the session has ended. */
  read(): Promise<string>;
  /**
   * Seals a text and sends it, with this fault, or with the one that is planned for its place, if any.
   * Without a text, sends an empty message. `wrap` converts the sealed bytes to the message.
   */
  send(
    place: string,
    text: string | undefined,
    fault?: ReplyFault,
    wrap?: (sealed: Bytes) => Bytes,
  ): Promise<void>;
}>;

/**
 * Performs the wallet's handshake and returns a session, with faults in what the wallet sends. Faults close
 * `channel`; a dapp that violates the protocol closes `carrier`. `signal` drops the messages that a fault
 * still delays.
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
  const keyPair = await createSessionKeyPair();
  const { key, deriveSecret } = await deriveSessionKeys(keyPair.privateKey, dappPoint, associationPublicKey);

  const send = createFaultySender(channel, key, getFaults, signal);
  const point = await exportPoint(keyPair);
  await send('hello', properties, undefined, (sealed) => encodeHelloRsp(point, sealed));
  return { deriveSecret, read: createSecureChannel(carrier, key).read, send };
}

function createFaultySender(
  channel: FaultyChannel,
  key: CryptoKey,
  getFaults: () => readonly Fault[],
  signal: AbortSignal,
): FaultySession['send'] {
  const counts = new Map<string, number>();
  let lastNumber = 0;
  let lastSend: Promise<void> = Promise.resolve();

  const seal = (text: string, fault: ReplyFault): Promise<Bytes> => {
    lastNumber = fault.number?.(lastNumber + 1) ?? lastNumber + 1;
    return sealFrame(key, lastNumber, encodeUtf8(text));
  };

  return async (place, text, chosen, wrap = (sealed) => sealed) => {
    const nth = (counts.get(place) ?? 0) + 1;
    counts.set(place, nth);
    const planned = getFaults().find(
      (fault): fault is MessageFault =>
        fault.at !== 'connection' && fault.at === place && (fault.nth ?? nth) === nth,
    );
    const fault: ReplyFault = chosen ?? planned ?? {};
    if (fault.delay !== undefined) await delay(fault.delay, signal);
    const texts = text === undefined ? [text] : (fault.rewrite?.(text) ?? [text]);
    // One at a time, so that messages leave in the order of their sequence numbers.
    lastSend = lastSend
      .catch(() => {})
      .then(async () => {
        for (const each of texts) {
          const message = wrap(each === undefined ? new Uint8Array() : await seal(each, fault));
          for (const sent of fault.send?.(message) ?? [message]) {
            if (fault.inOtherKind) channel.sendInOtherKind?.(sent);
            else channel.send(sent);
          }
        }
        if (fault.goesDeaf) channel.pause?.();
        if (fault.end !== undefined) channel.close(new WalletHangUp(fault.end));
      });
    return lastSend;
  };
}
