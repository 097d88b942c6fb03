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
  isJsonObject,
  type JsonObject,
  sealFrame,
} from 'mobile-wallet-standard/endpoint';
import { parseJson } from '../../explain/foreign.js';
import { WalletCrash } from '../refusal.js';
import { type Fault, type FaultyChannel, findMessageFault, type ReplyFault, WalletHangUp } from './fault.js';

/** A session whose replies may have faults. */
export type FaultySession = EstablishedSession &
  Readonly<{
    /** Sends a text with a fault, or without one as `secure.send` does. */
    sendWith(fault: ReplyFault | undefined, text: string): Promise<void>;
  }>;

/** The sending half of a session with faults. */
type FaultySender = Readonly<{
  /**
   * Seals a text and sends it, with `fault`, or the fault of its place if there is one. Without a text, sends an empty
   * message. `wrap` converts the sealed bytes to the message.
   */
  send(
    place: string | undefined,
    text: string | undefined,
    wrap: (sealed: Bytes) => Bytes,
    fault?: ReplyFault,
  ): Promise<void>;
  /** Drops the messages that a fault still delays. */
  stop(reason: unknown): void;
}>;

/** Remembers which method each request has, to find the one that a reply answers. */
type RequestNames = Readonly<{
  add(request: string): void;
  getName(reply: string): string | undefined;
}>;

/**
 * Performs the wallet's handshake and returns a session, with faults in what the wallet sends. It reads messages like
 * any other wallet.
 *
 * @param channel is closed by faults
 * @param carrier is closed when the dapp violates the protocol
 */
export async function faultyHandshake(
  channel: FaultyChannel,
  carrier: Channel,
  associationPublicKey: Bytes,
  properties: string | undefined,
  getFaults: () => readonly Fault[],
): Promise<FaultySession> {
  let hello = await carrier.read();
  while (hello.length === 0) hello = await carrier.read();
  const dappPoint = await decodeHelloReq(hello, associationPublicKey);
  if (!dappPoint) throw new Error('HELLO_REQ is malformed or its signature does not verify');
  const own = await createSessionKeyPair();
  const { key, deriveSecret } = await deriveSessionKeys(own.privateKey, dappPoint, associationPublicKey);

  const sender = createFaultySender(channel, key, getFaults);
  const point = await exportPoint(own);
  await sender.send('hello', properties, (sealed) => encodeHelloRsp(point, sealed));

  const names = createRequestNames();
  const secure = createSecureChannel(carrier, key);
  const sendWith: FaultySession['sendWith'] = (fault, text) =>
    sender.send(names.getName(text), text, (sealed) => sealed, fault);
  return {
    protocol: properties === undefined ? 'legacy' : 'v1',
    deriveSecret,
    sendWith,
    secure: {
      ...secure,
      send: (text) => sendWith(undefined, text),
      async read() {
        try {
          const text = await secure.read();
          names.add(text);
          return text;
        } catch (error) {
          sender.stop(error);
          throw error;
        }
      },
    },
  };
}

function createFaultySender(
  channel: FaultyChannel,
  key: CryptoKey,
  getFaults: () => readonly Fault[],
): FaultySender {
  const counts = new Map<string | undefined, number>();
  const stopped = new AbortController();
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
    if (fault?.end !== undefined) channel.close(getReason(fault.end));
  };

  return {
    async send(place, text, wrap, given) {
      const nth = (counts.get(place) ?? 0) + 1;
      counts.set(place, nth);
      const fault = given ?? findMessageFault(getFaults(), place, nth);
      if (fault?.delay !== undefined) await delay(fault.delay, stopped.signal);
      const texts = text === undefined ? [text] : (fault?.rewrite?.(text) ?? [text]);
      // One at a time, so that messages leave in the order of their sequence numbers.
      lastSend = lastSend.catch(() => {}).then(() => sendNow(texts, wrap, fault));
      return lastSend;
    },
    stop: (reason) => stopped.abort(reason),
  };
}

function getReason(end: Exclude<ReplyFault['end'], undefined>): Error {
  return end === 'drop' ? new WalletCrash('The mock wallet drops the connection') : new WalletHangUp(end);
}

function createRequestNames(): RequestNames {
  const names = new Map<unknown, string>();
  return {
    add(request) {
      const { id, method } = parse(request);
      if (typeof method === 'string') names.set(id, method);
    },
    getName: (reply) => names.get(parse(reply)['id']),
  };
}

function parse(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
